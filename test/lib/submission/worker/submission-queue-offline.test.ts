import { describe, expect, it, vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import type { Submission } from '@/lib/submission/submission';
import { listOf } from '../../../support/fake-client';
import { createQueueDisk, startQueue } from '../../../support/queue-worker';
import { sampleReport } from '../../../support/sample-report';
import { type SubmissionState, sampleSubmission } from '../../../support/sample-submission';

const url = 'https://host.example/new';
const draft = { url, privacy: 1 } as const;
const created = sampleReport('3', { url });
const unreachable: Failure = { code: 'unreachable' };
const refused: Failure = { code: 'refused', status: 418, message: null };
const offline: Failure = { code: 'offline' };

/** A queue that cannot reach the service, with one submission of which nobody knows. */
async function startUnreachable() {
  const started = startQueue();
  started.client.create.mockResolvedValue({ failure: unreachable });
  started.client.list.mockResolvedValue({ failure: unreachable });
  await started.queue.create('a', draft, false);
  started.client.create.mockClear();
  started.client.list.mockClear();
  return started;
}

/** A queue that could not reach the service in the worker's last life. */
async function startPaused(kept: Submission) {
  const disk = createQueueDisk(kept);
  const pause = { until: disk.clock.in(5_000), failure: unreachable, count: 1 };
  await disk.store.view.write({ shown: [kept], count: 1, pause, newestId: null });
  const started = startQueue(disk);
  started.client.list.mockResolvedValue({ failure: unreachable });
  return started;
}

/** A queue with something that waits, on a computer without a connection. */
async function startOffline() {
  const started = startQueue();
  started.isOnline.mockReturnValue(false);
  const answer = await started.queue.create('a', draft, false);
  return { ...started, answer };
}

describe('a computer without a connection', () => {
  it('stores what is asked for and sends nothing', async () => {
    const { answer, client, clock, store } = await startOffline();
    expect(answer).toEqual({ value: { state: 'queued', failure: offline } });
    expect(store.stored).toMatchObject([{ id: 'a', state: 'waiting', sends: 0 }]);
    await vi.waitFor(() => expect(store.view.stored?.pause).not.toBeNull(), { interval: 1 });
    expect(store.view.stored?.pause).toEqual({
      until: clock.in(5_000),
      failure: offline,
      count: 1,
    });
    expect(client.create).not.toHaveBeenCalled();
    expect(client.list).not.toHaveBeenCalled();
  });

  it('looks again at growing pauses, without a request', async () => {
    const { queue, client, clock, wakeIn } = await startOffline();
    const waits: number[] = [];
    while (waits.length < 9) {
      const wait = ((await queue.nextDue()) ?? 0) - clock.now();
      waits.push(wait / 1000);
      await wakeIn(wait);
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
    expect(client.list).not.toHaveBeenCalled();
  });

  it('sends what waited as soon as it is online again, after one question', async () => {
    const { queue, client, isOnline, store } = await startOffline();
    isOnline.mockReturnValue(true);
    await queue.backOnline();
    await queue.runDue();
    expect(client.list.mock.calls.map(([query]) => query)).toEqual([RECENT_REPORTS_QUERY]);
    expect(client.create).toHaveBeenCalledTimes(1);
    expect(store.stored).toEqual([]);
    expect(store.view.stored).toMatchObject({ shown: [], count: 0, pause: null });
  });

  it('searches for nothing either', async () => {
    const sending = sampleSubmission('a', { state: 'sending' }, { url, sends: 1 });
    const { queue, client, clock, isOnline, store } = startQueue(createQueueDisk(sending));
    isOnline.mockReturnValue(false);
    await queue.runDue();
    expect(client.list).not.toHaveBeenCalled();
    await expect(queue.nextDue()).resolves.toBe(clock.now() + 5_000);
    isOnline.mockReturnValue(true);
    client.list.mockResolvedValue({ value: listOf(created) });
    await queue.backOnline();
    await queue.runDue();
    expect(store.stored).toEqual([]);
  });
});

describe('a service that cannot be reached', () => {
  const waiting = sampleSubmission('z', { state: 'waiting' });
  const nextAt = '2026-11-02T12:09:20.000Z';
  const later: SubmissionState = { state: 'checking', checks: 4, nextAt, failure: unreachable };
  const checkedLater = sampleSubmission('z', later);

  it('is asked by one question at growing pauses, and not for what waits', async () => {
    const { queue, client, clock, wakeIn, states } = await startPaused(waiting);
    const waits: number[] = [];
    while (waits.length < 8) {
      const wait = ((await queue.nextDue()) ?? 0) - clock.now();
      waits.push(wait / 1000);
      await wakeIn(wait);
      expect(client.list).toHaveBeenCalledTimes(waits.length);
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
    expect(client.create).not.toHaveBeenCalled();
    expect(states()).toEqual({ z: 'waiting' });
  });

  it('is back when it answers that question, whatever it says', async () => {
    const { queue, client, states, wakeIn } = await startPaused(waiting);
    client.create.mockResolvedValue({ failure: refused });
    client.list.mockResolvedValue({ failure: refused });
    await wakeIn(5_000);
    expect(states()).toEqual({ z: 'failed' });
    await expect(queue.nextDue()).resolves.toBeNull();
  });

  it.each(['retryNow', 'backOnline'] as const)(
    'is searched at once with %s for what nobody knows of',
    async (verb) => {
      const { queue, client, store } = await startUnreachable();
      client.list.mockResolvedValue({ value: listOf(created) });
      await queue[verb]();
      await queue.runDue();
      expect(client.create).not.toHaveBeenCalled();
      expect(store.stored).toEqual([]);
    },
  );

  it('is searched at once when a page has read a list', async () => {
    const { queue, client, store, states } = await startUnreachable();
    client.list.mockResolvedValue({ value: listOf() });
    await queue.reconcile([], false);
    await queue.runDue();
    expect(client.list).toHaveBeenCalledTimes(2);
    expect(states()).toEqual({ a: 'checking' });
    expect(store.view.stored?.pause).toBeNull();
  });

  it('is not asked again and again when it is back and refuses the list', async () => {
    const { queue, client, clock, store, wakeIn } = await startUnreachable();
    client.list.mockImplementation(async () => {
      const isTooOften = client.list.mock.calls.length > 50;
      return isTooOften ? { value: listOf(created) } : { failure: refused };
    });
    await wakeIn(((await queue.nextDue()) ?? 0) - clock.now());
    expect(client.list).toHaveBeenCalledTimes(1);
    expect(store.stored).toMatchObject([{ state: 'checking', nextAt: clock.in(5_000) }]);
    await expect(queue.nextDue()).resolves.toBe(clock.now() + 5_000);
  });

  it('is not woken for when there is nothing to ask it', async () => {
    const { queue, wakeIn } = await startPaused(checkedLater);
    await wakeIn(60_000);
    await expect(queue.nextDue()).resolves.toBe(Date.parse(nextAt));
  });

  it('shows in the view that it is back', async () => {
    const { queue, store } = await startPaused(checkedLater);
    await queue.reconcile([], false);
    await queue.runDue();
    expect(store.view.stored?.pause).toBeNull();
  });
});
