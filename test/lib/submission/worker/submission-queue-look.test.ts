import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { Report } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { createLookAhead } from '@/lib/submission/worker/look-ahead';
import { listOf } from '../../../support/fake-client';
import { startQueue } from '../../../support/queue-worker';
import { sampleReport } from '../../../support/sample-report';

const url = 'https://host.example/new';
const draft = { url, privacy: 1 } as const;
const newest = { ...RECENT_REPORTS_QUERY, perPage: 100 };
const SERVICE_TIME = '2026-11-02T10:30:20.500Z';
const html: Failure = { code: 'unexpectedAnswer', problem: 'html' };

/** A queue whose requests get no answer. */
function startUnanswered() {
  const started = startQueue();
  const { client, recognizePrivate } = started;
  const readList = (query: ReportQuery) => client.list(query);
  const tools = { readList, recognizePrivate };
  started.lookAhead.mockImplementation(createLookAhead(tools));
  client.create.mockResolvedValue({ failure: { code: 'timedOut', seconds: 180 } });
  return started;
}

/** What each request asked for, in order. */
function requestsOf({ client }: ReturnType<typeof startUnanswered>) {
  const lists = client.list.mock.calls.map(([{ search }], at) => {
    return [client.list.mock.invocationCallOrder[at], search] as const;
  });
  const posts = client.create.mock.invocationCallOrder.map((order) => [order, 'create'] as const);
  return [...lists, ...posts].sort(([one = 0], [other = 0]) => one - other).map(([, what]) => what);
}

describe('before a first request', () => {
  it('the newest reports are listed', async () => {
    const started = startUnanswered();
    started.client.list.mockResolvedValue({ value: listOf(sampleReport('7')) });
    await started.queue.create('a', draft, false);
    expect(started.client.list.mock.calls[0]?.[0]).toEqual(newest);
    expect(requestsOf(started).slice(0, 2)).toEqual(['', 'create']);
  });

  it('those of the page are searched for, too, where ids are no numbers', async () => {
    const started = startUnanswered();
    started.client.list.mockResolvedValue({ value: listOf(sampleReport('x7')) });
    await started.queue.create('a', { ...draft, url: `${url}?token=abc#part` }, false);
    expect(requestsOf(started).slice(0, 3)).toEqual(['', url, 'create']);
  });

  it('a service that cannot be reached is asked for nothing else', async () => {
    const { queue, client, states } = startUnanswered();
    const failure: Failure = { code: 'unreachable' };
    client.list.mockResolvedValue({ failure });
    await expect(queue.create('a', draft, false)).resolves.toEqual({
      value: { state: 'queued', failure },
    });
    expect(client.create).not.toHaveBeenCalled();
    expect(states()).toEqual({ a: 'waiting' });
  });

  it('a repeat looks for nothing but its report', async () => {
    const started = startUnanswered();
    await started.queue.create('a', draft, false);
    for (const pause of [5_000, 15_000, 30_000, 70_000, 0]) await started.wakeIn(pause);
    const requests = requestsOf(started);
    expect(requests.filter((what) => what === 'create')).toHaveLength(2);
    expect(requests[requests.lastIndexOf('create') - 1]).toBe('');
    expect(requests[requests.lastIndexOf('create') - 2]).toBe(url);
  });
});

