import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import type { ReportDetails } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { listOf } from '../../../support/fake-client';
import { holdAnswers } from '../../../support/held-answers';
import { createQueueDisk, startQueue } from '../../../support/queue-worker';
import { quiescence } from '../../../support/quiescence';
import { sampleDetails } from '../../../support/sample-report';
import { sampleSubmission } from '../../../support/sample-submission';

const message = null;
const keyRefused: Failure = { code: 'keyRefused', message };
const notAllowed: Failure = { code: 'notAllowed', message: 'Read-only key' };
const noPermission: Failure = { code: 'noPermission', origin: 'https://host.example' };
const draftOf = (name: string) => ({ url: `https://host.example/${name}`, privacy: 1 }) as const;

/** Six submissions wait for the end of a pause, and then the service refuses everything. */
async function startSix(refusal: Failure) {
  const six = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, order) =>
    sampleSubmission(id, { state: 'waiting' }, { order }),
  );
  const disk = createQueueDisk(...six);
  const crowded: Failure = { code: 'tooManyRequests', retryAt: null, message };
  const pause = { until: disk.clock.in(30_000), failure: crowded, count: 1 };
  await disk.store.view.write({ shown: [], count: 6, pause, newestId: null });
  const started = startQueue(disk);
  started.client.create.mockResolvedValue({ failure: refusal });
  started.client.list.mockResolvedValue({ failure: refusal });
  await started.wakeIn(30_000);
  return started;
}

describe.each<Failure>([keyRefused, notAllowed, noPermission, { code: 'protectionPage' }])(
  'six submissions that wait at a service that answers %j',
  (refusal) => {
    it('send one request that is refused, and wait on, without any that fails', async () => {
      const { client, clock, store } = await startSix(refusal);
      expect(client.create).toHaveBeenCalledTimes(1);
      expect(store.stored.map(({ state, sends }) => [state, sends])).toEqual(
        Array(6).fill(['waiting', 0]),
      );
      expect(store.view.stored?.pause).toMatchObject({ failure: refusal });
      expect(Date.parse(store.view.stored?.pause?.until ?? '')).toBeGreaterThan(clock.now());
    });

    it('are not sent by themselves while the list is refused, which is asked for at growing pauses', async () => {
      const { queue, client, clock, wakeIn } = await startSix(refusal);
      client.list.mockClear();
      const waits: number[] = [];
      while (waits.length < 6) {
        const wait = ((await queue.nextDue()) ?? 0) - clock.now();
        waits.push(wait / 1000);
        await wakeIn(wait);
        expect(client.list).toHaveBeenCalledTimes(waits.length);
      }
      expect(waits.slice(1).every((wait, index) => wait >= (waits[index] ?? 0))).toBe(true);
      expect(client.list.mock.lastCall?.[0]).toEqual(RECENT_REPORTS_QUERY);
      expect(client.create).toHaveBeenCalledTimes(1);
    });

    it.each<[string, (started: Awaited<ReturnType<typeof startSix>>) => Promise<unknown>]>([
      ['a probe', ({ wakeIn }) => wakeIn(300_000)],
      ['Retry now', ({ queue }) => queue.retryNow()],
      ['a list that a page has read', ({ queue }) => queue.reconcile([], false)],
    ])('go out when the service works again by %s', async (_, act) => {
      const started = await startSix(refusal);
      const { client, queue, store } = started;
      let made = 2;
      client.create.mockImplementation(async ({ url }) => {
        made += 1;
        return { value: sampleDetails(String(made), { url }) };
      });
      client.list.mockResolvedValue({ value: listOf() });
      await act(started);
      await queue.runDue();
      expect(store.stored).toEqual([]);
      expect(client.create).toHaveBeenCalledTimes(7);
    });

    it('are joined by another, whose page is told why at once', async () => {
      const { queue, client } = await startSix(refusal);
      const answer = await queue.create('g', draftOf('g'), false);
      expect(answer).toEqual({ value: { state: 'queued', failure: refusal } });
      expect(client.create).toHaveBeenCalledTimes(1);
    });
  },
);

