import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listItems } from '@/lib/list/list-items';
import { createAwaitedResults } from '@/lib/list/result-reads';
import { hasFailed, type Outcome } from '@/lib/outcome';
import type { Report, ReportDetails, ReportList } from '@/lib/report/report';
import { createClock } from '../../support/clock';
import { emptyBrowser } from '../../support/empty-browser';
import { listOf } from '../../support/fake-client';
import { FAILURES } from '../../support/sample-failures';
import { sampleDetails, sampleReport } from '../../support/sample-report';

const item = listItems.awaited('a');
const unrated = (id: string) => sampleReport(id, { result: null, generatedAt: null });
const asked = { isUpdate: false, privateWindow: false };

beforeEach(emptyBrowser);

function start() {
  const clock = createClock('2026-11-02T12:00:00.000Z');
  const readList = vi.fn(async (): Promise<Outcome<ReportList>> => ({ value: listOf() }));
  const get = vi.fn(
    async ({ id }: Report): Promise<Outcome<ReportDetails>> => ({
      value: sampleDetails(id, { result: null }),
    }),
  );
  const onResult = vi.fn();
  /** The results that were awaited still, when a list got new ones. */
  const awaitedAtStore: (readonly string[])[] = [];
  const awaited = createAwaitedResults({
    ...{ item, get, onResult, now: clock.now, signal: new AbortController().signal },
    async store() {
      awaitedAtStore.push(await storedIds());
    },
    // As every list that comes.
    async readList() {
      const listed = await readList();
      if (!hasFailed(listed)) await awaited.settle(listed.value.reports);
      return listed;
    },
  });
  const storedIds = async () => (await item.read())?.results.map(({ report }) => report.id) ?? [];
  /** Lets the time pass until the service is to be asked, in seconds, and asks it. */
  async function askNext(): Promise<number | null> {
    const time = awaited.nextTime();
    if (time === null) return null;
    const wait = time - clock.now();
    clock.pass(wait);
    await awaited.readDue();
    return wait / 1000;
  }
  return { awaited, readList, get, onResult, awaitedAtStore, storedIds, askNext };
}

describe('an awaited result', () => {
  it('is asked for after two seconds, by one list for all', async () => {
    const { awaited, readList, get, onResult, awaitedAtStore, storedIds, askNext } = start();
    const reports = ['1', '2', '3'].map(unrated);
    for (const report of reports) await awaited.start({ report, ...asked });
    readList.mockResolvedValue({ value: listOf(...['3', '2', '1'].map((id) => sampleReport(id))) });
    await expect(askNext()).resolves.toBe(2);
    expect(readList).toHaveBeenCalledOnce();
    expect(get).not.toHaveBeenCalled();
    expect(onResult).toHaveBeenCalledTimes(3);
    expect(awaitedAtStore).toEqual([['1', '2', '3']]);
    await expect(storedIds()).resolves.toEqual([]);
    expect(awaited.nextTime()).toBeNull();
  });

  it('of what the list does not show is read alone, two at a time', async () => {
    const { awaited, get, askNext } = start();
    for (const id of ['1', '2', '3']) await awaited.start({ report: unrated(id), ...asked });
    await askNext();
    expect(get.mock.calls.map(([{ id }]) => id)).toEqual(['1', '2']);
  });

  it('is asked for with growing pauses over half an hour, and then given up', async () => {
    const { awaited, storedIds, askNext } = start();
    await awaited.start({ report: unrated('1'), ...asked });
    const waits: number[] = [];
    for (let wait = await askNext(); wait !== null; wait = await askNext()) waits.push(wait);
    expect(waits.slice(0, 4)).toEqual([2, 4, 8, 15]);
    const total = waits.reduce((sum, wait) => sum + wait, 0);
    expect(total).toBeGreaterThan(25 * 60);
    expect(total).toBeLessThan(31 * 60);
    await expect(storedIds()).resolves.toEqual([]);
  });

  it('loses no pause where the service gave no answer', async () => {
    const { awaited, readList, askNext } = start();
    await awaited.start({ report: unrated('1'), ...asked });
    readList.mockResolvedValueOnce({ failure: FAILURES.unreachable });
    await askNext();
    expect((await item.read())?.results[0]?.attempts).toBe(0);
  });

  it('is not what the report had before', async () => {
    const { awaited, onResult, storedIds } = start();
    await awaited.start({ report: sampleReport('1'), isUpdate: true, privateWindow: false });
    await awaited.settle([sampleReport('1'), sampleReport('2')]);
    expect(onResult).not.toHaveBeenCalled();
    const newer = sampleReport('1', { generatedAt: '2026-11-02T12:00:00.000Z' });
    await awaited.settle([newer]);
    expect(onResult).toHaveBeenCalledExactlyOnceWith(newer, false);
    await expect(storedIds()).resolves.toEqual([]);
  });
});
