import type { Failure } from '@/lib/failure';
import { type Report, type ReportDetails, toSummary } from '@/lib/report/report';

/** A report in its own view: at first as the list had it, then as the service gives it. */
export interface OpenReport {
  report: Report | ReportDetails;
  /** Whether it is being read, and that is told. */
  isReading: boolean;
  /** Why it could not be read the last time; null where it could. */
  failure: Failure | null;
  /** Whether the service turned out to have it no more. */
  isGone: boolean;
}

/** Whether a row of a list differs from a report: in what rows leave out it does not. */
export function saysOtherwise(row: Report, report: Report): boolean {
  return (['privacy', 'result', 'generatedAt'] as const).some(
    (name) => row[name] !== null && row[name] !== report[name],
  );
}

/** The part of it that the background is told. */
export function plain(report: Report | ReportDetails): Report {
  return 'extraFields' in report ? toSummary(report) : report;
}
