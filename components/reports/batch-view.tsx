import { useEffect } from 'preact/hooks';
import { entryLine } from '@/components/batch/run/entry-line';
import type { BatchResult } from '@/components/batch/run/result-state';
import { RunSection } from '@/components/batch/run/run-section';
import { QueueRegion } from '@/components/queue/queue-region';
import { type BatchRows, ReportTable } from '@/components/table/report-table';
import { countMessage, TableHead } from '@/components/table/table-head';
import { isOpen, type JobLine } from '@/lib/jobs/job';
import { urlOf } from '@/lib/jobs/operation';
import { FilterChips } from './overview/filter-chips';
import { Overview } from './overview/overview';
import { useReports } from './reports-page';
import { Foot } from './reports-section';

/** One batch: how it goes or has gone, and a table of its addresses and what has become of them. */
export function BatchView({ line }: { line: JobLine }) {
  const { batch, table } = useReports();
  const { result } = batch;
  const { overview } = table.value;
  const count = countMessage(overview.shown.value.length, overview.rows.value.length);
  const isNews = !isOpen(line) && !line.isSeen;
  useEffect(() => {
    if (!isNews) return;
    // A tab may have been left, or opened behind another.
    const markSeen = () => {
      if (document.visibilityState === 'visible') result.markSeen();
    };
    markSeen();
    document.addEventListener('visibilitychange', markSeen);
    return () => document.removeEventListener('visibilitychange', markSeen);
  }, [isNews, result]);
  return (
    <section class="reports" aria-labelledby="batch-heading">
      <RunSection line={line} />
      <QueueRegion besides={line.id} />
      {line.counts.done > 0 && !isOpen(line) && (
        <>
          <FilterChips overview={overview} />
          <Overview overview={overview} />
        </>
      )}
      {line.counts.done > 0 && <TableHead count={count} />}
      <ReportTable batch={rowsOf(result)} />
      {line.counts.done > 0 && <Foot />}
    </section>
  );
}

/** The rows that have no report. Why all of them wait is said above the table. */
function rowsOf({ operations, reportOf, withoutReport, filter }: BatchResult): BatchRows {
  const { above, below } = withoutReport.value;
  const row = (index: number) => {
    const operation = operations.value.get(index);
    if (operation === undefined) return [];
    const line = entryLine(operation, reportOf(operation), null);
    return [{ ...line, index, address: urlOf(operation.subject) ?? '' }];
  };
  return {
    above: above.flatMap(row),
    below: below.flatMap(row),
    isWithoutReports: filter.value !== 'all',
  };
}
