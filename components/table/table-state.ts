import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { PageHistory } from '@/lib/history/page-history';
import { resultUpdates } from '@/lib/jobs/result-updates';
import { failsOn, type GroupedClients } from '@/lib/report/compare/clients';
import type { PageRow } from '@/lib/report/compare/findings';
import { itemsInPlace } from '@/lib/report/compare/in-place';
import type { Update } from '@/lib/report/compare/update-effect';
import { NO_MUTES, type PageMute } from '@/lib/report/mutes';
import { isSuperseded, resultOf } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { type ReportReference, referTo } from '@/lib/report/report-reference';
import { type BatchActionTools, createBatchActions, type NewBatch } from './batch-actions';
import { createOverview, type OverviewView } from './overview-state';
import { createSelection } from './selection-state';
import { type SortedColumn, sortedRows, type TableOrder, type TableRow } from './table-order';

/** The reports of an update, for a sentence about the effect. */
export interface BatchUpdate {
  /** Name of the filtered check; null without such a filter. */
  check: string | null;
  /** Returns each report before the update, and its newest known version. */
  updates(): readonly Update[];
  /** Returns the mutes of a page, by page key. */
  mutesOf(page: string): readonly PageMute[];
}

interface TableTools extends Omit<Parameters<typeof createOverview>[0], 'reports'> {
  /** All rows that were read, in the order of the reply. */
  reports: ReadonlySignal<readonly Report[]>;
  /** Whether other rows are being read. */
  isReading: ReadonlySignal<boolean>;
  /** @param update the updated reports; undefined if the batch does not update results */
  createBatch(batch: NewBatch, update?: BatchUpdate): ReturnType<BatchActionTools['createBatch']>;
  reportAgain: BatchActionTools['reportAgain'];
  /** Order until a person sorts the pages; null for the order of `reports`. */
  firstOrder?: ReadonlySignal<TableOrder | null>;
  /** Returns the known reports and results of a page, by page key. */
  historyOf(page: string): PageHistory | undefined;
}

/** The view, the order and the selection of a table at one moment. */
export interface TableSnapshot {
  /** The list or the batch of the rows, as a text. */
  source: string;
  view: OverviewView;
  order: TableOrder | null;
  /** The ids of the selected reports; null if none is selected. */
  selected: ReadonlySet<string> | null;
}

/** Columns that the first press sorts in descending order. */
const DESCENDING: readonly SortedColumn[] = ['result', 'failed', 'date'];

/** The table of all reports, or of the reports of a batch. */
export type ReportTableState = ReturnType<typeof createTable>;

