import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { i18n } from '#i18n';
import { useVirtualRows } from '@/components/ui/table/virtual-rows';
import { VirtualTable } from '@/components/ui/table/virtual-table';
import { resultBefore, scoreDifference } from '@/lib/report/compare/changes';
import type { ReportQuery } from '@/lib/report/report-query';
import { useReports } from '../reports-page';
import { ReportCells } from './report-cells';

/** So many rows the keys for a page go. */
const PAGE = 10;

/** The columns after the box to tick, and what the service sorts by where it does so by them. */
const COLUMNS: { name: string; sortBy: ReportQuery['sortBy'] | null }[] = [
  { name: 'address', sortBy: 'url' },
  { name: 'result', sortBy: 'result' },
  { name: 'change', sortBy: null },
  { name: 'failed', sortBy: null },
  { name: 'privacy', sortBy: null },
  { name: 'date', sortBy: 'generated_at' },
];

/**
 * The reports. The arrow keys go from row to row, and one of them is tabbed to; with Shift they select,
 * as pressing does with Shift, Ctrl or Cmd.
 */
export function ReportTable() {
  const { table, reportState, results, pastOf, show } = useReports();
  const { findings, selection, order, isReading } = table.value;
  const shown = findings.shown.value;
  /** The row that is tabbed to, and that has the focus or had it last. */
  const [current, setCurrent] = useState(0);
  const moved = useRef<string | null>(null);
  const at = Math.min(current, Math.max(0, shown.length - 1));
  const virtual = useVirtualRows(shown.length, at);
  const openId = reportState.open.value?.report.id;
  const query = order.value;

  useLayoutEffect(() => {
    const id = shown[at]?.id;
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
  }, [query]);

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
    const [from, reached] = [shown[at], shown[to]];
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

  const sortedColumn = COLUMNS.findIndex(({ sortBy }) => sortBy === query.sortBy);
  return (
    <VirtualTable
      rows={virtual}
      class="reports-table"
      label={i18n.t('reports.title')}
      isBusy={isReading.value}
      columns={[
        <SelectAll key="select" />,
        ...COLUMNS.map((column) => <ColumnHead key={column.name} {...column} />),
      ]}
      {...(sortedColumn >= 0 && {
        sorted: {
          column: sortedColumn + 1,
          order: query.sort === 'asc' ? 'ascending' : 'descending',
        },
      })}
      keyOf={(index) => shown[index]?.id}
      rowClass={(index) => {
        const id = shown[index]?.id ?? '';
        const isOpen = id === openId ? ' is-open' : '';
        return (selection.has(id) ? 'is-selected' : '') + isOpen;
      }}
      onKeyDown={onKeyDown}
    >
      {(index) => {
        const report = shown[index];
        return (
          report && (
            <ReportCells
              report={report}
              index={index}
              difference={scoreDifference(report, resultBefore(report, pastOf(report)))}
              newResult={results.stateOf(report.id)}
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
            />
          )
        );
      }}
    </VirtualTable>
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

interface ColumnHeadProps {
  name: string;
  sortBy: ReportQuery['sortBy'] | null;
}

/** What a column is called; a press sorts by it, and then the other way round. */
function ColumnHead({ name, sortBy }: ColumnHeadProps) {
  const { order, sort: sortTable } = useReports().table.value;
  if (name === 'failed') {
    return (
      <span class="by-importance">
        <span>{i18n.t('reports.column.high')}</span> <span>{i18n.t('reports.column.medium')}</span>{' '}
        <span>{i18n.t('reports.column.low')}</span>
      </span>
    );
  }
  if (sortBy === null) {
    return i18n.t(name === 'privacy' ? 'privacy.label' : 'reports.column.change');
  }
  const { sortBy: sorted, sort } = order.value;
  const isSorted = sortBy === sorted;
  const usual = sortBy === 'url' ? 'asc' : 'desc';
  return (
    <button
      type="button"
      class="link"
      onClick={() => {
        const other = sort === 'asc' ? 'desc' : 'asc';
        sortTable({ sortBy, sort: isSorted ? other : usual });
      }}
    >
      {i18n.t(name === 'address' ? 'batch.column.address' : `sort.${sortBy}`)}
      {isSorted && <span aria-hidden="true">{sort === 'asc' ? ' ↑' : ' ↓'}</span>}
    </button>
  );
}
