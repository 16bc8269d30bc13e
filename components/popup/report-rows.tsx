import type { AwaitedResult } from '@/lib/model/awaited-result';
import type { Report } from '@/lib/model/report';
import { ReportRow } from './report-row';

interface ReportRowsProps {
  reports: readonly Report[];
  awaited: readonly AwaitedResult[];
  /** Whether these are not the service's answer to what is asked now. */
  isStale: boolean;
  isReading: boolean;
  onOpen: (report: Report) => void;
}

/** The list itself; the arrow keys go from row to row. */
export function ReportRows({ reports, awaited, isStale, isReading, onOpen }: ReportRowsProps) {
  return (
    <ul
      class={isStale ? 'rows is-stale' : 'rows'}
      aria-labelledby="reports-heading"
      aria-busy={isReading}
      onKeyDown={moveFocus}
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

function moveFocus(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const rows = [...event.currentTarget.querySelectorAll('button')];
  const at = rows.indexOf(document.activeElement as HTMLButtonElement);
  const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (target === undefined) return;
  event.preventDefault();
  rows[Math.min(Math.max(target, 0), rows.length - 1)]?.focus();
}