/** Creates a table with one row for each page. */
export function createTable({
  reports,
  isReading,
  createBatch,
  reportAgain,
  firstOrder,
  ...tools
}: TableTools) {
  const overview = createOverview({ reports, ...tools });
  const { stableOrder, place, client, filters } = overview;
  const chosenOrder = signal<{ batchId: string | null; order: TableOrder } | null>(null);
  /** Null for the order of `reports`. */
  const order = computed(() => {
    const chosen = chosenOrder.value;
    if (chosen !== null && chosen.batchId === place.value.batchId) return chosen.order;
    return overview.filters.value.check === null ? (firstOrder?.value ?? null) : null;
  });
  const sorted = computed<TableRow[]>(() =>
    rowsOf(overview.shown.value, { view: overview.view.value, order: order.value }),
  );
  const rows = stableOrder.of(
    sorted,
    () => [...overview.orderInputs(), client.value, filters.value, order.value],
    (former, later) => itemsInPlace(former, later, ({ page }) => page.key),
  );
  /** Whether *Sort again* moves rows or clients. */
  const canSortAgain = computed(
    () =>
      stableOrder.waitsForPress.value &&
      (keysOf(rows.value) !== keysOf(sorted.value) ||
        namesOf(overview.clients.value) !== namesOf(overview.sortedClients.value)),
  );
  function rowsOf(
    pages: readonly PageRow[],
    { view, order }: Pick<TableSnapshot, 'view' | 'order'>,
  ): TableRow[] {
    const ofPages = failingFirst(pages, view).map(rowOf);
    return order === null ? ofPages : sortedRows(ofPages, order);
  }
  /** Puts the fixed pages of a problem last. Pages that are being updated keep their places. */
  function failingFirst(
    pages: readonly PageRow[],
    { filters: { check: name }, pinned }: OverviewView,
  ): readonly PageRow[] {
    if (name === null) return pages;
    const isFirst = (page: PageRow) => failsOn(page, { name }) || pinned.has(page.key);
    return [...pages.filter(isFirst), ...pages.filter((page) => !isFirst(page))];
  }
  const source = computed(() => JSON.stringify(tools.source.value));
  const shown = computed(() => rows.value.map(({ report }) => report));
  const selection = createSelection(shown, place);
  const { selected } = selection;
  const byId = computed(() => new Map(reports.value.map((report) => [report.id, report])));

  /** Returns the current version of a report from the rows or, if absent, from the page's history. */
  function reportNow({ id, page }: ReportReference): Report | undefined {
    return byId.value.get(id) ?? tools.historyOf(page)?.reports.find((report) => report.id === id);
  }

  function create(
    batch: NewBatch,
    before: readonly Report[] = selected.value,
  ): ReturnType<BatchActionTools['createBatch']> {
    const [first] = batch.subjects;
    if (first?.kind !== 'update' || first.update.results !== 1) return createBatch(batch);
    overview.pin(before.map((report) => referTo(report).page));
    return createBatch(batch, {
      check: overview.filters.value.check,
      updates: () => before.map((one) => ({ before: one, after: reportNow(referTo(one)) })),
      mutesOf: (page) => tools.mutes.of(page) ?? NO_MUTES,
    });
  }

  return {
    isReading,
    overview,
    selection,
    canSortAgain,
    sortAgain: stableOrder.sortAgain,
    rows,
    /** Returns the current view, order and selection, for an export. */
    snapshot: (): TableSnapshot => ({
      source: source.value,
      view: overview.view.value,
      order: order.value,
      selected: selected.value.length === 0 ? null : new Set(selected.value.map(({ id }) => id)),
    }),
    /** The list or the batch of the rows, as a text. */
    source,
    /**
     * Returns the rows that a snapshot covers, with their current results. Includes selected pages
     * with a newer report, and selected pages that no longer pass the filters.
     */
    rowsIn(snapshot: TableSnapshot): TableRow[] {
      const { view, selected } = snapshot;
      if (selected === null) return rowsOf(overview.shownIn(view), snapshot);
      const isSelected = ({ reports: all }: PageRow) => all.some(({ id }) => selected.has(id));
      return rowsOf(overview.rowsIn(view).filter(isSelected), snapshot);
    },
    /** The rows to export: the selected rows or, without a selection, all shown rows. */
    rowsToExport: computed(() =>
      selected.value.length === 0
        ? rows.value
        : rows.value.filter(({ report }) => selection.has(report.id)),
    ),
    /** Number of pages that will show an older report after the selected reports are deleted. */
    olderShown: computed(() => {
      const ids = new Set(selected.value.map(({ id }) => id));
      return overview.rows.value.filter(
        ({ report, reports: all }) => ids.has(report.id) && all.some(({ id }) => !ids.has(id)),
      ).length;
    }),
    /** Number of selected reports that do not show the newest result of their page. */
    olderSelected: computed(
      () =>
        rows.value.filter(
          ({ report, page }) =>
            selection.has(report.id) &&
            isSuperseded(report, [
              ...page.reports.flatMap(resultOf),
              ...(page.trend?.newest ? [page.trend.newest] : []),
            ]),
        ).length,
    ),
    order,
    /** Sorts by a column. Reverses the order of a column that is sorted already. */
    sortBy(column: SortedColumn): void {
      const isAscending =
        order.value?.column === column ? !order.value.isAscending : !DESCENDING.includes(column);
      chosenOrder.value = { batchId: place.value.batchId, order: { column, isAscending } };
    },
    /** Requests new results of reports. The rows of their pages keep their places. */
    recheck(reports: readonly Report[]): ReturnType<BatchActionTools['createBatch']> {
      return create({ id: crypto.randomUUID(), subjects: resultUpdates(reports) }, reports);
    },
    batchActions: createBatchActions({
      selected,
      createBatch: create,
      reportAgain,
      newId: () => crypto.randomUUID(),
      onCreated: selection.clear,
    }),
  };
}

const rowsOfPages = new WeakMap<PageRow, TableRow>();

/** Returns the row of a page. Repeated calls return the same object, which is not drawn again. */
function rowOf(page: PageRow): TableRow {
  const row = rowsOfPages.get(page) ?? { report: page.report, page };
  rowsOfPages.set(page, row);
  return row;
}

function keysOf(rows: readonly TableRow[]): string {
  return rows.map(({ page }) => page.key).join('\n');
}

/** Returns the names of clients by group. */
function namesOf({ all, groups }: GroupedClients): string {
  return JSON.stringify(
    groups?.map(({ kind, clients }) => [kind, ...clients.map(({ name }) => name)]) ??
      all.map(({ name }) => name),
  );
}
