import { Fragment } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { i18n } from '#i18n';
import { useReports } from '@/components/reports/reports-page';
import { shortDate } from '@/components/text/dates';
import { resultLabel } from '@/components/text/labels';
import { Menu } from '@/components/ui/menu';
import { useVirtualRows } from '@/components/ui/table/virtual-rows';
import { VirtualTable } from '@/components/ui/table/virtual-table';
import { IMPORTANCES } from '@/lib/report/importance';
import { ReportCells } from './report-cells';
import type { TableRow } from './table-order';

/** So many rows the keys for a page go. */
const PAGE = 10;

/** The columns after the box to tick, and those where the rows are filtered by a check. */
const COLUMNS = ['address', 'result', 'change', 'failed', 'privacy', 'date'] as const;
const COLUMNS_OF_PROBLEM = ['address', 'found', 'since', 'result', 'change'] as const;
const LABELS = {
  address: 'batch.column.address',
  result: 'sort.result',
  change: 'reports.column.change',
  date: 'sort.generated_at',
} as const;
type Column = (typeof COLUMNS | typeof COLUMNS_OF_PROBLEM)[number];

/**
 * The reports. The arrow keys go from row to row, and one of them is tabbed to; with Shift they select,
 * as pressing does with Shift, Ctrl or Cmd.
 */
export function ReportTable() {
  const { table, reportState, list, foundOf, isOneHost, show } = useReports();
  const { overview, rows, selection, order, isReading } = table.value;
  const shown = rows.value;
  const problem = overview.filters.value.check;
  const columns = problem === null ? COLUMNS : COLUMNS_OF_PROBLEM;
  const [older, setOlder] = useState<{ button: HTMLElement; row: TableRow } | null>(null);
  /** The row that is tabbed to, and that has the focus or had it last. */
  const [current, setCurrent] = useState(0);
  const moved = useRef<string | null>(null);
  const at = Math.min(current, Math.max(0, shown.length - 1));
  const virtual = useVirtualRows(shown.length, at);
  const openId = reportState.open.value?.report.id;
  const sorted = order.value;
  const query = list.query.value;

  useLayoutEffect(() => {
    const id = shown[at]?.report.id;
    const part = moved.current;
    if (part === null || id === undefined) return;
    moved.current = null;
    virtual.scrollTo(at);
    focusRow(id, part);
  });

  // Other rows are shown from the first on.
  useLayoutEffect(() => {
    virtual.scroller.current?.scrollTo(0, 0);
    setCurrent(0);
  }, [query, sorted, problem]);

  // Back to the row of the report that was open.
  useLayoutEffect(() => {
    if (openId !== undefined) return () => focusRow(openId, '.row');
    return undefined;
  }, [openId]);

  function onKeyDown(event: KeyboardEvent): void {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('.bulk-row') == null) return;
    if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      selection.selectAll();
      return;
    }
    const last = shown.length - 1;
    const next = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + PAGE,
      PageUp: at - PAGE,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const to = Math.min(Math.max(next, 0), last);
    const [from, reached] = [shown[at]?.report, shown[to]?.report];
    if (event.shiftKey && from && reached) {
      if (!selection.has(from.id)) selection.toggle(from.id);
      selection.extendTo(reached.id);
    }
    moved.current = target.matches('input') ? 'input' : '.row';
    setCurrent(to);
  }

  function press(event: MouseEvent, id: string): boolean {
    if (event.shiftKey) selection.extendTo(id);
    else if (event.ctrlKey || event.metaKey) selection.toggle(id);
    return event.shiftKey || event.ctrlKey || event.metaKey;
  }

  const sortedColumn = sorted === null ? -1 : (columns as readonly Column[]).indexOf(sorted.column);
  return (
    <>
      <VirtualTable
        rows={virtual}
        class={problem === null ? 'reports-table' : 'reports-table is-of-problem'}
        label={i18n.t('reports.title')}
        isBusy={isReading.value}
        columns={[
          <SelectAll key="select" />,
          ...columns.map((column) => <ColumnHead key={column} column={column} />),
        ]}
        {...(sorted !== null &&
          sortedColumn >= 0 && {
            sorted: {
              column: sortedColumn + 1,
              order: sorted.isAscending ? 'ascending' : 'descending',
            },
          })}
        keyOf={(index) => shown[index]?.report.id}
        rowClass={(index) => {
          const id = shown[index]?.report.id ?? '';
          return (selection.has(id) ? 'is-selected' : '') + (id === openId ? ' is-open' : '');
        }}
        onKeyDown={onKeyDown}
      >
        {(index) => {
          const row = shown[index];
          if (row === undefined) return null;
          const { report, page } = row;
          const hasOlder = report === page.report && page.reports.length > 1;
          return (
            <ReportCells
              row={row}
              index={index}
              isOneHost={isOneHost.value}
              problem={problem}
              found={problem === null ? null : foundOf(report)}
              isSelected={selection.has(report.id)}
              isCurrent={index === at}
              onFocus={() => setCurrent(index)}
              onSelect={(event) => {
                if (event.shiftKey) selection.extendTo(report.id);
                else selection.toggle(report.id);
              }}
              onPress={(event) => {
                if (!press(event, report.id)) show(report);
              }}
              onOlder={hasOlder ? (button) => setOlder({ button, row }) : undefined}
            />
          );
        }}
      </VirtualTable>
      {older && (
        <Menu
          button={older.button}
          items={older.row.page.reports.map((report) => ({
            label: [report.generatedAt && shortDate(report.generatedAt), resultLabel(report)]
              .filter(Boolean)
              .join(' · '),
            onChoose: () => show(report),
          }))}
          onClose={() => setOlder(null)}
        />
      )}
    </>
  );
}

/** @param part of the row, as a selector */
function focusRow(reportId: string, part: string): void {
  const row = `[data-report="${CSS.escape(reportId)}"]`;
  const element = document.querySelector<HTMLElement>(`.bulk-row:has(${row}) ${part}`);
  element?.focus({ preventScroll: true });
}

function SelectAll() {
  const { selection } = useReports().table.value;
  const areAll = selection.areAll.value;
  return (
    <label class="tick">
      <input
        type="checkbox"
        aria-label={i18n.t('reports.selectAll')}
        checked={areAll === true}
        indeterminate={areAll === null}
        onChange={({ currentTarget }) => {
          if (currentTarget.checked) selection.selectAll();
          else selection.clear();
        }}
      />
    </label>
  );
}

/** What a column is called; a press sorts by it, and then the other way round. */
function ColumnHead({ column }: { column: Column }) {
  const { order, sortBy } = useReports().table.value;
  if (column === 'privacy') return <span class="head-privacy">{i18n.t('privacy.label')}</span>;
  if (column === 'found' || column === 'since') return i18n.t(`reports.column.${column}`);
  const sorted = order.value?.column === column ? order.value : null;
  const arrow = sorted && <span aria-hidden="true">{sorted.isAscending ? ' ↑' : ' ↓'}</span>;
  if (column !== 'failed') {
    return (
      <button type="button" class="link" onClick={() => sortBy(column)}>
        {i18n.t(LABELS[column])}
        {arrow}
      </button>
    );
  }
  return (
    <button type="button" class="link by-importance" onClick={() => sortBy(column)}>
      {IMPORTANCES.map((importance, index) => (
        <Fragment key={importance}>
          <span>
            {i18n.t(`reports.column.${importance}`)}
            {index === 0 && arrow}
          </span>{' '}
        </Fragment>
      ))}
    </button>
  );
}
