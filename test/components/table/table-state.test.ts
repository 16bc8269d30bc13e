import { batch, computed, signal } from '@preact/signals';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { NewBatch } from '@/components/table/batch-actions';
import { ALL_PAGES } from '@/components/table/overview-state';
import type { TableOrder } from '@/components/table/table-order';
import { type BatchUpdate, createTable } from '@/components/table/table-state';
import type { PageHistory } from '@/lib/history/page-history';
import type { Since } from '@/lib/report/compare/page-change';
import { type PastResult, resultOf } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import type { Result } from '@/lib/result';
import { knownTrend } from '../../support/known-trends';
import { NO_MARKS } from '../../support/no-marks';
import { openPlace } from '../../support/open-place';
import { reportOn, sampleReport } from '../../support/sample-report';
import { settle, waitUntil } from '../../support/wait-until';

const NOW = new Date(2026, 10, 26, 12);

function report(id: string, path: string, day: number, score: number, ...failed: string[]): Report {
  return {
    ...reportOn(id, `host.example/${path}`, day, score, ...failed),
    failed: { high: failed.length, medium: 0, low: 0 },
  };
}

const ROWS = [
  report('6', 'c', 26, 85),
  report('5', 'b', 26, 40, 'title', 'robots'),
  report('4', 'a', 26, 60, 'title'),
  report('3', 'c', 20, 85),
  report('2', 'b', 20, 70, 'title'),
];

/** A past result of page `a`. Its report is no longer in the list. */
const PAST: PastResult = {
  reportId: '1',
  result: 'decent',
  score: 50,
  generatedAt: new Date(2026, 10, 1).toISOString(),
  failedChecks: [{ name: 'title', importance: 'high' }],
};

function openTable(firstOrder: TableOrder | null = null) {
  const reports = signal(ROWS);
  const awaitsRows = signal(true);
  const countsRows = signal(false);
  const isInUse = signal(false);
  const isPainted = signal(false);
  const updating = signal<string | null>(null);
  const since = signal<Since>('before');
  const source = signal('a');
  const deleted = signal<string[]>([]);
  const revision = signal(1);
  const past = [PAST];
  const pageOfPast = referTo(ROWS[2] as Report).page;
  const readPages: string[] = [];
  let failsOnce = false;
  let blockedUntil: Promise<unknown> = Promise.resolve();
  const createBatch = vi.fn(
    async (_batch: NewBatch, _update?: BatchUpdate): Promise<Result<null>> => ({ value: null }),
  );
  const { place, lookAt } = openPlace();
  const table = createTable({
    reports,
    source,
    place,
    updating,
    createBatch,
    awaitsRows,
    countsRows: computed(() => countsRows.value || !awaitsRows.value),
    isInUse: () => isInUse.value,
    isReading: signal(false),
    since,
    deleted,
    revision,
    ...NO_MARKS,
    compareSince() {},
    firstOrder: signal(firstOrder),
    historyOf: (page): PageHistory | undefined =>
      page === pageOfPast ? { reports: [report('4', 'a', 27, 75)], results: [PAST] } : undefined,
    async readTrends(requested, chosen) {
      const pages = requested.map((one) => referTo(one).page);
      readPages.push(...pages);
      await blockedUntil;
      await new Promise((resolve) => setImmediate(resolve));
      if (failsOnce) {
        failsOnce = false;
        return requested.map(() => null);
      }
      return requested.map((one, index) =>
        knownTrend(one, {
          reports: reports.value,
          since: chosen,
          now: NOW,
          past: pages[index] === pageOfPast ? past : [],
        }),
      );
    },
    afterPaint: (work) => isPainted.subscribe((isNow) => isNow && work()),
    reportAgain() {},
  });
  return {
    table,
    createBatch,
    reports,
    source,
    place,
    lookAt,
    updating,
    awaitsRows,
    countsRows,
    isPainted,
    isInUse,
    since,
    deleted,
    revision,
    past,
    readPages,
    overview: table.overview,
    failNextRead() {
      failsOnce = true;
    },
    /** Blocks later reads. Returns a function that lets these reads continue. */
    blockReads() {
      let release = () => {};
      blockedUntil = new Promise<void>((resolve) => {
        release = resolve;
      });
      return release;
    },
    ids: () => table.rows.value.map(({ report: { id } }) => id).join(''),
    /** Finishes reading the rows, paints the rows, and finishes reading the histories. */
    async finishReading() {
      awaitsRows.value = false;
      isPainted.value = true;
      await waitUntil(() => expect(table.overview.isKnown.value).toBe(true));
    },
  };
}

