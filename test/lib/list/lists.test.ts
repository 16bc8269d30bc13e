import { beforeEach, describe, expect, it } from 'vitest';
import { listItems } from '@/lib/list/list-items';
import { createLists } from '@/lib/list/lists';
import type { Outcome } from '@/lib/outcome';
import type { Report, ReportList } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { emptyBrowser } from '../../support/empty-browser';
import { listOf } from '../../support/fake-client';
import { sampleReport } from '../../support/sample-report';

const ordinary = listItems.lists('a');
const ofPrivateWindows = listItems.privateLists('a');
const searched: ReportQuery = { ...RECENT_REPORTS_QUERY, search: 'host' };
const one = sampleReport('1');
const two = sampleReport('2');

/** Lists of a service that answers when it is told to, each time with what it is told then. */
function openLists() {
  const answers: ((outcome: Outcome<ReportList>) => void)[] = [];
  const lists = createLists({
    ordinary,
    ofPrivateWindows,
    readList: () => new Promise((resolve) => answers.push(resolve)),
    signal: new AbortController().signal,
    now: () => Date.parse('2026-11-02T12:00:00.000Z'),
  });
  /** Answers the request that was made so many before the last. */
  const answer = (at: number, ...reports: Report[]) => answers[at]?.({ value: listOf(...reports) });
  return { lists, answers, answer };
}

async function storedIds(item = ordinary): Promise<string[][]> {
  return ((await item.read()) ?? []).map(({ reports }) => reports.map(({ id }) => id));
}

/** Resolves when all has gone on that can without another answer. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(emptyBrowser);

describe('a list that is read', () => {
  it('is stored, the last one first, one for each query', async () => {
    const { lists, answer } = openLists();
    const first = lists.read(RECENT_REPORTS_QUERY, false);
    answer(0, two, one);
    await first;
    const second = lists.read(searched, false);
    answer(1, one);
    await expect(second).resolves.toEqual({ value: null });
    await expect(storedIds()).resolves.toEqual([['1'], ['2', '1']]);
    const again = lists.read(RECENT_REPORTS_QUERY, false);
    answer(2, two);
    await again;
    await expect(storedIds()).resolves.toEqual([['2'], ['1']]);
  });

  it('fails as the service does, and leaves what is stored', async () => {
    const { lists, answers } = openLists();
    const reading = lists.read(RECENT_REPORTS_QUERY, false);
    answers[0]?.({ failure: { code: 'unreachable' } });
    await expect(reading).resolves.toEqual({ failure: { code: 'unreachable' } });
    await expect(storedIds()).resolves.toEqual([]);
  });

  it('of a private window’s search is in memory alone, and any other one is common', async () => {
    const { lists, answer } = openLists();
    const search = lists.read(searched, true);
    answer(0, one);
    const recent = lists.read(RECENT_REPORTS_QUERY, true);
    answer(1, two);
    await Promise.all([search, recent]);
    await expect(storedIds(ofPrivateWindows)).resolves.toEqual([['1']]);
    await expect(storedIds()).resolves.toEqual([['2']]);
  });

  it('is not stored where the same was asked for again and answered', async () => {
    const { lists, answer } = openLists();
    const earlier = lists.read(RECENT_REPORTS_QUERY, false);
    const later = lists.read(RECENT_REPORTS_QUERY, false);
    answer(1, two, one);
    await later;
    answer(0, one);
    await expect(earlier).resolves.toEqual({ value: null });
    await expect(storedIds()).resolves.toEqual([['2', '1']]);
  });

  it('brings other lists up to date with what it shows', async () => {
    const { lists, answer } = openLists();
    const first = lists.read(searched, false);
    answer(0, sampleReport('1', { result: null }));
    await first;
    const second = lists.read(RECENT_REPORTS_QUERY, false);
    answer(1, one);
    await second;
    const stored = await ordinary.read();
    expect(stored?.map(({ reports }) => reports[0]?.result)).toEqual(['good', 'good']);
  });

  it('keeps the answers to the last eight queries', async () => {
    const { lists, answer } = openLists();
    for (let at = 0; at < 10; at += 1) {
      const reading = lists.read({ ...RECENT_REPORTS_QUERY, search: `${at}` }, false);
      answer(at, one);
      await reading;
    }
    await expect(ordinary.read()).resolves.toHaveLength(8);
  });
});

describe('what becomes of reports', () => {
  it('is shown in every list where it matters', async () => {
    const { lists, answer } = openLists();
    const recent = lists.read(RECENT_REPORTS_QUERY, false);
    answer(0, one);
    await recent;
    const other = lists.read({ ...searched, search: 'elsewhere' }, false);
    answer(1);
    await other;
    await lists.edit({ kind: 'created', reports: [two] });
    await expect(storedIds()).resolves.toEqual([[], ['2', '1']]);
    await lists.edit({ kind: 'deleted', id: '1' });
    await expect(storedIds()).resolves.toEqual([[], ['2']]);
  });

  it('while a list is on its way has it asked for again, once', async () => {
    const { lists, answers, answer } = openLists();
    const reading = lists.read(RECENT_REPORTS_QUERY, false);
    await lists.edit({ kind: 'created', reports: [two] });
    answer(0, one);
    await settled();
    expect(answers).toHaveLength(2);
    // The second answer may miss what comes meanwhile, too: it is merged.
    await lists.edit({ kind: 'created', reports: [sampleReport('3')] });
    answer(1, two, one);
    await reading;
    expect(answers).toHaveLength(2);
    await expect(storedIds()).resolves.toEqual([['3', '2', '1']]);
  });
});
