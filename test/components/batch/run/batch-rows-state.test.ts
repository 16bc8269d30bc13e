import { type Signal, signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { createBatchRows } from '@/components/batch/run/batch-rows-state';
import type { RowFilter, WithoutReport } from '@/components/batch/run/result-state';
import type { TableRow } from '@/components/table/table-order';
import { pageRow } from '@/lib/report/compare/findings';
import { pagesOf } from '@/lib/report/compare/pages';
import { NO_MUTES } from '@/lib/report/mutes';
import { sampleReport } from '../../../support/sample-report';

const NO_OPERATIONS: WithoutReport = { above: [], below: [] };
/** Indexes of the operations without a report, above and below the rows of reports. */
const WITHOUT_REPORT: Record<RowFilter, WithoutReport> = {
  all: { above: [1], below: [2, 3] },
  failed: { above: [1], below: [] },
  waiting: { above: [2], below: [] },
  cancelled: { above: [3], below: [] },
};

function tableRow(id: string): TableRow {
  const report = sampleReport(id, { url: `https://shop.example/${id}` });
  const [page] = pagesOf([report]);
  if (page === undefined) throw new Error('The report has no page.');
  return { report, page: pageRow(page, null, NO_MUTES) };
}

/** A batch with the reports `a` and `b`, and the operations 1, 2 and 3 without a report. */
function openRows(given: { without?: typeof WITHOUT_REPORT; ids?: readonly string[] } = {}) {
  const all = (given.ids ?? ['a', 'b']).map(tableRow);
  const chosen = signal<RowFilter>('all');
  /** Ids of the reports that pass the filters; null without filters. */
  const filtered: Signal<readonly string[] | null> = signal(null);
  const status = signal<'loading' | 'ready' | 'failed'>('ready');
  const hasUnreadReports = signal(false);
  const rowsOf = (ids: readonly string[] | null) =>
    all.filter(({ report }) => ids?.includes(report.id) ?? true);
  const state = createBatchRows(
    {
      status,
      hasUnreadReports,
      filter: chosen,
      withoutReport: signal(given.without ?? WITHOUT_REPORT),
      choose(filter) {
        chosen.value = filter;
      },
    },
    {
      order: signal(null),
      get rows() {
        return signal(rowsOf(filtered.value));
      },
      overview: {
        get isFiltered() {
          return signal(filtered.value !== null);
        },
        rows: signal(all),
        reset() {
          filtered.value = null;
        },
      },
    },
  );
  const shown = () =>
    state.view.value.rows.map((one) => (one.kind === 'report' ? one.row.report.id : one.index));
  return { state, filtered, status, hasUnreadReports, shown };
}

describe('the rows of a batch', () => {
  it('begin with the failures, and match the counts in the head and on the chip All', () => {
    const { state, shown } = openRows();
    expect(shown()).toEqual([1, 'a', 'b', 2, 3]);
    expect(state.view.value).toMatchObject({ count: 5, total: 5, empty: null });
    expect(state.counts.value).toEqual({ all: 5, failed: 1, waiting: 1, cancelled: 1 });
  });

  it('are the operations of the chosen state', () => {
    const { state, shown } = openRows();
    state.choose('waiting');
    expect([shown(), state.filter.value]).toEqual([[2], 'waiting']);
    expect(state.view.value).toMatchObject({ count: 1, total: 5 });
  });

  it('are filtered by state or by the filters of the table, depending on the last press', () => {
    const { state, filtered, shown } = openRows();
    state.choose('failed');
    filtered.value = ['b'];
    expect([shown(), state.filter.value]).toEqual([['b'], null]);
    state.choose('cancelled');
    expect([shown(), state.filter.value, filtered.value]).toEqual([[3], 'cancelled', null]);
  });

  it('are all visible after Clear filters if the filters hide all rows', () => {
    const { state, filtered, shown } = openRows();
    filtered.value = [];
    expect(state.view.value).toMatchObject({ count: 0, total: 5, empty: 'filtered' });
    state.clearFilters();
    expect(shown()).toHaveLength(5);
    expect(state.view.value.empty).toBeNull();
  });

  it('count as deleted only after operations and reports are loaded', () => {
    const without = {
      all: NO_OPERATIONS,
      failed: NO_OPERATIONS,
      waiting: NO_OPERATIONS,
      cancelled: NO_OPERATIONS,
    };
    const { state, status, hasUnreadReports } = openRows({ without, ids: [] });
    expect(state.view.value).toMatchObject({ status: 'ready', empty: 'deleted' });
    hasUnreadReports.value = true;
    expect(state.view.value).toMatchObject({ status: 'loading', empty: null });
    hasUnreadReports.value = false;
    status.value = 'loading';
    expect(state.view.value).toMatchObject({ status: 'loading', empty: null });
    status.value = 'failed';
    expect(state.view.value).toMatchObject({ status: 'failed', empty: 'unread' });
  });
});
