import { computed, type ReadonlySignal } from '@preact/signals';
import type { RowsView } from '@/components/app/rows-view';
import type { ListState } from '@/components/list/list-state';
import type { OverviewState } from '@/components/table/overview-state';
import type { TableOrder, TableRow } from '@/components/table/table-order';
import type { ReportTableState } from '@/components/table/table-state';
import { isFiltered } from '@/lib/report/report-query';

/** Why the list has no rows. */
export type ListEmpty =
  /** The filters hide all rows. */
  | 'filtered'
  /** The service has no report. */
  | 'none'
  /** All reports are read, and no report belongs to the shown client. */
  | 'lostClient';

export type ListRowsView = RowsView<TableRow, TableOrder, ListEmpty>;

interface ListTable extends Pick<ReportTableState, 'rows' | 'order'> {
  overview: Pick<OverviewState, 'rows' | 'client' | 'isFiltered'>;
}

/** Creates the rows of the list. */
export function createListRows(
  list: Pick<ListState, 'query' | 'isKnown' | 'isReading' | 'failure'>,
  table: ListTable,
  awaitsRows: ReadonlySignal<boolean>,
): ReadonlySignal<ListRowsView> {
  const { overview } = table;

  function statusOfList(): ListRowsView['status'] {
    if (list.isReading.value) return 'loading';
    if (list.failure.value !== null) return 'failed';
    return list.isKnown.value ? 'ready' : 'idle';
  }

  function emptyOf(status: ListRowsView['status']): ListEmpty | null {
    const isPart = isFiltered(list.query.value);
    const isClientEmpty = overview.client.value !== null && overview.rows.value.length === 0;
    if (isClientEmpty && !isPart && !awaitsRows.value) return 'lostClient';
    if (status !== 'ready') return null;
    return isPart || overview.isFiltered.value ? 'filtered' : 'none';
  }

  return computed(() => {
    const rows = table.rows.value;
    const status = statusOfList();
    return {
      rows,
      count: rows.length,
      total: overview.rows.value.length,
      order: table.order.value,
      status,
      empty: rows.length === 0 ? emptyOf(status) : null,
    };
  });
}
