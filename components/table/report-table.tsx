import { Fragment } from 'preact';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { i18n } from '#i18n';
import { useReports } from '@/components/reports/reports-page';
import { shortDate } from '@/components/text/dates';
import { resultLabel } from '@/components/text/labels';
import { Menu } from '@/components/ui/menu';
import { VirtualTable } from '@/components/ui/table/virtual-table';
import { IMPORTANCES } from '@/lib/report/importance';
import { ReportCells } from './report-cells';
import type { TableRow } from './table-order';

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

/** The reports. Keys with Shift select them, as pressing does with Shift, Ctrl or Cmd. */
export function ReportTable() {
  const { table, reportState, list, foundOf, isOneHost, show } = useReports();
  const { overview, rows, selection, order, isReading } = table.value;
  const shown = rows.value;
  const problem = overview.filters.value.check;
  const columns = problem === null ? COLUMNS : COLUMNS_OF_PROBLEM;
  const [older, setOlder] = useState<{ button: HTMLElement; row: TableRow } | null>(null);
  const openId = reportState.open.value?.report.id;
  const sorted = order.value;
  const query = list.query.value;
  const start = useMemo(() => ({}), [query, sorted, problem]);

  // Back to the row of the report that was open.
  useLayoutEffect(() => {
    if (openId !== undefined) return () => focusRow(openId);
    return undefined;
  }, [openId]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'a' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    selection.selectAll();
  }

  function onMove({ shiftKey }: KeyboardEvent, from: number, to: number): void {
    const [left, reached] = [shown[from]?.report, shown[to]?.report];
    if (!shiftKey || !left || !reached) return;
    if (!selection.has(left.id)) selection.toggle(left.id);
    selection.extendTo(reached.id);
  }

  function press(event: MouseEvent, id: string): boolean {
    if (event.shiftKey) selection.extendTo(id);
    else if (event.ctrlKey || event.metaKey) selection.toggle(id);
    return event.shiftKey || event.ctrlKey || event.metaKey;
  }

  return (
    <>
      <VirtualTable
        class={problem === null ? 'reports-table' : 'reports-table is-of-problem'}
        label={i18n.t('reports.title')}
        isBusy={isReading.value}
        columns={[
          { class: 'cell-tick', head: <SelectAll /> },
          ...columns.map((column) => ({
            class: `cell-${column}`,
            head: <ColumnHead column={column} />,
            ...(sorted?.column === column && {
              sorted: sorted.isAscending ? ('ascending' as const) : ('descending' as const),
            }),
          })),
        ]}
        rows={shown.map(({ report }) => report.id)}
        start={start}
        rowClass={(index) => {
          const id = shown[index]?.report.id ?? '';
          return (selection.has(id) ? 'is-selected' : '') + (id === openId ? ' is-open' : '');
        }}
        onKeyDown={onKeyDown}
        onMove={onMove}
      >
        {(index, isCurrent) => {
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
              isCurrent={isCurrent}
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

function focusRow(reportId: string): void {
  const row = document.querySelector(`[data-key="${CSS.escape(reportId)}"]`);
  row?.querySelector<HTMLElement>('.row')?.focus({ preventScroll: true });
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
