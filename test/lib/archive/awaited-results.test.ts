import { beforeEach, describe, expect, it, vi } from 'vitest';
import { archiveItems } from '@/lib/archive/archive-items';
import { hasNewResult } from '@/lib/archive/awaited-result';
import { createAwaitedResults } from '@/lib/archive/awaited-results';
import type { Outcome } from '@/lib/outcome';
import type { Report, ReportList } from '@/lib/report/report';
import { NEWEST_QUERY, RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { type ReportReference, referTo } from '@/lib/report/report-reference';
import { emptyBrowser } from '../../support/empty-browser';
import { listOf } from '../../support/fake-client';
import { FAILURES } from '../../support/sample-failures';
import { sampleDetails, sampleReport } from '../../support/sample-report';

const item = archiveItems.awaited('a');
const nothingYet = { result: null, generatedAt: null };
/** A report that was made without a result, or whose new one was asked for. */
const created = (id: string) => referTo(sampleReport(id, nothingYet));
const updated = (id: string) => referTo(sampleReport(id));

/** Awaited results at a service that shows nothing, and that a worker reads as soon as they are due. */
function openAwaited() {
  let clock = Date.parse('2026-11-02T12:00:00.000Z');
  const world = { isMaking: false, answer: { value: listOf() } as Outcome<ReportList> };
  const come: string[] = [];
  const onChange = vi.fn();
  const get = vi.fn(async ({ id }: ReportReference) => ({ value: sampleDetails(id, nothingYet) }));
  const readList = vi.fn(async (_: ReportQuery) => {
    if ('value' in world.answer) awaited.settle(world.answer.value.reports);
    return world.answer;
  });
  const start = () =>
    createAwaitedResults({
      ...{ item, onChange, now: () => clock },
      isMaking: () => world.isMaking,
      onResult: ({ id }) => void come.push(id),
      signal: new AbortController().signal,
    });
  let awaited = start();

  /** Goes on to the next time, and gives the seconds until then; null: there is none. */
  async function next(): Promise<number | null> {
    const time = awaited.nextTime();
    if (time === null) return null;
    const seconds = (time - clock) / 1000;
    clock = Math.max(clock, time);
    await awaited.readDue({ readList, get });
    return seconds;
  }

  return {
    ...{ world, come, onChange, get, readList, next },
    start(...reports: ReportReference[]) {
      for (const report of reports) awaited.start(report);
    },
    stop: (id: string) => awaited.stop(id),
    settle: (...reports: Report[]) => awaited.settle(reports),
    ids: () => awaited.ids(),
    readIds: () => get.mock.calls.map(([{ id }]) => id),
    pass(seconds: number) {
      clock += seconds * 1000;
    },
    /** The worker is stopped, and another one started. */
    async restart() {
      awaited = start();
      await awaited.load();
    },
  };
}

/** The ids from 1 on. */
const ids = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1));

beforeEach(emptyBrowser);

it.each<[string, boolean, string | null, Partial<Report>]>([
  ['a first result', true, null, {}],
  ['checks without a score', true, null, { result: null, failed: { high: 0, medium: 0, low: 0 } }],
  ['a report without a result', false, null, nothingYet],
  ['a newer date', true, '2026-11', { generatedAt: '2026-12' }],
  ['an older date', false, '2026-11', { generatedAt: '2025-12' }],
  ['the same date', false, '2026-11', { generatedAt: '2026-11' }],
  ['no date any more', false, '2026-11', { generatedAt: null }],
])('%s is a new result: %s', (_, isNew, former, after) => {
  expect(hasNewResult(former, sampleReport('1', after))).toBe(isNew);
});

