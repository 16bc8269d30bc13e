import { beforeEach, describe, expect, it, vi } from 'vitest';
import { archiveItems } from '@/lib/archive/archive-items';
import { type AwaitedResult, hasNewResult } from '@/lib/archive/awaited-result';
import { type AwaitedResultReads, createAwaitedResults } from '@/lib/archive/awaited-results';
import type { Outcome } from '@/lib/outcome';
import type { Report, ReportList } from '@/lib/report/report';
import { NEWEST_QUERY, RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { referTo } from '@/lib/report/report-reference';
import { emptyBrowser } from '../../support/empty-browser';
import { listOf } from '../../support/fake-client';
import { FAILURES } from '../../support/sample-failures';
import { sampleDetails, sampleReport } from '../../support/sample-report';

const item = archiveItems.awaited('a');
const nothingYet = { result: null, generatedAt: null };
const CREATION = { former: null, kind: 'creation', keeping: 'disk' } as const;
const UPDATE = { ...CREATION, former: sampleReport('1').generatedAt, kind: 'update' } as const;
const at = (id: string) => referTo(sampleReport(id));

/** Reports from 1 on, without a result. */
function unrated(count: number): Report[] {
  return Array.from({ length: count }, (_, index) => sampleReport(String(index + 1), nothingYet));
}

/** Awaited results at a service that shows nothing, and that a worker reads as soon as they are due. */
function openAwaited() {
  let clock = Date.parse('2026-11-02T12:00:00.000Z');
  const world = { isMaking: false, answer: { value: listOf() } as Outcome<ReportList> };
  const results: [id: string, kind: AwaitedResult['kind']][] = [];
  const get = vi.fn(async ({ id }: { id: string }) => ({ value: sampleDetails(id, nothingYet) }));
  const readList = vi.fn(async (_: ReportQuery) => {
    if (!('failure' in world.answer)) await awaited.settle(world.answer.value.reports);
    return world.answer;
  });
  const start = () =>
    createAwaitedResults({
      ...{ item, now: () => clock },
      isMaking: () => world.isMaking,
      onResult: ({ id }, { kind }) => results.push([id, kind]),
      signal: new AbortController().signal,
    });
  let awaited: AwaitedResultReads = start();

  /** Goes on to the next round, and gives the seconds until then; null: there is none. */
  async function next(): Promise<number | null> {
    const time = awaited.nextTime();
    if (time === null) return null;
    const seconds = (time - clock) / 1000;
    clock = time;
    await awaited.readDue({ readList, get });
    return seconds;
  }

  return {
    ...{ world, results, get, readList, next },
    now: () => awaited,
    /** The worker is stopped, and another one started. */
    async restart() {
      awaited = start();
      await awaited.load();
    },
  };
}

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

describe('a round of reads for awaited results', () => {
  it.each([
    [10, RECENT_REPORTS_QUERY],
    [11, NEWEST_QUERY],
  ])('for %i reports reads a single list, the newest first', async (count, query) => {
    const { now, readList, next } = openAwaited();
    for (const report of unrated(count)) await now().start(referTo(report), CREATION);
    await expect(next()).resolves.toBe(2);
    expect(readList.mock.calls).toEqual([[query]]);
  });

  it('reads alone the two reports missing in its list that were read alone longest ago', async () => {
    const { now, world, get, next } = openAwaited();
    const reports = unrated(6);
    for (const report of reports) await now().start(referTo(report), CREATION);
    world.answer = { value: listOf(...reports.slice(0, 3)) };
    await next();
    await next();
    world.answer = { value: listOf() };
    await next();
    expect(get.mock.calls[0]).toEqual([{ id: '4', page: 'host.example/4' }]);
    const ids = get.mock.calls.map(([{ id }]) => id);
    expect(ids).toEqual(['4', '5', '6', '4', '1', '2']);
  });

  it('does not read alone a report that was made while its list was on its way', async () => {
    const { now, readList, get, next } = openAwaited();
    const [one, other] = unrated(2) as [Report, Report];
    await now().start(referTo(one), CREATION);
    readList.mockImplementationOnce(async () => {
      await now().start(referTo(other), CREATION);
      return { value: listOf(one) };
    });
    await next();
    expect(get).not.toHaveBeenCalled();
    await expect(next()).resolves.toBe(2);
  });

  it('does not count if the service takes no request', async () => {
    const { now, world, next } = openAwaited();
    await now().start(at('1'), CREATION);
    world.answer = { failure: FAILURES.unreachable };
    for (let round = 0; round < 20; round += 1) await next();
    await expect(item.read()).resolves.toMatchObject({ rounds: 0 });
    world.answer = { failure: FAILURES['409'] };
    await next();
    await expect(item.read()).resolves.toMatchObject({ rounds: 1 });
  });

  it('ends the wait for each report whose new result it shows', async () => {
    const { now, world, results, next } = openAwaited();
    await now().start(at('1'), { ...CREATION, kind: 'batch' });
    await now().start(at('2'), UPDATE);
    await now().start(at('3'), CREATION);
    const rated = [sampleReport('1'), sampleReport('2'), sampleReport('9')];
    world.answer = { value: listOf(...rated) };
    await next();
    expect(results).toEqual([['1', 'batch']]);
    await now().settle([sampleReport('2', { generatedAt: '2026-11-03T00:00:00.000Z' })]);
    await now().stop('3');
    expect(results).toEqual([
      ['1', 'batch'],
      ['2', 'update'],
    ]);
    expect(now().nextTime()).toBeNull();
    await expect(item.read()).resolves.toBeUndefined();
  });
});

describe('the rounds of reads for awaited results', () => {
  it('are twelve, with growing pauses, even if the worker is stopped in between', async () => {
    const { now, next, restart, readList } = openAwaited();
    await now().start(at('1'), CREATION);
    for (let round = 0; round < 5; round += 1) await next();
    await now().start(at('2'), CREATION);
    const pauses: (number | null)[] = [];
    for (let round = 0; round < 14; round += 1) {
      await restart();
      pauses.push(await next());
    }
    expect(pauses).toEqual([2, 4, 8, 15, 30, 60, 60, 120, 120, 300, 300, 600, null, null]);
    expect(readList).toHaveBeenCalledTimes(5 + 12);
    await expect(item.read()).resolves.toBeUndefined();
  });

  it('end even if the worker is stopped during the twelfth', async () => {
    const { now, next, restart, readList } = openAwaited();
    await now().start(at('1'), CREATION);
    for (let round = 0; round < 11; round += 1) await next();
    readList.mockImplementationOnce(() => new Promise(() => {}));
    void next();
    await vi.waitFor(() => expect(readList).toHaveBeenCalledTimes(12));
    await restart();
    expect(now().nextTime()).toBeNull();
    await expect(item.read()).resolves.toBeUndefined();
  });

  it('come each minute during a batch, or at once when new reports nearly fill a list', async () => {
    const { now, world, next } = openAwaited();
    world.isMaking = true;
    const reports = unrated(91);
    await now().start(at('1'), CREATION);
    expect([await next(), await next()]).toEqual([60, 60]);
    for (const report of reports.slice(1)) await now().start(referTo(report), CREATION);
    expect([await next(), await next()]).toEqual([0, 60]);
    world.isMaking = false;
    await now().start(at('999'), CREATION);
    await expect(next()).resolves.toBe(2);
  });
});

it('at most 200 results are awaited, stored without the data of their reports', async () => {
  const { now } = openAwaited();
  for (const report of unrated(201)) await now().start(referTo(report), CREATION);
  const { results = [] } = (await item.read()) ?? {};
  expect(results).toHaveLength(200);
  expect(results[0]).toEqual({
    ...{ ...at('2'), ...CREATION, wasShown: false, readAloneAt: 0 },
  });
});

it('an update is marked as seen when a list shows its report without a new result', async () => {
  const { now, world, next } = openAwaited();
  await now().start(at('1'), UPDATE);
  await now().start(at('2'), UPDATE);
  world.answer = { value: listOf(sampleReport('1')) };
  await next();
  const { results = [] } = (await item.read()) ?? {};
  expect(results.map(({ wasShown }) => wasShown)).toEqual([true, false]);
});
