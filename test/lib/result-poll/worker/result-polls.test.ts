import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import type { Report, ReportDetails } from '@/lib/report/report';
import { createAwaitedDisk, startAwaited } from '../../../support/awaited-results-worker';
import { holdAnswers } from '../../../support/held-answers';
import { sampleDetails, sampleReport } from '../../../support/sample-report';

const report = sampleReport('1');
const renewed = { result: 'bad', generatedAt: '2026-11-02T12:00:01.000Z' } as const;
const gone: Failure = { code: 'gone', what: 'report', message: null };

describe('an awaited result', () => {
  it('is asked for at once where the clock was set back by a day meanwhile', async () => {
    const { awaited, client, clock } = startAwaited();
    await awaited.start(report, false);
    clock.pass(-24 * 3_600_000);
    await expect(awaited.nextDue()).resolves.toBeLessThanOrEqual(clock.now());
    await awaited.runDue();
    expect(client.get).toHaveBeenCalledTimes(1);
  });

  it('is stored with the time of the first question, and not asked for before', async () => {
    const { awaited, client, clock, item } = startAwaited();
    await awaited.start(report, false);
    expect(item.stored).toMatchObject([
      { report, attempts: 0, nextAt: clock.in(2_000), failure: null },
    ]);
    await expect(awaited.nextDue()).resolves.toBe(clock.now() + 2_000);
    clock.pass(1_999);
    await awaited.runDue();
    expect(client.get).not.toHaveBeenCalled();
  });

  it('is asked for with growing pauses, and given up after the longest', async () => {
    const { awaited, client, clock, item, askNext, onRead } = startAwaited();
    await awaited.start(report, false);
    const pauses: (number | null)[] = [];
    for (let count = 0; count < 13; count += 1) pauses.push(await askNext());
    expect(pauses).toEqual([2, 4, 8, 15, 30, 60, 60, 120, 120, 300, 300, 600, null]);
    expect(item.stored).toMatchObject([{ report, attempts: 12, nextAt: null, failure: null }]);
    await expect(awaited.nextDue()).resolves.toBeNull();
    clock.pass(24 * 3_600_000);
    await awaited.runDue();
    expect(client.get).toHaveBeenCalledTimes(12);
    expect(onRead).not.toHaveBeenCalled();
  });

  it.each<[string, Outcome<ReportDetails>, 'onRead' | 'onGone', Report]>([
    ['come', { value: sampleDetails('1', renewed) }, 'onRead', sampleReport('1', renewed)],
    ['gone with its report', { failure: gone }, 'onGone', report],
  ])('is told, and then no longer awaited, when it has %s', async (_, outcome, told, what) => {
    const { awaited, client, item, askNext, ...listeners } = startAwaited();
    await awaited.start(report, false);
    await askNext();
    client.get.mockResolvedValue(outcome);
    listeners[told].mockImplementation(async () => {
      expect(item.stored).toHaveLength(1);
    });
    await askNext();
    expect(listeners.onRead.mock.calls.length + listeners.onGone.mock.calls.length).toBe(1);
    expect(listeners[told].mock.lastCall?.[0]).toStrictEqual(what);
    expect(item.stored).toEqual([]);
    await expect(askNext()).resolves.toBeNull();
  });

  it.each([
    ['the old one', {}],
    ['none', { result: null, generatedAt: null }],
    ['another privacy alone', { privacy: 0 }],
  ] as const)('is awaited on while the service shows %s', async (_, fields) => {
    const { awaited, client, clock, item, askNext, onRead } = startAwaited();
    client.get.mockResolvedValue({ value: sampleDetails('1', fields) });
    await awaited.start(report, false);
    await askNext();
    expect(onRead).not.toHaveBeenCalled();
    expect(item.stored).toMatchObject([
      { report, attempts: 1, nextAt: clock.in(4_000), failure: null },
    ]);
  });

  it('is not asked for once nobody waits any more, while others are', async () => {
    const { awaited, client, askNext } = startAwaited();
    await awaited.start(report, false);
    await awaited.start(sampleReport('2'), false);
    await awaited.stop('1');
    await askNext();
    expect(client.get.mock.calls.map(([id]) => id)).toEqual(['2']);
  });

  it('is awaited from the beginning when it is asked for again', async () => {
    const { awaited, clock, item, askNext } = startAwaited();
    await awaited.start(report, false);
    while ((await askNext()) !== null);
    const after = sampleReport('1', { privacy: 0 });
    await awaited.start(after, false);
    expect(item.stored).toMatchObject([
      { report: after, attempts: 0, nextAt: clock.in(2_000), failure: null },
    ]);
  });
});