describe('an awaited result', () => {
  it('is asked for five times, with growing pauses, also by other workers, and then given up', async () => {
    const { start, next, restart, ids, readList } = openAwaited();
    start(created('1'));
    const pauses: (number | null)[] = [];
    for (let time = 0; time < 6; time += 1) {
      await restart();
      pauses.push(await next());
    }
    expect(pauses).toEqual([5, 15, 60, 300, 900, null]);
    expect([readList.mock.calls.length, ids()]).toEqual([5, []]);
    await expect.poll(item.read).toBeUndefined();
  });

  it('counts its own reads, and goes with one that is due once half of its pause is over', async () => {
    const { start, next, ids, readList } = openAwaited();
    start(created('1'));
    for (let time = 0; time < 4; time += 1) await next();
    start(created('2'));
    const pauses = [await next(), await next(), await next(), await next()];
    expect([pauses, ids()]).toEqual([
      [5, 15, 60, 300],
      ['1', '2'],
    ]);
    // The last of both: 520 of 900 seconds have gone by for the other.
    expect([await next(), ids(), readList.mock.calls.length]).toEqual([520, [], 9]);
  });

  it('is not asked for once more where the worker is stopped in its last read', async () => {
    const { start, next, restart, ids, readList } = openAwaited();
    start(created('1'));
    for (let time = 0; time < 4; time += 1) await next();
    readList.mockImplementationOnce(() => new Promise(() => {}));
    void next();
    await vi.waitFor(() => expect(readList).toHaveBeenCalledTimes(5));
    await restart();
    expect(ids()).toEqual([]);
  });

  it('begins anew where another new result of the report is asked for', async () => {
    const { start, next, ids } = openAwaited();
    start(created('1'));
    await next();
    start(updated('1'));
    await expect(next()).resolves.toBe(5);
    expect(ids()).toEqual(['1']);
  });

  it('has come with any answer that shows it, and is awaited no longer', async () => {
    const { start, stop, settle, world, come, next, ids, onChange } = openAwaited();
    start(created('1'), updated('2'), created('3'));
    world.answer = { value: listOf(sampleReport('1'), sampleReport('2'), sampleReport('9')) };
    await next();
    expect([come, ids()]).toEqual([['1'], ['2', '3']]);
    settle(sampleReport('2', { generatedAt: '2026-11-03T00:00:00.000Z' }));
    onChange.mockClear();
    stop('3');
    expect([come, ids(), onChange.mock.calls.length]).toEqual([['1', '2'], [], 1]);
    await expect.poll(item.read).toBeUndefined();
  });

  it('is one of the last hundred', async () => {
    const { start, ids: awaited } = openAwaited();
    start(...ids(101).map(created));
    expect(awaited()).toEqual(ids(101).slice(1));
    await expect.poll(item.read).toHaveLength(100);
  });

  it('is lost with a store that fails, and nothing else', async () => {
    const { start, next } = openAwaited();
    vi.spyOn(item, 'write').mockRejectedValueOnce(new Error('Full'));
    start(created('1'));
    await expect(next()).resolves.toBe(5);
  });
});

describe('a read for awaited results', () => {
  it.each([
    [10, RECENT_REPORTS_QUERY],
    [11, NEWEST_QUERY],
  ])('is one list for all of %i that are due', async (count, query) => {
    const { start, readList, next } = openAwaited();
    start(...ids(count).map(created));
    await expect(next()).resolves.toBe(5);
    expect(readList.mock.calls).toEqual([[query]]);
  });

  it('reads singly two of those that are due and that the list does not show', async () => {
    const { start, world, next, readIds, readList } = openAwaited();
    start(...['1', '2', '3', '4'].map(created));
    world.answer = { value: listOf(sampleReport('1', nothingYet)) };
    readList.mockImplementationOnce(async () => {
      start(created('5'));
      return world.answer;
    });
    await next();
    expect(readIds()).toEqual(['2', '3']);
  });

  it('is none where the service takes no request, and one where it refuses the list alone', async () => {
    const { start, world, next, ids, readIds } = openAwaited();
    start(created('1'));
    world.answer = { failure: FAILURES.unreachable };
    for (let time = 0; time < 20; time += 1) await next();
    expect([ids(), readIds()]).toEqual([['1'], []]);
    world.answer = { failure: FAILURES['409'] };
    for (let time = 0; time < 5; time += 1) await next();
    expect([ids(), readIds()]).toEqual([[], Array(5).fill('1')]);
  });

  it('comes once a minute at the most while a batch goes on', async () => {
    const { start, world, next, pass } = openAwaited();
    world.isMaking = true;
    start(created('1'));
    await expect(next()).resolves.toBe(5);
    pass(10);
    start(created('2'));
    await expect(next()).resolves.toBe(50);
    world.isMaking = false;
    start(created('3'));
    await expect(next()).resolves.toBe(5);
  });

  it('is not put off by a clock that was set back', async () => {
    const { start, next, pass } = openAwaited();
    start(created('1'));
    pass(-3600);
    await expect(next()).resolves.toBe(0);
  });
});
