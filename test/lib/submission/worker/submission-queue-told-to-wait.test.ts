import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import type { ReportDetails } from '@/lib/report/report';
import { holdAnswers } from '../../../support/held-answers';
import { startQueue } from '../../../support/queue-worker';
import { quiescence } from '../../../support/quiescence';
import { sampleDetails, sampleReport } from '../../../support/sample-report';

const url = 'https://host.example/new';
const draft = { url, privacy: 1 } as const;
const message = null;
const crowded = { code: 'tooManyRequests', retryAt: null, message } as const;

function toldUntil(retryAt: string): Failure {
  return { ...crowded, retryAt };
}

function startTold(failure: Failure) {
  const started = startQueue();
  started.client.create.mockResolvedValue({ failure });
  return started;
}

const minute = '2026-11-02T12:01:00.000Z';

describe.each<[string, Failure, number]>([
  ['a time', toldUntil(minute), 60_000],
  ['a time more than an hour ahead', toldUntil('2026-11-03T12:00:00.000Z'), 3600_000],
  ['a time that is over', toldUntil('2026-11-02T12:00:00.000Z'), 1_000],
  ['no time', crowded, 30_000],
  ['a time by 503', { code: 'serviceDown', status: 503, retryAt: minute, message }, 60_000],
])('a service that wants fewer requests and tells %s', (_, failure, wait) => {
  it('is asked nothing until then, and then for one', async () => {
    const { queue, client, clock, store, wakeIn, states } = startTold(failure);
    await expect(queue.create('a', draft, false)).resolves.toEqual({
      value: { state: 'queued', failure },
    });
    const other = { url: 'https://host.example/other', privacy: 1 } as const;
    await expect(queue.create('b', other, false)).resolves.toEqual({
      value: { state: 'queued', failure },
    });
    const pause = { until: clock.in(wait), failure, count: 1 };
    expect(store.view.stored).toMatchObject({ count: 2, pause });
    expect(store.stored).toMatchObject([
      { id: 'a', state: 'waiting', sends: 0 },
      { id: 'b', state: 'waiting', sends: 0 },
    ]);
    await expect(queue.nextDue()).resolves.toBe(clock.now() + wait);
    await wakeIn(wait - 1);
    expect(client.create).toHaveBeenCalledTimes(1);
    const creates = holdAnswers<Outcome<ReportDetails>>();
    client.create.mockImplementation(creates.call);
    const waking = wakeIn(1);
    await creates.asked(1);
    await quiescence();
    expect(states()).toEqual({ a: 'sending', b: 'waiting' });
    creates.answer(0, { value: sampleDetails('3') });
    await creates.asked(2);
    creates.answer(1, { value: sampleDetails('4') });
    await waking;
    expect(client.list).not.toHaveBeenCalled();
    expect(store.view.stored).toMatchObject({ shown: [], count: 0, pause: null });
  });
});

/** Two submissions are out, and the first is told to wait a minute. */
async function startTwo() {
  const started = startQueue();
  const creates = holdAnswers<Outcome<ReportDetails>>();
  started.client.create.mockImplementation(creates.call);
  const first = started.queue.create('a', draft, false);
  const other = { url: 'https://host.example/b', privacy: 1 } as const;
  const second = started.queue.create('b', other, false);
  await creates.asked(2);
  creates.answer(0, { failure: toldUntil(minute) });
  return { ...started, creates, first, second };
}

