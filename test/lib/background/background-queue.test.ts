import { describe, expect, it, vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import type { ReportDetails } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { listOf } from '../../support/fake-client';
import { holdAnswers } from '../../support/held-answers';
import { quiescence } from '../../support/quiescence';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import {
  startBackground,
  startBackgroundOn,
  startConnectedBackground,
} from '../../support/test-background';

const url = 'https://host.example/new';
const draft = { url, privacy: 1 } as const;
const created = sampleReport('3', { url });

/** A background whose computer has no connection, with a report that waits for one. */
async function startOffline() {
  const started = await startConnectedBackground();
  started.isOnline.mockReturnValue(false);
  const answer = await started.background.create('new-1', draft);
  await quiescence();
  expect(answer).toEqual({ value: { state: 'queued', failure: { code: 'offline' } } });
  const creates = holdAnswers<Outcome<ReportDetails>>();
  started.client.create.mockImplementation(creates.call);
  started.isOnline.mockReturnValue(true);
  return { ...started, creates };
}

describe('a report that waits', () => {
  it('wakes the worker when the pause is over, and lets it sleep until then', async () => {
    const { clock, isAwake, wakeAt } = await startOffline();
    expect(isAwake()).toBe(false);
    expect(wakeAt).toHaveBeenLastCalledWith(clock.now() + 5_000);
  });

  it.each<[string, (started: Awaited<ReturnType<typeof startOffline>>) => Promise<unknown>]>([
    ['the computer is online again', ({ backOnline }) => backOnline()],
    ['the person wants it', ({ background }) => background.retryNow()],
    ['a page reads the list', ({ background }) => background.list(RECENT_REPORTS_QUERY)],
    [
      'the worker is woken',
      async ({ clock, resume }) => {
        clock.pass(5_000);
        void resume();
      },
    ],
  ])('goes out, awake and with a wake-up planned, when %s', async (_, act) => {
    const started = await startOffline();
    const { clock, creates, isAwake, submissions, wakeAt } = started;
    await act(started);
    await creates.asked(1);
    await quiescence();
    expect(isAwake()).toBe(true);
    expect(wakeAt).toHaveBeenLastCalledWith(clock.now() + 90_000);
    creates.answer(0, { value: sampleDetails('3', { url }) });
    await vi.waitFor(() => expect(isAwake()).toBe(false), { interval: 1 });
    expect(submissions.stored).toEqual([]);
    expect(wakeAt).toHaveBeenLastCalledWith(null);
  });

  it('can be withdrawn, and then wakes nobody', async () => {
    const { background, submissions, wakeAt } = await startOffline();
    await expect(background.discard('new-1')).resolves.toEqual({ value: true });
    await quiescence();
    expect(submissions.stored).toEqual([]);
    expect(wakeAt).toHaveBeenLastCalledWith(null);
  });
});

describe('a computer without a connection', () => {
  it.each(['http://localhost:8000', 'http://127.0.0.1:8000/s', 'http://[::1]:8000'])(
    'sends what goes to itself, as at %s',
    async (baseUrl) => {
      const { background, client, isOnline, store } = await startConnectedBackground();
      await store.connection.write({ id: 'id-0', baseUrl });
      isOnline.mockReturnValue(false);
      await expect(background.create('new-1', draft)).resolves.toMatchObject({
        value: { state: 'created' },
      });
      expect(client.create).toHaveBeenCalledOnce();
    },
  );
});

describe('a report that is refused', () => {
  it('is sent again at a person’s word', async () => {
    const { background, client, isAwake, submissions } = await startConnectedBackground();
    client.create.mockResolvedValueOnce({
      failure: { code: 'refused', status: 418, message: null },
    });
    await background.create('new-1', { url, privacy: 2, password: 'hunter2' });
    await expect(background.retry('new-1', 'other')).resolves.toEqual({ value: null });
    await vi.waitFor(() => expect(isAwake()).toBe(false), { interval: 1 });
    expect(client.create.mock.lastCall?.[0]).toEqual({ url, privacy: 2, password: 'other' });
    expect(submissions.stored).toEqual([]);
  });

  it('is told apart from one that has no permission', async () => {
    const { background, client, permissions, submissions } = await startConnectedBackground();
    permissions.has.mockResolvedValue(false);
    client.create.mockResolvedValue({ failure: { code: 'unreachable' } });
    const failure: Failure = { code: 'noPermission', origin: 'https://host.example' };
    await expect(background.create('new-1', draft)).resolves.toEqual({
      value: { state: 'queued', failure },
    });
    expect(submissions.stored).toMatchObject([{ state: 'waiting', sends: 0 }]);
  });
});

describe('a report of which nobody knows whether it was created', () => {
  it('is looked for by the next worker, which sends nothing', async () => {
    const { background, client, listedIds, store, submissions } = await startConnectedBackground();
    const creates = holdAnswers<never>();
    client.create.mockImplementation(creates.call);
    void background.create('new-1', draft);
    await creates.asked(1);
    const second = startBackgroundOn(store);
    second.client.list.mockResolvedValue({ value: listOf(created, sampleReport('2')) });
    await second.resume();
    expect(second.client.create).not.toHaveBeenCalled();
    expect(submissions.stored).toEqual([]);
    expect(listedIds()).toEqual(['3', '2', '1']);
  });

  it.each<[string, (started: Awaited<ReturnType<typeof startConnectedBackground>>) => unknown]>([
    ['a list that is read shows it', ({ background }) => background.list(RECENT_REPORTS_QUERY)],
    [
      'a woken worker finds it',
      ({ clock, resume }) => {
        clock.pass(5_000);
        return resume();
      },
    ],
  ])('is done once %s', async (_, act) => {
    const started = await startConnectedBackground();
    const { background, client, clock, submissions, wakeAt } = started;
    client.create.mockResolvedValue({ failure: { code: 'timedOut', seconds: 180 } });
    await background.create('new-1', draft);
    await quiescence();
    expect(submissions.stored).toMatchObject([{ id: 'new-1', state: 'checking' }]);
    expect(wakeAt).toHaveBeenLastCalledWith(clock.now() + 5_000);
    client.list.mockResolvedValue({ value: listOf(created) });
    await act(started);
    expect(submissions.stored).toEqual([]);
    expect(client.create).toHaveBeenCalledTimes(1);
  });
});

describe('a computer that is back online', () => {
  it('asks nothing where nothing waits, or no service is connected', async () => {
    const connected = await startConnectedBackground();
    await connected.backOnline();
    await quiescence();
    expect(connected.client.list).not.toHaveBeenCalled();
    const { backOnline, clientFor } = startBackground();
    await backOnline();
    expect(clientFor).not.toHaveBeenCalled();
  });
});
