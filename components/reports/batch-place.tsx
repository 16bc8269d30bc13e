import { useEffect } from 'preact/hooks';
import { ResultTable } from '@/components/batch/run/result-table';
import { RunSection } from '@/components/batch/run/run-section';
import { QueueRegion } from '@/components/queue/queue-region';
import { ReportTable } from '@/components/table/report-table';
import { countMessage, TableHead } from '@/components/table/table-head';
import { isOpen, type JobLine } from '@/lib/jobs/job';
import { FilterChips } from './overview/filter-chips';
import { Overview } from './overview/overview';
import { useReports } from './reports-page';
import { Foot } from './reports-section';

/** One batch: what needs attention or waits, and below that the reports that it has created. */
export function BatchPlace({ line }: { line: JobLine }) {
  const { bulk, table } = useReports();
  const { result } = bulk;
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
      {result.counts.value.all > 0 && <ResultTable />}
      {line.counts.done > 0 && (
        <>
          {!isOpen(line) && (
            <>
              <FilterChips overview={overview} />
              <Overview overview={overview} />
            </>
          )}
          <TableHead count={count} />
          <ReportTable />
          <Foot />
        </>
      )}
    </section>
  );
}