describe('a table of reports', () => {
  it('has a default order until a person sorts it; the pages of a problem have none', async () => {
    const { table, place, lookAt, ids, finishReading } = openTable({
      column: 'change',
      isAscending: true,
    });
    expect(ids()).toBe('654');
    await finishReading();
    // Changes: b −30 points, c 0, a +10.
    expect(ids()).toBe('564');
    lookAt(null, 'title');
    expect(table.order.value).toBeNull();
    lookAt(null);
    table.sortBy('change');
    expect(ids()).toBe('465');
    place.value = { ...ALL_PAGES, batchId: 'b' };
    expect(ids()).toBe('564');
  });

  it('keeps the order of its rows while reports are read', async () => {
    const { ids, reports, awaitsRows, countsRows, isInUse, table, finishReading } = openTable({
      column: 'change',
      isAscending: true,
    });
    await finishReading();
    countsRows.value = true;
    awaitsRows.value = true;
    expect(ids()).toBe('564');
    reports.value = ROWS.map((row) => (row.id === '6' ? { ...row, score: 20 } : row));
    expect([ids(), table.canSortAgain.value]).toEqual(['564', false]);
    isInUse.value = true;
    awaitsRows.value = false;
    expect([ids(), table.canSortAgain.value]).toEqual(['564', true]);
    table.sortAgain();
    expect([ids(), table.canSortAgain.value]).toEqual(['654', false]);
  });

  it('counts the selected reports whose pages have a newer result', async () => {
    const { table, past, finishReading } = openTable();
    past.push({ ...PAST, generatedAt: new Date(2026, 10, 27).toISOString() });
    await finishReading();
    const select = (...ids: string[]) => {
      table.selection.clear();
      ids.map(table.selection.toggle);
      return table.olderSelected.value;
    };
    expect([select('6', '5'), select('6', '5', '4')]).toEqual([0, 1]);
  });

  it('has one row for each page', () => {
    const { reports, ids } = openTable();
    // The pages of the reports 3 and 2 have newer results.
    reports.value = [...ROWS, report('1', 'd', 15, 50), report('0', 'd', 10, 50)];
    expect(ids()).toBe('6541');
  });

  it('reads the changes after all rows are read and painted', async () => {
    const { table, overview, awaitsRows, readPages, finishReading } = openTable();
    const kinds = () => table.rows.value.map(({ page }) => page.change?.kind ?? null);
    expect([kinds(), overview.isKnown.value, readPages]).toEqual([[null, null, null], false, []]);
    await finishReading();
    expect([kinds(), overview.isKnown.value]).toEqual([['same', 'worse', 'better'], true]);
    expect(readPages).toHaveLength(3);
    awaitsRows.value = true;
    expect(kinds()).toEqual([null, null, null]);
  });

  it('shows no change for a new page until its history is read', async () => {
    const { table, overview, reports, readPages, blockReads, finishReading } = openTable();
    await finishReading();
    const release = blockReads();
    reports.value = [report('9', 'd', 26, 40, 'title')];
    const isComplete = () => overview.isComplete(null);
    expect([isComplete(), table.rows.value[0]?.page.change]).toEqual([false, null]);
    // Pages that were read are not read again.
    expect(readPages.slice(3)).toEqual([referTo(reports.value[0] as Report).page]);
    release();
    await waitUntil(() => expect(isComplete()).toBe(true));
    expect(table.rows.value[0]?.page.change).toEqual({ kind: 'first' });
  });

  it('has the same row objects if a comparison has the same result', async () => {
    const { table, awaitsRows, countsRows, isPainted, revision, readPages } = openTable();
    isPainted.value = true;
    countsRows.value = true;
    await waitUntil(() => expect(table.rows.value[0]?.page.change).toMatchObject({ kind: 'same' }));
    const rows = table.rows.value;
    revision.value = 2;
    awaitsRows.value = false;
    await waitUntil(() => expect(table.overview.isComplete(null)).toBe(true));
    expect(readPages).toHaveLength(6);
    expect(table.rows.value.map((row, at) => row === rows[at])).toEqual([true, true, true]);
  });

  it('reads no history again if the list has been read to its end without a change of the history', async () => {
    const { overview, awaitsRows, countsRows, isPainted, revision, reports, readPages } =
      openTable();
    isPainted.value = true;
    countsRows.value = true;
    await waitUntil(() => expect(overview.isKnown.value).toBe(true));
    awaitsRows.value = false;
    await waitUntil(() => expect(overview.isComplete(null)).toBe(true));
    expect(readPages).toHaveLength(3);
    // After a later change, only the history of the changed page is read.
    revision.value = 2;
    reports.value = [report('4', 'a', 27, 45, 'title'), ...ROWS.slice(0, 2)];
    await waitUntil(() => expect(overview.isComplete(null)).toBe(true));
    expect(readPages.slice(3)).toEqual([referTo(ROWS[2] as Report).page]);
  });

  it('reads the changes again at the end of the list if the first attempt failed', async () => {
    const { table, overview, awaitsRows, countsRows, isPainted, readPages, failNextRead } =
      openTable();
    const kinds = () => table.rows.value.map(({ page }) => page.change?.kind);
    failNextRead();
    isPainted.value = true;
    countsRows.value = true;
    await waitUntil(() => expect(kinds()).toEqual(['first', 'first', 'first']));
    awaitsRows.value = false;
    await waitUntil(() => expect(kinds()).toEqual(['same', 'worse', 'better']));
    expect(overview.isComplete(null)).toBe(true);
    expect(readPages).toHaveLength(6);
  });

  it('compares an updated report before its history is read again', async () => {
    const { table, overview, reports, readPages, blockReads, finishReading } = openTable();
    await finishReading();
    blockReads();
    // The history may store the former result before the row changes, or afterwards.
    reports.value = [report('4', 'a', 26, 45, 'title', 'robots'), ...ROWS.slice(0, 2)];
    expect([overview.isKnown.value, readPages.length]).toEqual([true, 3]);
    expect(table.rows.value[0]?.page.change).toMatchObject({ kind: 'worse', difference: -5 });
  });

  it('compares an updated report with its former result, and does not read other pages', async () => {
    const { table, overview, reports, past, readPages, finishReading } = openTable();
    await finishReading();
    const change = () => table.rows.value[0]?.page.change;
    past.push(...resultOf(ROWS[2] as Report));
    reports.value = [report('4', 'a', 27, 45, 'title', 'robots'), ...ROWS.slice(0, 2)];
    expect(overview.isKnown.value).toBe(true);
    expect(change()).toMatchObject({ kind: 'worse', difference: -5 });
    await waitUntil(() => expect(change()).toMatchObject({ kind: 'worse', difference: -15 }));
    expect(readPages.slice(3)).toEqual([referTo(ROWS[2] as Report).page]);
  });

  it('does not compare a page with the result of a deleted report, and reads the page once', async () => {
    const { table, deleted, past, readPages, finishReading } = openTable();
    await finishReading();
    const change = () => table.rows.value[2]?.page.change;
    expect(change()).toMatchObject({ base: PAST });
    past.pop();
    deleted.value = ['1'];
    await waitUntil(() => expect(change()).toEqual({ kind: 'first' }));
    expect(readPages.slice(3)).toEqual([referTo(ROWS[2] as Report).page]);
  });

  it('reads a page once if the history still has the result of a deleted report', async () => {
    const { table, deleted, readPages, finishReading } = openTable();
    await finishReading();
    deleted.value = ['1'];
    await waitUntil(() => expect(readPages).toHaveLength(4));
    await settle();
    expect(readPages).toHaveLength(4);
    expect(table.rows.value[2]?.page.change).toMatchObject({ base: PAST });
  });

  it('reads the changes again if another base is chosen', async () => {
    const { table, overview, since, readPages, finishReading } = openTable();
    await finishReading();
    since.value = 'month';
    expect([overview.isKnown.value, table.rows.value[0]?.page.change]).toEqual([false, null]);
    await waitUntil(() => expect(overview.isKnown.value).toBe(true));
    expect(readPages).toHaveLength(6);
    expect(table.rows.value.map(({ page }) => page.change?.kind)).toEqual([
      'same',
      'worse',
      'better',
    ]);
  });

  it('counts for each filter the rows that pass all other filters', async () => {
    const { table, overview, ids, finishReading } = openTable();
    await finishReading();
    const counts = () => Object.values(overview.counts.value).join('');
    const failing = () => overview.problems.value.high.map(({ pages }) => pages).join('');
    // Counts: good, decent, bad, worse, better, starred. New problems come before problems on more
    // pages.
    expect([counts(), failing()]).toEqual(['111110', '12']);
    overview.toggle('check', 'robots');
    expect([ids(), failing()]).toEqual(['5', '12']);
    overview.toggle('check', 'title');
    expect([ids(), counts(), failing()]).toEqual(['54', '011110', '12']);
    expect(overview.problem.value).toMatchObject({ name: 'title', pages: 2, appeared: 0 });
    overview.toggle('rating', 'bad');
    expect([ids(), counts(), failing()]).toEqual(['5', '011100', '12']);
    overview.toggle('change', 'better');
    expect([ids(), counts()]).toEqual(['', '010100']);
    overview.toggle('change', 'better');
    table.selection.selectAll();
    overview.clear();
    expect([ids(), overview.isFiltered.value]).toEqual(['54', true]);
    overview.reset();
    overview.find('HOST.example/B');
    expect([ids(), overview.isFiltered.value]).toEqual(['5', true]);
    overview.clear();
    expect([ids(), overview.isFiltered.value]).toEqual(['654', false]);
    expect(table.rowsToExport.value.map((row) => row.report.id)).toEqual(['5']);
  });

  describe('the counts', () => {
    it('change with the rows', async () => {
      const { table, reports, overview, finishReading } = openTable();
      await finishReading();
      for (let score = 50; score < 66; score += 2) {
        reports.value = [report('5', 'b', 26, score, 'title'), ...ROWS.slice(0, 1)];
        expect(table.rows.value[0]?.report.score).toBe(score);
        expect(overview.isKnown.value).toBe(true);
        expect(overview.overview.value.average).toBe(Math.round((85 + score) / 2));
      }
    });

    it('beside filters include a new page before its trend is read', async () => {
      const { reports, overview, blockReads, finishReading } = openTable();
      await finishReading();
      blockReads();
      const bad = () => overview.rows.value.filter((row) => row.report.result === 'bad').length;
      expect([overview.counts.value.bad, bad()]).toEqual([1, 1]);
      reports.value = [report('9', 'd', 26, 10), ...ROWS];
      expect([overview.counts.value.bad, bad()]).toEqual([2, 2]);
    });

    it('are unknown for rows of another source until these rows are counted', async () => {
      const { reports, source, overview, blockReads, finishReading } = openTable();
      await finishReading();
      const release = blockReads();
      batch(() => {
        source.value = 'b';
        reports.value = [report('9', 'd', 26, 10)];
      });
      expect(overview.isKnown.value).toBe(false);
      release();
      await waitUntil(() => expect(overview.isKnown.value).toBe(true));
      expect(overview.overview.value.average).toBe(10);
    });
  });

  it.each([
    ['address', '456', '654'],
    ['result', '645', '546'],
    ['change', '564', '465'],
    ['failed', '546', '645'],
    ['date', '654', '654'],
  ] as const)('can be sorted by %s in both directions', async (column, first, second) => {
    const { table, ids, finishReading } = openTable();
    await finishReading();
    table.sortBy(column);
    expect(ids()).toBe(first);
    table.sortBy(column);
    expect(ids()).toBe(second);
  });

  it('keeps updated rows visible with their new state until the filters change', async () => {
    const { table, overview, createBatch, reports, ids, finishReading } = openTable();
    await finishReading();
    overview.toggle('check', 'title');
    table.selection.selectAll();
    table.batchActions.requireConfirmation('update');
    await table.batchActions.confirm();
    expect(createBatch.mock.lastCall?.[0]).toMatchObject({
      subjects: [{ update: { results: 1 } }, { update: { results: 1 } }],
    });
    const fixed = report('4', 'a', 27, 90);
    reports.value = reports.value.map((row) => (row.id === '4' ? fixed : row));
    expect(ids()).toBe('54');
    expect(table.rows.value.map((row) => row.report)).toContain(fixed);
    const failing = () => overview.problems.value.high.map(({ pages }) => pages);
    await waitUntil(() => expect(failing()).toEqual([1, 1]));
    overview.toggle('rating', 'good');
    expect(ids()).toBe('');
    overview.toggle('rating', 'good');
    expect(ids()).toBe('5');
  });

  it('keeps the page of an updated report visible until the filters change', async () => {
    const { table, overview, updating, reports, ids, finishReading } = openTable();
    await finishReading();
    overview.toggle('check', 'robots');
    // Subscribes to the rows, like a view.
    onTestFinished(table.rows.subscribe(() => {}));
    const [, shown, hidden] = ROWS.map((row) => referTo(row).page);
    updating.value = hidden ?? null;
    expect(ids()).toBe('5');
    updating.value = shown ?? null;
    reports.value = reports.value.map((row) => (row.id === '5' ? report('5', 'b', 27, 90) : row));
    updating.value = null;
    expect(ids()).toBe('5');
    overview.toggle('rating', 'good');
    expect(ids()).toBe('');
  });

  it('does not show a hidden row after an update', async () => {
    const { table, overview, reports, ids, finishReading } = openTable();
    await finishReading();
    overview.toggle('check', 'robots');
    overview.pin(ROWS.map((row) => referTo(row).page));
    expect(ids()).toBe('5');
    overview.toggle('check', 'title');
    table.selection.selectAll();
    table.batchActions.requireConfirmation('change');
    table.batchActions.choosePrivacy(0);
    await table.batchActions.confirm();
    reports.value = reports.value.map((row) => (row.id === '4' ? report('4', 'a', 27, 90) : row));
    expect(ids()).toBe('5');
  });

  it('gives the batch both versions of each updated report, even if the rows change', async () => {
    const { table, overview, createBatch, reports, finishReading } = openTable();
    await finishReading();
    overview.toggle('check', 'title');
    table.selection.selectAll();
    table.batchActions.requireConfirmation('update');
    await table.batchActions.confirm();
    const update = createBatch.mock.lastCall?.[1];
    const fixed = report('4', 'a', 27, 90);
    const scores = () =>
      update?.updates().map(({ before, after }) => [before.id, before.score, after?.score]);
    expect(update?.check).toBe('title');
    reports.value = [fixed, ...ROWS.filter(({ id }) => id !== '4')];
    expect(scores()).toEqual([
      ['5', 40, 40],
      ['4', 60, 90],
    ]);
    reports.value = [];
    expect(scores()).toEqual([
      ['5', 40, undefined],
      ['4', 60, 75],
    ]);
  });

  it('counts the selected pages that also have an older report, before their deletion', () => {
    const { table } = openTable();
    table.selection.selectAll();
    // A page with one report has no older report.
    expect(table.olderShown.value).toBe(2);
  });

  it('puts rows without a value last in both directions', () => {
    const { table, reports, ids } = openTable();
    reports.value = [sampleReport('9', { result: null, failed: null }), ...ROWS];
    table.sortBy('result');
    expect(ids().at(-1)).toBe('9');
    table.sortBy('result');
    expect(ids().at(-1)).toBe('9');
  });
});
