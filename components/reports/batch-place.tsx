import { ResultTable } from '@/components/bulk/run/result-table';
import { RunSection } from '@/components/bulk/run/run-section';
import { WhatIsWrong } from '@/components/report/wrong/what-is-wrong';
import { countText } from '@/components/text/language';
import { type BatchLine, isOpen } from '@/lib/task/batch/batch';
import { useReports } from './reports-page';
import { Foot, GroundLines } from './reports-section';
import { ReportTable } from './table/report-table';
import { TableHead } from './table/table-head';

/** One batch: what needs a person or waits, and below that the reports that it has made. */
export function BatchPlace({ line }: { line: BatchLine }) {
  const { bulk, table } = useReports();
  const { result } = bulk;
  return (
    <section class="reports" aria-labelledby="batch-heading">
      <RunSection line={line} />
      <GroundLines besides={line.id} />
      {result.counts.value.all > 0 && <ResultTable />}
      {line.done > 0 && (
        <>
          {!isOpen(line) && <WhatIsWrong filter={table.value.findings} />}
          <TableHead count={countText(result.reports.value.length)} />
          <ReportTable />
          <Foot />
        </>
      )}
    </section>
  );
}
