import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { i18n } from '#i18n';
import { ROW_FILTERS } from '@/components/batch/run/result-state';
import { RunBar, RunHeader, RunTray } from '@/components/batch/run/run-section';
import { tableCellsOf } from '@/components/queue/line';
import { QueueRegion } from '@/components/queue/queue-region';
import { type BatchRow, type BatchRows, ReportTable } from '@/components/table/report-table';
import { countMessage, TableHead } from '@/components/table/table-head';
import { countText } from '@/components/text/language';
import { AlertLine } from '@/components/ui/message-lines';
import { isOpen } from '@/lib/jobs/job';
import { urlOf } from '@/lib/jobs/operation';
import type { JobLine, Operation } from '@/lib/jobs/types';
import { FilterChips } from './find-reports';
import { BatchFindings } from './problem-lists';
import { useReports } from './reports-page';
import { Foot } from './reports-section';

/**
 * One batch: its progress, and a table of its addresses that begins with the failures. Parts above
 * the table keep their heights. Temporary lines are in the tray.
 */
export function BatchView({ line }: { line: JobLine }) {
  const { batchRows, table } = useReports();
  const { overview } = table.value;
  const { count, total, status } = batchRows.view.value;
  const areFindingsOpen = useSignal(false);
  const hasFindings = !isOpen(line) && overview.rows.value.length > 0;
  useMarkSeen(line);
  return (
    <section class="reports inset-lines" aria-labelledby="batch-heading">
      <RunHeader line={line} isLoading={status === 'loading'} />
      <div class="run-filters inset-inline cluster compact">
        <StateChips />
        {!isOpen(line) && <FilterChips overview={overview} omitsEmpty />}
        {hasFindings && (
          <button
            type="button"
            class="toggle small"
            aria-expanded={areFindingsOpen.value}
            onClick={() => {
              areFindingsOpen.value = !areFindingsOpen.value;
            }}
          >
            {i18n.t('wrong.label')}
          </button>
        )}
      </div>
      {hasFindings && areFindingsOpen.value && (
        <BatchFindings
          overview={overview}
          onShow={({ check }) => overview.toggle('check', check)}
        />
      )}
      <TableHead count={status === 'loading' ? null : countMessage(count, total)} />
      <RunBar line={line} />
      <ReportTable batch={useBatchRows()} />
      <NoRows />
      <div class="tray inset-lines">
        <RunTray line={line} />
        <QueueRegion omittedBatchId={line.id} />
        <Foot />
      </div>
    </section>
  );
}

/** Notes that a person has seen the end of a batch, once its tab is visible. */
function useMarkSeen(line: JobLine): void {
  const { result } = useReports().batch;
  const isNews = !isOpen(line) && !line.isSeen;
  useEffect(() => {
    if (!isNews) return;
    const markSeen = () => {
      if (document.visibilityState === 'visible') result.markSeen();
    };
    markSeen();
    document.addEventListener('visibilitychange', markSeen);
    return () => document.removeEventListener('visibilitychange', markSeen);
  }, [isNews, result]);
}

/** The filters by state. None if all rows have a report. */
function StateChips() {
  const { counts, filter, choose } = useReports().batchRows;
  const states = ROW_FILTERS.filter((state) => state !== 'all' && counts.value[state] > 0);
  if (states.length === 0) return null;
  return (
    <div class="chips cluster tight">
      {(['all', ...states] as const).map((state) => (
        <button
          key={state}
          type="button"
          class="chip"
          aria-pressed={filter.value === state}
          onClick={() => choose(state)}
        >
          {i18n.t(`batch.filter.${state}`, [countText(counts.value[state])])}
        </button>
      ))}
    </div>
  );
}

/** Says why the table is empty, and what to press. */
function NoRows() {
  const { batchRows } = useReports();
  const { empty } = batchRows.view.value;
  if (empty === null) return null;
  if (empty === 'unread') return <AlertLine>{i18n.t('batch.unread')}</AlertLine>;
  if (empty === 'deleted') return <p class="quiet">{i18n.t('batch.allDeleted')}</p>;
  return (
    <div class="no-rows inset beside">
      <p class="quiet">{i18n.t('batch.noMatch')}</p>
      <button type="button" onClick={batchRows.clearFilters}>
        {i18n.t('list.clear')}
      </button>
    </div>
  );
}

/** Rows by operation. The table draws a row again only if the row is another object. */
const rowsOfOperations = new WeakMap<Operation, BatchRow>();

/** Returns the row of an operation. A line above the table shows the backoff, so the row does not. */
function rowOf(operation: Operation, index: number): BatchRow {
  const known = rowsOfOperations.get(operation);
  if (known !== undefined) return known;
  const row = { ...tableCellsOf(operation, null), index, address: urlOf(operation.subject) ?? '' };
  rowsOfOperations.set(operation, row);
  return row;
}

/** Returns the rows without a report. */
function useBatchRows(): BatchRows {
  const { batch, batchRows } = useReports();
  const { above, below } = batchRows.withoutReport.value;
  const row = (index: number) => {
    const operation = batch.result.operations.value.get(index);
    return operation === undefined ? [] : rowOf(operation, index);
  };
  return {
    above: above.flatMap(row),
    below: below.flatMap(row),
    isWithoutReports: batchRows.filter.value !== null && batchRows.filter.value !== 'all',
  };
}
