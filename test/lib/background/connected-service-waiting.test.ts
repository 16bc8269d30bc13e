import { describe, expect, it, vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import { holdAnswers } from '../../support/held-answers';
import { quiescence } from '../../support/quiescence';
import { sampleReport } from '../../support/sample-report';
import { BASE_URL, startConnectedBackground } from '../../support/test-background';

const draft = { url: 'https://host.example/new', privacy: 1 } as const;
const request = { baseUrl: BASE_URL, apiKey: 'typed-key', allowsUnencrypted: false };
const passed = { state: 'passed', baseUrl: BASE_URL };
const elsewhere = { ...request, baseUrl: 'https://other.example' };
const openReport: Failure = { code: 'openWork', deletions: 0, reports: 1, sent: 0 };
const openDeletion: Failure = { code: 'openWork', deletions: 1, reports: 0, sent: 0 };
const report = sampleReport('2');
const forbidden: Failure = { code: 'notAllowed', message: 'Read-only key' };

/** A background whose service wants fewer requests, with one report that waits for it. */
async function startWaiting() {
  const started = await startConnectedBackground();
  const retryAt = started.clock.in(60_000);
  const failure: Failure = { code: 'tooManyRequests', retryAt, message: null };
  started.client.create.mockResolvedValue({ failure });
  await started.background.create('new-1', draft);
  expect(started.submissions.stored).toMatchObject([{ id: 'new-1', state: 'waiting' }]);
  return started;
}

/** A background with one deletion in its undo time. */
async function startDeleting() {
  const started = await startConnectedBackground();
  await started.background.remove(report);
  await quiescence();
  expect(started.deletions.stored).toMatchObject([{ report, state: 'waiting' }]);
  return started;
}

describe('disconnecting while a report is on its way', () => {
  it('is refused at first, and loses nothing', async () => {
    const { background, submissions, store } = await startWaiting();
    await expect(background.disconnect()).resolves.toEqual({ failure: openReport });
    expect(submissions.stored).toMatchObject([{ id: 'new-1', state: 'waiting' }]);
    expect(store.apiKey('id-0').stored).toBe('kept-key');
  });

  it('says whether it may still be created', async () => {
    const { background, client } = await startConnectedBackground();
    const answers = holdAnswers<never>();
    client.create.mockImplementation(answers.call);
    void background.create('new-1', draft);
    await answers.asked(1);
    await expect(background.disconnect()).resolves.toEqual({
      failure: { ...openReport, sent: 1 },
    });
  });

  it('is done with the consent to drop it', async () => {
    const { background, store } = await startWaiting();
    await expect(background.disconnect(true)).resolves.toEqual({ value: [] });
    expect(store.names()).toEqual([]);
  });
});

describe('disconnecting with a store that cannot be read', () => {
  const fail = () => Promise.reject(new Error('No answer'));

  it('is done where it does not tell what waits', async () => {
    const { background, deletions, store, submissions } = await startConnectedBackground();
    vi.spyOn(submissions, 'readAll').mockImplementation(fail);
    vi.spyOn(deletions, 'read').mockImplementation(fail);
    await expect(background.disconnect()).resolves.toEqual({ value: [] });
    expect(store.names()).toEqual([]);
  });

  it.each([
    ['connection', 'connection'],
    ['key', 'apiKey'],
  ] as const)('is done where it does not give the %s', async (_, name) => {
    const { background, permissions, store } = await startConnectedBackground();
    const item = name === 'connection' ? store.connection : store.apiKey('id-0');
    vi.spyOn(item, 'read').mockImplementation(fail);
    await expect(background.disconnect()).resolves.toEqual({ value: [] });
    expect(store.names()).toEqual([]);
    if (name === 'apiKey') expect(permissions.remove).toHaveBeenCalledWith(BASE_URL);
  });
});

describe('disconnecting while a deletion can be undone', () => {
  it('is refused at first, and sends nothing', async () => {
    const { background, client, deletions } = await startDeleting();
    await expect(background.disconnect()).resolves.toEqual({ failure: openDeletion });
    expect(client.remove).not.toHaveBeenCalled();
    expect(deletions.stored).toMatchObject([{ state: 'waiting' }]);
  });

  it('sends it with consent, and only then forgets the connection', async () => {
    const { background, client, deletions, isAwake, store } = await startDeleting();
    const answers = holdAnswers<Outcome<null>>();
    client.remove.mockImplementation(answers.call);
    const disconnecting = background.disconnect(true);
    await answers.asked(1);
    expect(client.remove.mock.lastCall?.[0]).toBe('2');
    expect(isAwake()).toBe(true);
    // Should the worker be stopped now, the next one goes on, and takes nothing back.
    expect(deletions.stored).toMatchObject([{ state: 'sending' }]);
    expect(store.names()).toEqual(expect.arrayContaining(['connection', 'id-0/deletions']));
    answers.answer(0, { value: null });
    await expect(disconnecting).resolves.toEqual({ value: [] });
    expect(store.names()).toEqual([]);
  });

  it('names what the service did not delete, and why', async () => {
    const { background, client, store } = await startDeleting();
    await background.remove(sampleReport('1'));
    client.remove.mockImplementation(async (id) =>
      id === '1' ? { failure: forbidden } : { value: null },
    );
    await expect(background.disconnect(true)).resolves.toEqual({
      value: [{ report: sampleReport('1'), failure: forbidden }],
    });
    expect(store.names()).toEqual([]);
  });

  it('names a missing permission, which browsers report as a dead line', async () => {
    const { background, client, permissions } = await startDeleting();
    client.remove.mockResolvedValue({ failure: { code: 'unreachable' } });
    permissions.has.mockResolvedValue(false);
    await expect(background.disconnect(true)).resolves.toMatchObject({
      value: [{ failure: { code: 'noPermission', origin: 'https://host.example' } }],
    });
  });

  it('asks the service again about one whose request was out', async () => {
    const { background, client, clock, resume, store } = await startDeleting();
    const answers = holdAnswers<Outcome<null>>();
    client.remove.mockImplementationOnce(answers.call);
    clock.pass(6_000);
    void resume();
    await answers.asked(1);
    await expect(background.disconnect()).resolves.toEqual({ failure: openDeletion });
    await expect(background.disconnect(true)).resolves.toEqual({ value: [] });
    expect(client.get.mock.lastCall?.[0]).toBe('2');
    expect(client.remove).toHaveBeenCalledTimes(2);
    expect(store.names()).toEqual([]);
  });

  it('sends one that comes at the same moment, or says that it was not taken', async () => {
    const { background, client, store } = await startConnectedBackground();
    const [removed] = await Promise.all([background.remove(report), background.disconnect(true)]);
    const isTaken = client.remove.mock.calls.length === 1;
    expect(removed).toEqual(isTaken ? { value: null } : { failure: { code: 'interrupted' } });
    expect(store.names()).toEqual([]);
  });

  it('is done at once where the deletion has failed', async () => {
    const { background, client, clock, deletions, resume, store } = await startDeleting();
    client.remove.mockResolvedValue({ failure: forbidden });
    clock.pass(6_000);
    await resume();
    expect(deletions.stored).toMatchObject([{ state: 'failed' }]);
    await expect(background.disconnect()).resolves.toEqual({ value: [] });
    expect(client.remove).toHaveBeenCalledTimes(1);
    expect(store.names()).toEqual([]);
  });
});

describe('connecting while something is open', () => {
  it('to another service is refused at first, and gives the new host back', async () => {
    const { background, permissions, store, submissions } = await startWaiting();
    await expect(background.connect(elsewhere)).resolves.toEqual({
      state: 'failed',
      at: 'reports',
      failure: openReport,
    });
    expect(store.connection.stored).toEqual({ id: 'id-0', baseUrl: BASE_URL });
    expect(submissions.stored).toHaveLength(1);
    expect(permissions.remove).toHaveBeenCalledExactlyOnceWith(elsewhere.baseUrl);
  });

  it('to another service is done with the consent to drop it', async () => {
    const { background, store, submissions } = await startWaiting();
    await expect(background.connect({ ...elsewhere, dropsOpenWork: true })).resolves.toEqual({
      state: 'passed',
      baseUrl: elsewhere.baseUrl,
    });
    expect(store.connection.stored?.baseUrl).toBe(elsewhere.baseUrl);
    expect(submissions.stored).toEqual([]);
  });

  it('to another service sends the deletions to the former one, and names what failed', async () => {
    const { background, client, clientFor, deletions } = await startDeleting();
    await expect(background.connect(elsewhere)).resolves.toMatchObject({ failure: openDeletion });
    client.remove.mockImplementation(async () => {
      expect(clientFor.mock.lastCall?.[0].baseUrl).not.toBe(BASE_URL);
      return { failure: forbidden };
    });
    await expect(background.connect({ ...elsewhere, dropsOpenWork: true })).resolves.toEqual({
      state: 'passed',
      baseUrl: elsewhere.baseUrl,
      notDeleted: [{ report, failure: forbidden }],
    });
    expect(client.remove.mock.calls.map(([id]) => id)).toEqual(['2']);
    expect(deletions.stored).toBeUndefined();
  });

  it('to the same service with another key of the same account keeps it', async () => {
    const { background, submissions } = await startWaiting();
    await background.account();
    await expect(background.connect(request)).resolves.toEqual(passed);
    expect(submissions.stored).toMatchObject([{ id: 'new-1' }]);
  });
});