describe('a service that wants fewer requests again and again', () => {
  it.each<[string, Failure, number[]]>([
    ['no time', crowded, [30, 60, 120, 300, 900, 900, 900]],
    ['a time that is over', toldUntil('2026-11-02T12:00:00.000Z'), [1, 30, 60, 120, 300, 900, 900]],
  ])('and tells %s is asked at growing pauses, and loses nothing', async (_, failure, expected) => {
    const { queue, clock, wakeIn, client, states } = startTold(failure);
    await queue.create('a', draft, false);
    const waits: number[] = [];
    while (waits.length < 7) {
      const wait = ((await queue.nextDue()) ?? 0) - clock.now();
      waits.push(wait / 1000);
      await wakeIn(wait);
    }
    expect(waits).toEqual(expected);
    expect(client.create).toHaveBeenCalledTimes(8);
    expect(states()).toEqual({ a: 'waiting' });
  });

  it('is told by two answers at once and waits for the later', async () => {
    const { queue, clock, creates, first, second } = await startTwo();
    await quiescence();
    creates.answer(1, { failure: crowded });
    await Promise.all([first, second]);
    await expect(queue.nextDue()).resolves.toBe(clock.now() + 60_000);
  });

  it('goes on waiting though a request that was out before is answered', async () => {
    const { queue, clock, creates, first, second } = await startTwo();
    await first;
    creates.answer(1, { value: sampleDetails('4') });
    await second;
    await queue.runDue();
    await expect(queue.nextDue()).resolves.toBe(clock.now() + 60_000);
    expect(creates.count).toBe(2);
  });

  it('is not searched meanwhile for a report of which nobody knows', async () => {
    const { queue, client, clock, states, wakeIn, creates, first, second } = await startTwo();
    await first;
    const failure: Failure = { code: 'unreachable' };
    creates.answer(1, { failure });
    await expect(second).resolves.toEqual({ value: { state: 'queued', failure } });
    expect(client.list).not.toHaveBeenCalled();
    await expect(queue.nextDue()).resolves.toBe(clock.now() + 60_000);
    void wakeIn(60_000);
    await creates.asked(3);
    expect(client.list).toHaveBeenCalledTimes(2);
    expect(states()).toEqual({ a: 'sending', b: 'checking' });
  });
});

describe('a service that said when to come again', () => {
  it('is not asked earlier because the computer is online, or a list was read', async () => {
    const { queue, client, store } = startTold(toldUntil(minute));
    await queue.create('a', draft, false);
    await queue.backOnline();
    await queue.reconcile([], false);
    await queue.runDue();
    expect(client.create).toHaveBeenCalledTimes(1);
    expect(store.view.stored?.pause).toMatchObject({ until: minute });
  });

  it('is asked at once at a person’s word, for one', async () => {
    const { queue, client, clock, store } = startTold(toldUntil(minute));
    await queue.create('a', draft, false);
    await queue.create('b', { url: 'https://host.example/b', privacy: 1 }, false);
    await queue.retryNow();
    await queue.runDue();
    expect(client.create).toHaveBeenCalledTimes(2);
    expect(store.view.stored?.pause).toMatchObject({ until: minute, count: 2 });
    client.create.mockResolvedValue({ value: sampleDetails('3') });
    clock.pass(1_000);
    await queue.retryNow();
    await queue.runDue();
    expect(store.stored).toEqual([]);
  });

  it('is asked by the next worker when the time has come, and not before', async () => {
    const { queue, disk, clock, stop } = startTold(toldUntil(minute));
    await queue.create('a', draft, false);
    await stop();
    const next = startQueue(disk);
    await next.queue.runDue();
    expect(next.client.create).not.toHaveBeenCalled();
    await expect(next.queue.nextDue()).resolves.toBe(clock.now() + 60_000);
    await next.wakeIn(60_000);
    expect(next.store.stored).toEqual([]);
  });
});

describe('a repeat that is told to wait', () => {
  it('is not made where a list shows the report meanwhile', async () => {
    const { queue, client, store, wakeIn } = startTold(crowded);
    client.create.mockResolvedValueOnce({ failure: { code: 'timedOut', seconds: 180 } });
    await queue.create('a', draft, false);
    for (const pause of [5_000, 15_000, 30_000, 70_000]) await wakeIn(pause);
    expect(client.create).toHaveBeenCalledTimes(2);
    expect(store.stored).toMatchObject([{ id: 'a', state: 'waiting', sends: 1 }]);
    await queue.reconcile([sampleReport('3', { url })], false);
    await wakeIn(30_000);
    expect(client.create).toHaveBeenCalledTimes(2);
    expect(store.stored).toEqual([]);
  });
});
