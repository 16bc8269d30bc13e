import type { Failure } from '@/lib/failure';
import { Privacy } from '@/lib/report/privacy';
import { type Report, type ReportDetails, toSummary } from '@/lib/report/report';
import type { ReportChange } from '@/lib/report/report-change';
import type { PublishingRisk } from '@/lib/url/publishing-risk';

/** What the report's view is waiting for, or has just done. */
export type ViewActivity = 'reading' | 'saving' | 'saved' | 'updating' | 'asked';

/** A report in its own view: at first as the list had it, then as the service gives it. */
export interface OpenReport {
  report: Report | ReportDetails;
  activity: ViewActivity | null;
  failure: Failure | null;
  /** The privacy chosen here, to be saved. */
  privacy: Privacy | null;
  password: string;
  /** Whether the last press of Save changes found the password missing. */
  lacksPassword: boolean;
  /** Why the last press was held back: publishing may do harm, and takes a press of its own. */
  held: PublishingRisk[];
}

/** Whether an answer of the service is awaited. */
export function isUnderWay(activity: ViewActivity | null): boolean {
  return activity === 'reading' || activity === 'saving' || activity === 'updating';
}

/** Whether a row of a list differs from a report: in what rows leave out it does not. */
export function saysOtherwise(row: Report, report: Report): boolean {
  return (['privacy', 'result', 'generatedAt'] as const).some(
    (name) => row[name] !== null && row[name] !== report[name],
  );
}

/** Only what differs from the report; a new password goes with its privacy. */
export function readChange({ report, privacy, password }: OpenReport): ReportChange | null {
  if (privacy === null) return null;
  const hasNewPassword = privacy === Privacy.Password && password !== '';
  if (privacy === report.privacy && !hasNewPassword) return null;
  return { privacy, ...(hasNewPassword && { password }) };
}

/** The part of it that the background is told. */
export function plain(report: Report | ReportDetails): Report {
  return 'extraFields' in report ? toSummary(report) : report;
}
