import type { ResourceState } from '@/components/app/resource';
import { type Failure, isReportGone } from '@/lib/failure';
import { type Report, type ReportDetails, withoutDetails } from '@/lib/report/report';

/** The open report: first the row of the list, then the report as the service returns it. */
export interface OpenReport {
  report: Report | ReportDetails;
  /** The report with its previous result, until the checks of the new result are read; otherwise null. */
  earlier: ReportDetails | null;
  /** Whether the report is being read, and the view says so. */
  isReading: boolean;
  /** The failure of the latest read; null after a success. */
  failure: Failure | null;
  /** Whether the service no longer has the report. */
  isGone: boolean;
}

/**
 * Returns the open report.
 * @param summary the newest version of the report
 * @param read the read of the report with its checks
 */
export function openReportOf(
  summary: Report,
  read: ResourceState<ReportDetails>,
  isGone: boolean,
): OpenReport {
  const details = read.value;
  const isCurrent = details !== undefined && !hasNewResult(summary, details);
  // The view shows the checks of the earlier result until the checks of the new result are read.
  const hasChecks = details !== undefined && details.checks.length > 0;
  const earlier = !isCurrent && hasChecks && details.generatedAt !== null ? details : null;
  // A failure matters only if the checks of the shown result are missing.
  const failure = isCurrent ? null : read.failure;
  return {
    report: isCurrent ? withVersion(details, summary) : summary,
    earlier,
    isReading: read.status !== 'ready' && read.status !== 'failed' && details === undefined,
    failure,
    isGone: isGone || (read.failure !== null && isReportGone(read.failure)),
  };
}

/** Ignores null fields of the version, because some services send incomplete rows. */
function withVersion(details: ReportDetails, version: Report): ReportDetails {
  const shown = version.generatedAt === null ? {} : version;
  return { ...details, ...shown, privacy: version.privacy ?? details.privacy };
}

function hasNewResult(summary: Report, details: ReportDetails): boolean {
  return summary.generatedAt !== null && summary.generatedAt !== details.generatedAt;
}

/** Whether a newer version differs from a report. Fields that are null in the version count as equal. */
export function differsFrom(version: Report, report: Report): boolean {
  return (['privacy', 'result', 'generatedAt'] as const).some(
    (name) => version[name] !== null && version[name] !== report[name],
  );
}

/** Returns the part of a report that lists contain. */
export function asListed(report: Report | ReportDetails): Report {
  return 'extraFields' in report ? withoutDetails(report) : report;
}
