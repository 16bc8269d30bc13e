import { Fragment } from 'preact';
import { useCallback, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { i18n } from '#i18n';
import { useStarPress } from '@/components/app/star-button';
import { type MutableFindings, useMuting } from '@/components/page/muting';
import type { TableCells } from '@/components/queue/line';
import { IntendedForm } from '@/components/report/intended-form';
import { useReports } from '@/components/reports/reports-page';
import { shortDate } from '@/components/text/dates';
import { resultLabel } from '@/components/text/labels';
import { Address } from '@/components/ui/address';
import { Menu, type MenuItem, MenuItems } from '@/components/ui/menu';
import { Message } from '@/components/ui/message';
import { LongTable, RowCell } from '@/components/ui/table/long-table';
import type { PageRow } from '@/lib/report/compare/findings';
import { IMPORTANCES } from '@/lib/report/importance';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { mutableFindings } from './mutable-findings';
import { FINDING_MENU, REPORTS_OF_PAGE, ReportCells } from './report-cells';
import type { TableRow } from './table-order';

/**
 * Columns after the checkbox: of all reports, of a batch, and of a filter by a check. `ReportCells`
 * draws the cells in the same order.
 */
const COLUMNS = ['address', 'result', 'change', 'failed', 'privacy', 'date'] as const;
// All reports of a batch have the same privacy and almost the same date.
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

/** The rows of a batch without a report, above and below the rows with a report. */
export interface BatchRows {
  above: readonly BatchRow[];
  below: readonly BatchRow[];
  /** Whether the table hides the rows with a report. */
  isWithoutReports: boolean;
}

/** An address of a batch without a report, with status, reason and tone. */
export interface BatchRow extends TableCells {
  /** Number of the operation in the batch. */
  index: number;
  address: string;
}

/**
 * The table of reports. Arrow keys and presses with Shift select rows.
 * @param batch the rows of the batch that have no report; null outside a batch
 */
export function ReportTable({ batch = null }: { batch?: BatchRows | null }) {
  const {
    table,
    reportState,
    list,
    findingsOf,
    isOneHost,
    show,
    openReport,
    ticketState,
    starred,
  } = useReports();
  const { overview, rows, selection, order, isReading } = table.value;
  const shown = batch?.isWithoutReports ? [] : rows.value;
  const problem = overview.filters.value.check;
  // The filters hide all rows without a report.
  const { above, below } = overview.isFiltered.value || batch === null ? NO_ROWS : batch;
  const columns =
    problem !== null ? COLUMNS_OF_PROBLEM : batch === null ? COLUMNS : COLUMNS_OF_BATCH;
  /** The reports in the menu of a page's reports. */
  const [menuReports, setMenuReports] = useState<readonly Report[]>([]);
  /** The page of the finding menu; null before its first opening. */
  const [menuPage, setMenuPage] = useState<PageRow | null>(null);
  const [form, setForm] = useState<MutableFindings | null>(null);
  const { isPrivate, showAgain } = useMuting();
  const open = reportState.open.value?.report;
  const openId = open?.id;
  const isOfBatch = batch !== null;
  const pressStar = useStarPress();
  const sorted = order.value;
  const query = list.query.value;
  const resetKey = useMemo(() => ({}), [query, sorted, problem]);

  // Focuses the row of the open report's page after the report closes.
  useLayoutEffect(() => {
    if (open === undefined) return undefined;
    const { page } = referTo(open);
    return () => {
      const row = rows.value.find((one) => one.page.key === page);
      focusRow(row?.report.id ?? open.id);
    };
  }, [openId]);

  const rowClass = useCallback(
    (row: TableRow | BatchRow) => {
      const id = isBatchRow(row) ? '' : row.report.id;
      return (selection.has(id) ? 'is-selected' : '') + (id === openId ? ' is-open' : '');
    },
    [selection, openId],
  );

  const cells = useCallback(
    (row: TableRow | BatchRow, isCurrent: boolean) => {
      if (isBatchRow(row))
        return <CellsWithoutReport row={row} columns={columns.length} isCurrent={isCurrent} />;
      const { report, page } = row;
      const hasOlder = report === page.report && page.reports.length > 1;
      return (
        <ReportCells
          row={row}
          isOneHost={isOneHost.value}
          isOfBatch={isOfBatch}
          problem={problem}
          findings={problem === null ? null : findingsOf(report)}
          ticketPage={ticketState.shownPages.value.get(page.key) ?? null}
          isStarred={starred.value?.has(page.key) ?? null}
          isSelected={selection.has(report.id)}
          isCurrent={isCurrent}
          onSelect={(event) => {
            if (event.shiftKey) selection.extendTo(report.id);
            else selection.toggle(report.id);
          }}
          onPress={(inNewTab, { shiftKey }) => {
            if (shiftKey && !inNewTab) selection.extendTo(report.id);
            else openReport(report, inNewTab);
          }}
          onStar={() => void pressStar(page.key)}
          onOlder={hasOlder ? () => setMenuReports(page.reports) : undefined}
          onMore={
            problem !== null && isFinding(page, problem) ? () => setMenuPage(page) : undefined
          }
        />
      );
    },
    [selection, problem, isOfBatch, columns],
  );

  /** Returns the menu of a finding: *This is intended* or, if the finding is muted, *Show again*. */
  function findingItems(page: PageRow, check: string): MenuItem[] {
    const findings = mutableFindings(check, [page]);
    if (findings !== null) {
      return [{ label: i18n.t('intended.mark'), onChoose: () => setForm(findings) }];
    }
    const ofCheck = page.mutes.filter((mute) => mute.check === check);
    return [
      {
        label: i18n.t('intended.again'),
        onChoose: () => void showAgain(check, ofCheck, [page.key]),
      },
    ];
  }

  /** Whether a check fails on a page, or is muted and can be shown again. */
  function isFinding({ verdict }: PageRow, check: string): boolean {
    const { failing, muted } = verdict;
    const findings = isPrivate ? (failing ?? []) : [...(failing ?? []), ...muted];
    return findings.some(({ name }) => name === check);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'a' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    selection.selectAll();
  }

  function onMove(
    { shiftKey }: KeyboardEvent,
    from: TableRow | BatchRow,
    to: TableRow | BatchRow,
  ): void {
    if (!shiftKey || isBatchRow(from) || isBatchRow(to)) return;
    if (!selection.has(from.report.id)) selection.toggle(from.report.id);
    selection.extendTo(to.report.id);
  }

  return (
    <>
      <LongTable
        class={`reports-table ${classOf(columns)}`}
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
        rows={[...above, ...shown, ...below]}
        keyOf={keyOf}
        resetKey={resetKey}
        rowClass={rowClass}
        onKeyDown={onKeyDown}
        onMove={onMove}
      >
        {cells}
      </LongTable>
      <Menu id={REPORTS_OF_PAGE}>
        <MenuItems
          items={menuReports.map((report) => ({
            label: [report.generatedAt && shortDate(report.generatedAt), resultLabel(report)]
              .filter(Boolean)
              .join(' · '),
            onChoose: () => show(report),
          }))}
        />
      </Menu>
      <Menu id={FINDING_MENU}>
        {menuPage && problem !== null && <MenuItems items={findingItems(menuPage, problem)} />}
      </Menu>
      {form && <IntendedForm findings={form} onClose={() => setForm(null)} />}
    </>
  );
}

/** Returns the class that sets the widths of the columns. */
function classOf(columns: readonly Column[]): string {
  if (columns === COLUMNS_OF_PROBLEM) return 'is-of-problem';
  return columns === COLUMNS_OF_BATCH ? 'is-of-batch' : '';
}

/** The key of a row without a report never equals the id of a report. */
function keyOf(row: TableRow | BatchRow): string {
  return isBatchRow(row) ? `row ${row.index}` : row.report.id;
}

function isBatchRow(row: TableRow | BatchRow): row is BatchRow {
  return 'address' in row;
}

interface CellsWithoutReportProps {
  row: BatchRow;
  /** Number of columns after the checkbox. */
  columns: number;
  isCurrent: boolean;
}

function CellsWithoutReport({ row, columns, isCurrent }: CellsWithoutReportProps) {
  const { address, word, reason, tone } = row;
  return (
    <>
      <RowCell />
      <RowCell title={address}>
        <span class="row address fill" dir="ltr" tabIndex={isCurrent ? 0 : -1}>
          <Address address={address} />
        </span>
      </RowCell>
      <RowCell
        class={`cell-state ${tone === 'attention' ? 'problem' : tone === 'busy' ? '' : 'quiet'}`}
      >
        {word}
      </RowCell>
      <RowCell class="cell-reason quiet" colSpan={columns - 2} title={reason ?? ''}>
        <span class="is-cut">{reason && <Message text={reason} />}</span>
      </RowCell>
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

/** The column's label. A press sorts by the column, and the next press reverses the order. */
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