describe("somebody else's report of the page", () => {
  const theirs = sampleReport('12', { url, generatedAt: '2026-11-02T10:30:00.000Z' });
  const coarse = { ...theirs, hasExactTime: false };

  it.each<[string, Report]>([
    ['with a number', theirs],
    ['with another id', { ...theirs, id: 'x12' }],
    ['without a time', { ...theirs, generatedAt: null, hasExactTime: false }],
  ])('that is there before a request is not taken for its own: one %s', async (_, report) => {
    const { queue, client, states } = startUnanswered();
    client.list.mockResolvedValue({ value: listOf(report) });
    await queue.create('a', draft, false);
    expect(states()).toEqual({ a: 'checking' });
  });

  it.each<[string, string, string]>([
    ['earlier', '2026-11-02T10:30:18.500Z', 'checking'],
    ['at about the same time', '2026-11-02T10:30:18.501Z', 'created'],
    ['later', '2026-11-02T10:31:00.000Z', 'created'],
  ])('that was made %s by the clock of the service', async (_, generatedAt, state) => {
    const { queue, client, states } = startUnanswered();
    client.list.mockResolvedValueOnce({ value: listOf() });
    client.serviceTime.mockReturnValue(Date.parse(SERVICE_TIME));
    client.list.mockResolvedValue({ value: listOf({ ...theirs, generatedAt }) });
    await queue.create('a', draft, false);
    expect(states()).toEqual(state === 'created' ? {} : { a: state });
  });

  it('with a coarse time is taken for it only where the page was looked up before', async () => {
    const { queue, client, states } = startUnanswered();
    client.serviceTime.mockReturnValue(Date.parse(SERVICE_TIME));
    client.list.mockResolvedValueOnce({ value: listOf() });
    client.list.mockResolvedValue({ value: listOf(coarse) });
    await queue.create('a', draft, false);
    expect(states()).toEqual({});
  });

  it('stays known when the request is repeated', async () => {
    const { queue, client, states, wakeIn } = startUnanswered();
    client.list.mockResolvedValue({ value: listOf({ ...coarse, id: 'x12' }) });
    await queue.create('a', draft, false);
    for (const pause of [5_000, 15_000, 30_000, 70_000, 0, 10_000]) await wakeIn(pause);
    expect(client.create).toHaveBeenCalledTimes(2);
    expect(states()).toEqual({ a: 'checking' });
  });

  it('that one of two lists has shown is not taken for it, though the other could not be read', async () => {
    const { queue, client, states } = startUnanswered();
    client.serviceTime.mockReturnValue(Date.parse(SERVICE_TIME));
    const fresh = { ...theirs, id: 'x12', generatedAt: SERVICE_TIME };
    client.list.mockResolvedValueOnce({ value: listOf(fresh) });
    client.list.mockResolvedValueOnce({ failure: html });
    client.list.mockResolvedValue({ value: listOf(fresh) });
    await queue.create('a', draft, false);
    expect(states()).toEqual({ a: 'checking' });
  });

  it('that is listed later with an earlier time may be its own by a wrong clock: a person decides', async () => {
    const { queue, client, store, wakeIn } = startUnanswered();
    client.serviceTime.mockReturnValue(Date.parse(SERVICE_TIME));
    client.list.mockResolvedValueOnce({ value: listOf() });
    client.list.mockResolvedValue({ value: listOf(theirs) });
    await queue.create('a', draft, false);
    for (const pause of [5_000, 15_000, 30_000, 70_000, 0]) await wakeIn(pause);
    expect(store.stored).toMatchObject([{ state: 'needs-attention', reason: 'unconfirmed' }]);
    expect(client.create).toHaveBeenCalledTimes(1);
  });

  it('that is listed later and known to be a private one holds nothing up', async () => {
    const { queue, client, isPrivate, wakeIn } = startUnanswered();
    isPrivate.mockImplementation((id) => id === theirs.id);
    client.serviceTime.mockReturnValue(Date.parse(SERVICE_TIME));
    client.list.mockResolvedValueOnce({ value: listOf() });
    client.list.mockResolvedValue({ value: listOf(theirs) });
    await queue.create('a', draft, false);
    for (const pause of [5_000, 15_000, 30_000, 70_000, 0]) await wakeIn(pause);
    expect(client.create).toHaveBeenCalledTimes(2);
  });

  it('leaves the decision to a person where the list could not be read before', async () => {
    const { queue, client, store, wakeIn } = startUnanswered();
    client.list.mockResolvedValueOnce({ failure: html });
    client.list.mockResolvedValue({ value: listOf(coarse) });
    await queue.create('a', draft, false);
    for (const pause of [5_000, 15_000, 30_000, 70_000, 0]) await wakeIn(pause);
    expect(store.stored).toMatchObject([{ state: 'needs-attention', reason: 'unconfirmed' }]);
    expect(client.create).toHaveBeenCalledTimes(1);
  });
});
