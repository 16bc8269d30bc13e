import type { Report } from '@/lib/report/report';
import type { ResultPoll } from '@/lib/result-poll/result-poll';
import { ReportRow } from './report-row';

interface ReportRowsProps {
  reports: readonly Report[];
  awaited: readonly ResultPoll[];
  /** Whether these are not the service's answer to what is asked now. */
  isStale: boolean;
  isReading: boolean;
  onOpen: (report: Report) => void;
}

/** The list itself. */
export function ReportRows({ reports, awaited, isStale, isReading, onOpen }: ReportRowsProps) {
  return (
    <ul
      class={isStale ? 'rows is-stale' : 'rows'}
      aria-labelledby="reports-heading"
      aria-busy={isReading}
    >
      {reports.map((report) => (
        <ReportRow
          key={report.id}
          report={report}
          awaited={awaited.find((other) => other.report.id === report.id)}
          onOpen={() => onOpen(report)}
        />
      ))}
    </ul>
  );
}
