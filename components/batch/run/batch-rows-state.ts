import { batch, computed, type ReadonlySignal } from '@preact/signals';
import type { RowsView } from '@/components/app/rows-view';
import type { TableOrder, TableRow } from '@/components/table/table-order';
import type { BatchResult, RowFilter, WithoutReport } from './result-state';

/** The reports of a batch as rows. */
interface ReportRows {
  /** The rows that pass the filters. */
  rows: ReadonlySignal<readonly TableRow[]>;
  order: ReadonlySignal<TableOrder | null>;
  overview: {
    /** Whether filters are on. Filters also hide the operations without a report. */
    isFiltered: ReadonlySignal<boolean>;
    /** All rows. */
    rows: ReadonlySignal<readonly unknown[]>;
    /** Removes all filters. */
    reset(): void;
  };
}

/** A row of a batch: a report, or an operation without a report. */
export type BatchTableRow =
  | { kind: 'report'; row: TableRow }
  /** `index` is the number of the operation in the batch. */
  | { kind: 'operation'; index: number };

/** Why a batch has no rows. `unread`: its operations could not be read. */
export type BatchEmpty = 'filtered' | 'deleted' | 'unread';

/** The rows of the open batch. */
export interface BatchRowsState {
  view: ReadonlySignal<RowsView<BatchTableRow, TableOrder, BatchEmpty>>;
  /** The numbers of the operations without a report that are in the table. */
  withoutReport: ReadonlySignal<WithoutReport>;
  /** The number of rows that each filter would leave. */
  counts: ReadonlySignal<Readonly<Record<RowFilter, number>>>;
  /** The filter of the operations without a report; null while filters of the reports are on. */
  filter: ReadonlySignal<RowFilter | null>;
  /** Chooses a filter, and removes the filters of the reports. */
  choose(filter: RowFilter): void;
  clearFilters(): void;
}

const NONE: WithoutReport = { above: [], below: [] };

export function createBatchRows(
  result: Pick<BatchResult, 'status' | 'hasUnreadReports' | 'filter' | 'withoutReport' | 'choose'>,
  reports: ReportRows,
): BatchRowsState {
  const { overview } = reports;
  const filter = computed(() => (overview.isFiltered.value ? null : result.filter.value));
  const withoutReport = computed(() =>
    filter.value === null ? NONE : result.withoutReport.value[filter.value],
  );
  const counts = computed(() => {
    const { all, failed, waiting, cancelled } = result.withoutReport.value;
    return {
      all: all.above.length + all.below.length + overview.rows.value.length,
      failed: failed.above.length,
      waiting: waiting.above.length,
      cancelled: cancelled.above.length,
    };
  });

  function choose(chosen: RowFilter): void {
    batch(() => {
      if (overview.isFiltered.value) overview.reset();
      result.choose(chosen);
    });
  }

  return {
    view: computed(() => {
      const { above, below } = withoutReport.value;
      const hasReports = filter.value === null || filter.value === 'all';
      const rows = [
        ...above.map(operationRow),
        ...(hasReports ? reports.rows.value.map(reportRow) : []),
        ...below.map(operationRow),
      ];
      const total = counts.value.all;
      const status = total === 0 && result.hasUnreadReports.value ? 'loading' : result.status.value;
      return {
        rows,
        count: rows.length,
        total,
        order: reports.order.value,
        status,
        empty: rows.length > 0 ? null : emptyOf(status, total),
      };
    }),
    withoutReport,
    counts,
    filter,
    choose,
    clearFilters: () => choose('all'),
  };
}

function emptyOf(status: BatchResult['status']['value'], total: number): BatchEmpty | null {
  if (total > 0) return 'filtered';
  if (status === 'failed') return 'unread';
  return status === 'ready' ? 'deleted' : null;
}

function operationRow(index: number): BatchTableRow {
  return { kind: 'operation', index };
}

function reportRow(row: TableRow): BatchTableRow {
  return { kind: 'report', row };
}