describe('the first submission of all', () => {
  it('is told at once that the key is refused, and stays', async () => {
    const { queue, client, states } = startQueue();
    client.create.mockResolvedValue({ failure: keyRefused });
    client.list.mockResolvedValue({ failure: keyRefused });
    await expect(queue.create('a', draftOf('a'), false)).resolves.toEqual({
      value: { state: 'queued', failure: keyRefused },
    });
    expect(states()).toEqual({ a: 'waiting' });
  });
});

describe('a submission that is forbidden though the list is served', () => {
  it('has failed with the words of the service, and holds no other back', async () => {
    const { queue, client, store } = startQueue();
    client.create.mockResolvedValueOnce({ failure: notAllowed });
    await expect(queue.create('a', draftOf('a'), false)).resolves.toEqual({ failure: notAllowed });
    expect(client.list.mock.calls.map(([query]) => query)).toEqual([RECENT_REPORTS_QUERY]);
    expect(store.stored).toMatchObject([{ id: 'a', state: 'failed', failure: notAllowed }]);
    expect(store.view.stored?.pause).toBeNull();
    await expect(queue.create('b', draftOf('b'), false)).resolves.toHaveProperty(
      'value.state',
      'created',
    );
  });

  it('waits where nobody can be asked whether the list is', async () => {
    const { queue, client, states } = startQueue();
    const failure: Failure = { code: 'unreachable' };
    client.create.mockResolvedValueOnce({ failure: notAllowed });
    client.list.mockResolvedValueOnce({ failure });
    await expect(queue.create('a', draftOf('a'), false)).resolves.toEqual({
      value: { state: 'queued', failure },
    });
    expect(states()).toEqual({ a: 'waiting' });
  });
});

describe('a service that refuses creations alone', () => {
  it('is asked for one at growing pauses, and for two at once when it takes them', async () => {
    const { queue, client, clock, store, wakeIn } = await startSix(keyRefused);
    client.list.mockResolvedValue({ value: listOf() });
    const waits: number[] = [];
    while (waits.length < 4) {
      const wait = ((await queue.nextDue()) ?? 0) - clock.now();
      waits.push(wait / 1000);
      await wakeIn(wait);
      expect(client.create).toHaveBeenCalledTimes(1 + waits.length);
    }
    expect(waits).toEqual([10, 20, 40, 80]);
    expect(store.stored).toHaveLength(6);
    const creates = holdAnswers<Outcome<ReportDetails>>();
    client.create.mockImplementation(creates.call);
    const waking = wakeIn(160_000);
    await creates.asked(1);
    await quiescence();
    expect(creates.count).toBe(1);
    creates.answer(0, { value: sampleDetails('3', draftOf('a')) });
    await creates.asked(3);
    for (const index of [1, 2, 3, 4, 5]) {
      await creates.asked(Math.min(6, index + 2));
      const url = `https://host.example/${'abcdef'[index]}`;
      creates.answer(index, { value: sampleDetails(String(3 + index), { url }) });
    }
    await waking;
    expect(store.stored).toEqual([]);
  });
});

describe('a search that the service refuses', () => {
  it('is no search, and goes out again when the service works again', async () => {
    const failure: Failure = { code: 'timedOut', seconds: 180 };
    const nextAt = '2026-11-02T12:00:00.000Z';
    const lost = sampleSubmission('a', { state: 'checking', checks: 4, nextAt, failure });
    const { queue, client, store, wakeIn } = startQueue(createQueueDisk(lost));
    client.list.mockResolvedValue({ failure: keyRefused });
    await queue.runDue();
    expect(store.stored).toEqual([lost]);
    client.list.mockResolvedValue({ value: listOf(sampleDetails('3', { url: lost.url })) });
    await wakeIn(5_000);
    expect(store.stored).toEqual([]);
    expect(client.create).not.toHaveBeenCalled();
  });
});
