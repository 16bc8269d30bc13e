import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import type { Report, ReportList } from '@/lib/report/report';
import { listOf } from '../../../support/fake-client';
import { serveList, startQueue } from '../../../support/queue-worker';
import { sampleReport } from '../../../support/sample-report';

const url = 'https://host.example/new';
const draft = { url, privacy: 1 } as const;
const created = sampleReport('3', { url });
const message = null;
const refused: Failure = { code: 'refused', status: 418, message };

const definite: Failure[] = [
  refused,
  { code: 'invalid', message, fields: [{ field: 'url', messages: ['No'] }] },
  { code: 'gone', what: 'interface', message },
];
/** After these the service is asked again, in the end. */
const repeatable: Failure[] = [
  { code: 'unreachable' },
  { code: 'timedOut', seconds: 180 },
  { code: 'interrupted' },
  { code: 'serviceDown', status: 502, retryAt: null, message },
  { code: 'serviceDown', status: 503, retryAt: null, message },
  { code: 'serviceDown', status: 500, retryAt: '2026-11-02T12:10:00.000Z', message },
];
/** After these it answers alike every time. */
const final: Failure[] = [
  { code: 'redirected', to: null },
  { code: 'redirected', to: 'https://host.example/login' },
  { code: 'unexpectedAnswer', problem: 'html' },
  { code: 'unexpectedAnswer', problem: 'notJson' },
];

describe.each(definite)('a submission that the service answers with %j', (failure) => {
  it('stays as failed, and is neither searched for nor sent again', async () => {
    const { queue, client, store, onAccepted, wakeIn } = startQueue();
    client.create.mockResolvedValue({ failure });
    await expect(queue.create('a', draft, false)).resolves.toEqual({ failure });
    await wakeIn(3600_000);
    expect(store.stored).toMatchObject([{ id: 'a', url, sends: 1, state: 'failed', failure }]);
    expect(store.view.stored).toMatchObject({ shown: [{ state: 'failed' }], pause: null });
    expect(client.create).toHaveBeenCalledTimes(1);
    expect(client.list).not.toHaveBeenCalled();
    expect(onAccepted).not.toHaveBeenCalled();
  });
});

describe('a missing permission', () => {
  const noPermission: Failure = { code: 'noPermission', origin: 'https://host.example' };

  it('is told apart from a service that cannot be reached', async () => {
    const { queue, client, missingPermission, states } = startQueue();
    client.create.mockResolvedValue({ failure: { code: 'unreachable' } });
    missingPermission.mockResolvedValue(noPermission);
    await expect(queue.create('a', draft, false)).resolves.toEqual({
      value: { state: 'queued', failure: noPermission },
    });
    expect(states()).toEqual({ a: 'waiting' });
  });

  it('says nothing of a request that went out before it was taken back', async () => {
    const started = startQueue();
    const { queue, client, missingPermission, states, store } = started;
    const unreachable: Failure = { code: 'unreachable' };
    client.create.mockImplementation(async () => {
      client.list.mockResolvedValue({ failure: noPermission });
      missingPermission.mockResolvedValue(noPermission);
      return { failure: unreachable };
    });
    await expect(queue.create('a', draft, false)).resolves.toEqual({
      value: { state: 'queued', failure: unreachable },
    });
    expect(states()).toEqual({ a: 'checking' });
    expect(store.view.stored?.pause).toMatchObject({ failure: noPermission });
    serveList(started, created);
    await queue.backOnline();
    await queue.runDue();
    expect(client.create).toHaveBeenCalledTimes(1);
    expect(store.stored).toEqual([]);
  });
});

describe.each([...repeatable, ...final])('a submission that ends with %j', (failure) => {
  it('has succeeded where the list shows a report that was not there before', async () => {
    const started = startQueue();
    const { queue, client, store, onAccepted, knownIds } = started;
    client.create.mockResolvedValue({ failure });
    serveList(started, created, sampleReport('2', { url }));
    knownIds.mockResolvedValue(['2']);
    await expect(queue.create('a', draft, false)).resolves.toEqual({
      value: { state: 'created', report: created },
    });
    expect(client.create).toHaveBeenCalledTimes(1);
    const told = expect.objectContaining({ id: 'a' });
    expect(onAccepted).toHaveBeenCalledExactlyOnceWith(told, created);
    expect(store.stored).toEqual([]);
  });
});