describe('a question that fails', () => {
  it('is asked again after its pause, and says why until one succeeds', async () => {
    const { awaited, client, clock, item, askNext } = startAwaited();
    const failure: Failure = { code: 'unreachable' };
    client.get.mockResolvedValueOnce({ failure });
    await awaited.start(report, false);
    await askNext();
    expect(item.stored).toMatchObject([{ report, attempts: 1, nextAt: clock.in(4_000), failure }]);
    await expect(askNext()).resolves.toBe(4);
    expect(item.stored).toMatchObject([{ attempts: 2, failure: null }]);
  });
});

describe('several awaited results', () => {
  it('end each for itself', async () => {
    const { awaited, client, clock, item } = startAwaited();
    const answers = holdAnswers<Outcome<ReportDetails>>();
    client.get.mockImplementation(answers.call);
    await Promise.all([awaited.start(report, false), awaited.start(sampleReport('2'), false)]);
    clock.pass(2_000);
    const running = awaited.runDue();
    await answers.asked(2);
    answers.answer(1, { value: sampleDetails('2', renewed) });
    answers.answer(0, { failure: { code: 'unreachable' } });
    await running;
    expect(item.stored).toMatchObject([{ report, attempts: 1, failure: { code: 'unreachable' } }]);
  });
});

describe('what is kept of awaited results', () => {
  it('are the 200 that were asked for last', async () => {
    const { awaited, item } = startAwaited();
    for (let id = 0; id < 205; id += 1) await awaited.start(sampleReport(String(id)), false);
    await awaited.start(sampleReport('5'), false);
    const ids = item.stored?.map(({ report }) => report.id) ?? [];
    expect(ids).toHaveLength(200);
    expect([ids[0], ids.at(-2), ids.at(-1)]).toEqual(['6', '204', '5']);
  });

  it('is the beginning of an address that is out of measure', async () => {
    const { awaited, item } = startAwaited();
    const url = `https://host.example/${'x'.repeat(100_000)}`;
    await awaited.start(sampleReport('1', { url }), false);
    expect(item.stored?.[0]?.report.url).toBe(url.slice(0, 2_000));
  });
});

describe('a question under way', () => {
  async function askAndHold(disk = createAwaitedDisk()) {
    const worker = startAwaited(disk);
    const answers = holdAnswers<Outcome<ReportDetails>>();
    worker.client.get.mockImplementation(answers.call);
    await worker.awaited.start(report, false);
    worker.clock.pass(2_000);
    const running = worker.awaited.runDue();
    await answers.asked(1);
    return { ...worker, answers, running };
  }

  it('is not asked a second time, and looked after should the worker be stopped', async () => {
    const { awaited, answers, clock, running } = await askAndHold();
    await expect(awaited.nextDue()).resolves.toBe(clock.now() + 90_000);
    clock.pass(60_000);
    await awaited.runDue();
    expect(answers.count).toBe(1);
    answers.answer(0, { value: sampleDetails('1') });
    await running;
    await expect(awaited.nextDue()).resolves.toBe(clock.now() + 4_000);
  });

  it('is asked again by the next worker when its own was stopped', async () => {
    const disk = createAwaitedDisk();
    await askAndHold(disk);
    const second = startAwaited(disk);
    second.client.get.mockResolvedValue({ value: sampleDetails('1', renewed) });
    await expect(second.askNext()).resolves.toBe(0);
    expect(second.onRead).toHaveBeenCalledExactlyOnceWith(sampleReport('1', renewed), false);
    expect(disk.item.stored).toEqual([]);
  });

  it('does not bring back what was stopped meanwhile', async () => {
    const { awaited, answers, item, running } = await askAndHold();
    await awaited.stop('1');
    answers.answer(0, { value: sampleDetails('1') });
    await running;
    expect(item.stored).toEqual([]);
  });

  it.each<Outcome<ReportDetails>>([
    { value: sampleDetails('1', renewed) },
    { failure: gone },
    { failure: { code: 'interrupted' } },
  ])('changes nothing by %j once the session is closed', async (outcome) => {
    const { answers, controller, item, onGone, onRead, running } = await askAndHold();
    const before = item.stored;
    controller.abort();
    answers.answer(0, outcome);
    await running;
    expect(item.stored).toEqual(before);
    expect(onRead).not.toHaveBeenCalled();
    expect(onGone).not.toHaveBeenCalled();
  });
});

it('a worker that was made anew goes on with the pauses where the last one was', async () => {
  const disk = createAwaitedDisk();
  const first = startAwaited(disk);
  await first.awaited.start(report, false);
  for (let count = 0; count < 3; count += 1) await first.askNext();
  const second = startAwaited(disk);
  await expect(second.askNext()).resolves.toBe(15);
  await expect(second.askNext()).resolves.toBe(30);
  expect(second.client.get).toHaveBeenCalledTimes(2);
});
