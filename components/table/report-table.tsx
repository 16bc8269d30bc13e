import { Fragment } from 'preact';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { i18n } from '#i18n';
import type { OperationWords } from '@/components/queue/line';
import { useReports } from '@/components/reports/reports-page';
import { shortDate } from '@/components/text/dates';
import { resultLabel } from '@/components/text/labels';
import { Address } from '@/components/ui/address';
import { Menu } from '@/components/ui/menu';
import { Message } from '@/components/ui/message';
import { VirtualTable } from '@/components/ui/table/virtual-table';
import { IMPORTANCES } from '@/lib/report/importance';
import { ReportCells } from './report-cells';
import type { TableRow } from './table-order';

/** The columns after the box to tick, those of a batch, and those where the rows are filtered by a check. */
const COLUMNS = ['address', 'result', 'change', 'failed', 'privacy', 'date'] as const;
// All of a batch have one privacy and about one date.
const COLUMNS_OF_BATCH = ['address', 'state', 'result', 'change', 'failed'] as const;
const COLUMNS_OF_PROBLEM = ['address', 'found', 'since', 'result', 'change'] as const;
const LABELS = {
  address: 'batch.column.address',
  result: 'sort.result',
  change: 'reports.column.change',
  date: 'sort.generated_at',
} as const;
type Column = (typeof COLUMNS | typeof COLUMNS_OF_BATCH | typeof COLUMNS_OF_PROBLEM)[number];

const NO_ROWS = { above: [], below: [] };

/** The rows of a batch that have no report, above and below those that have. */
export interface BatchRows {
  above: readonly BatchRow[];
  below: readonly BatchRow[];
  /** Whether the reports are left out. */
  isWithoutReports: boolean;
}

/** An address of a batch without a report: how it stands in a word, why, and what that demands of a person. */
interface BatchRow extends Pick<OperationWords, 'word' | 'reason' | 'tone'> {
  /** Its number in the batch. */
  index: number;
  address: string;
}

/**
 * The reports. Keys with Shift select them, as pressing does with Shift, Ctrl or Cmd.
 * @param batch what else the batch has whose reports these are; null where they are of no batch
 */
export function ReportTable({ batch = null }: { batch?: BatchRows | null }) {
  const { table, reportState, list, foundOf, isOneHost, show, handedOver, starred } = useReports();
  const { overview, rows, selection, order, isReading } = table.value;
  const shown = batch?.isWithoutReports ? [] : rows.value;
  const problem = overview.filters.value.check;
  // Filters of reports leave none of the others.
  const { above, below } = overview.isFiltered.value || batch === null ? NO_ROWS : batch;
  const columns =
    problem !== null ? COLUMNS_OF_PROBLEM : batch === null ? COLUMNS : COLUMNS_OF_BATCH;
  /** The row without a report in a place of the table; undefined where it has one. */
  const rowWithout = (index: number) => above[index] ?? below[index - above.length - shown.length];
  const reportRow = (index: number) => shown[index - above.length];
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
    const [left, reached] = [reportRow(from)?.report, reportRow(to)?.report];
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
        class={`reports-table${problem === null ? '' : ' is-of-problem'}${batch === null ? '' : ' is-of-batch'}`}
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
        rows={[...above.map(keyOf), ...shown.map(({ report }) => report.id), ...below.map(keyOf)]}
        start={start}
        rowClass={(index) => {
          const id = reportRow(index)?.report.id ?? '';
          return (selection.has(id) ? 'is-selected' : '') + (id === openId ? ' is-open' : '');
        }}
        onKeyDown={onKeyDown}
        onMove={onMove}
      >
        {(index, isCurrent) => {
          const without = rowWithout(index);
          if (without)
            return (
              <CellsWithoutReport row={without} columns={columns.length} isCurrent={isCurrent} />
            );
          const row = reportRow(index);
          if (row === undefined) return null;
          const { report, page } = row;
          const hasOlder = report === page.report && page.reports.length > 1;
          return (
            <ReportCells
              row={row}
              index={index}
              isOneHost={isOneHost.value}
              isOfBatch={batch !== null}
              problem={problem}
              found={problem === null ? null : foundOf(report)}
              handedOver={handedOver.pagesHere.value.get(page.key) ?? null}
              isStarred={starred.value?.has(page.key) ?? false}
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

/** No report has such an id. */
const keyOf = ({ index }: BatchRow): string => `row ${index}`;

interface CellsWithoutReportProps {
  row: BatchRow;
  /** How many columns there are after the first. */
  columns: number;
  isCurrent: boolean;
}

function CellsWithoutReport({ row, columns, isCurrent }: CellsWithoutReportProps) {
  const { address, word, reason, tone } = row;
  return (
    <>
      <td />
      <td title={address}>
        <span class="row address fill" dir="ltr" tabIndex={isCurrent ? 0 : -1}>
          <Address address={address} />
        </span>
      </td>
      <td class={`cell-state ${tone === 'attention' ? 'problem' : tone === 'busy' ? '' : 'quiet'}`}>
        {word}
      </td>
      <td class="cell-reason quiet" colSpan={columns - 2} title={reason ?? ''}>
        <span>{reason && <Message text={reason} />}</span>
      </td>
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
  if (column === 'privacy') return <span>{i18n.t('privacy.label')}</span>;
  if (column === 'state') return i18n.t('batch.column.state');
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
    <button type="button" class="link by-importance figures" onClick={() => sortBy(column)}>
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