describe.each(repeatable)('a submission that ends with %j and is not listed', (failure) => {
  it('is kept, and searched for again', async () => {
    const { queue, client, clock, store, wakeIn, onAccepted } = startQueue();
    client.create.mockResolvedValue({ failure });
    await expect(queue.create('a', draft, false)).resolves.toEqual({
      value: { state: 'queued', failure },
    });
    const checking = { state: 'checking', checks: 1, nextAt: clock.in(5_000), failure };
    expect(store.stored).toMatchObject([{ id: 'a', sends: 1, ...checking }]);
    expect(onAccepted).not.toHaveBeenCalled();
    client.list.mockResolvedValue({ value: listOf(created) });
    await wakeIn(5_000);
    expect(store.stored).toEqual([]);
    expect(client.create).toHaveBeenCalledTimes(1);
  });
});

describe.each(final)('a submission that ends with %j and is not listed', (failure) => {
  it('is kept and searched for, then needs a person, and is not sent again', async () => {
    const started = startQueue();
    const { queue, client, store } = started;
    client.create.mockResolvedValue({ failure });
    await expect(queue.create('a', draft, false)).resolves.toEqual({
      value: { state: 'queued', failure },
    });
    expect(store.stored).toMatchObject([{ id: 'a', sends: 1, state: 'checking', failure }]);
    await searchToTheEnd(started);
    const unconfirmed = { state: 'needs-attention', reason: 'unconfirmed', failure };
    expect(store.stored).toMatchObject([{ id: 'a', sends: 1, ...unconfirmed }]);
    expect(client.create).toHaveBeenCalledTimes(1);
    expect(client.list).toHaveBeenCalledTimes(2 * SEARCHES);
  });
});

describe('a submission that is accepted without a word', () => {
  it.each<[string, Outcome<ReportList>, Report]>([
    ['shows it', { value: listOf(created) }, created],
    [
      'shows it without a privacy',
      { value: listOf({ ...created, privacy: null }) },
      { ...created, privacy: null },
    ],
  ])('has succeeded where the list %s', async (_, listed, report) => {
    const { queue, client, store, onAccepted } = startQueue();
    client.create.mockResolvedValue({ value: null });
    client.list.mockResolvedValue(listed);
    await expect(queue.create('a', draft, false)).resolves.toEqual({
      value: { state: 'created', report },
    });
    expect(store.stored).toEqual([]);
    expect(onAccepted).toHaveBeenCalledExactlyOnceWith(expect.anything(), report);
  });

  it.each<[string, Outcome<ReportList>]>([
    ['shows none', { value: listOf() }],
    ['is refused', { failure: refused }],
    ['cannot be read', { failure: { code: 'unreachable' } }],
  ])('has succeeded where the list %s, and is looked for later', async (_, listed) => {
    const { queue, client, store, onAccepted, wakeIn } = startQueue();
    client.create.mockResolvedValue({ value: null });
    client.list.mockResolvedValue(listed);
    await expect(queue.create('a', draft, false)).resolves.toEqual({
      value: { state: 'created', report: null },
    });
    expect(store.stored).toMatchObject([{ id: 'a', state: 'checking', failure: null }]);
    client.list.mockResolvedValue({ value: listOf(created) });
    await wakeIn(5_000);
    expect(store.stored).toEqual([]);
    expect(onAccepted).toHaveBeenCalledExactlyOnceWith(expect.anything(), created);
    expect(client.create).toHaveBeenCalledTimes(1);
  });

  it('is done though no list has shown it for as long as it is looked for', async () => {
    const started = startQueue();
    const { queue, client, store, onAccepted } = started;
    client.create.mockResolvedValue({ value: null });
    await queue.create('a', draft, false);
    expect(onAccepted).not.toHaveBeenCalled();
    await searchToTheEnd(started);
    expect(store.stored).toEqual([]);
    expect(onAccepted).toHaveBeenCalledExactlyOnceWith(expect.anything(), null);
    expect(client.create).toHaveBeenCalledTimes(1);
  });
});

/** At once, and after each of four pauses. */
const SEARCHES = 5;

async function searchToTheEnd({ queue, clock, wakeIn }: ReturnType<typeof startQueue>) {
  for (let due = await queue.nextDue(); due !== null; due = await queue.nextDue()) {
    await wakeIn(due - clock.now());
  }
}
