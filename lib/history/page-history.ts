import { oldestFirst, type PastResult, resultOf } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { isLaterId } from '@/lib/report/report-id';
import { MAX_RESULTS_OF_PAGE } from './retention';

/** The reports and results of a page. */
export interface PageHistory {
  /** Newest first. */
  reports: Report[];
  /** The current and past results, oldest first. */
  results: PastResult[];
}

/** Limit of the reports of a page: the largest page size of a list. */
export const MAX_REPORTS_OF_PAGE = 100;

/**
 * Returns the history of a page.
 * @param reports in any order
 * @param past in any order
 */
export function pageHistory(reports: readonly Report[], past: readonly PastResult[]): PageHistory {
  const current = reports.flatMap(resultOf);
  const isCurrent = ({ reportId, generatedAt }: PastResult) =>
    current.some((other) => other.reportId === reportId && other.generatedAt === generatedAt);
  const results = [...past.filter((result) => !isCurrent(result)), ...current].sort(oldestFirst);
  return {
    reports: sortedReports(reports).slice(0, MAX_REPORTS_OF_PAGE),
    results: results.slice(-MAX_RESULTS_OF_PAGE),
  };
}

/**
 * Adds missing reports to a history, and replaces a report if the new version has a later result.
 */
export function withReports(history: PageHistory, reports: readonly Report[]): PageHistory {
  const byId = new Map(history.reports.map((report) => [report.id, report]));
  const isNewer = ({ id, generatedAt }: Report) => {
    const former = byId.get(id);
    return former === undefined || (generatedAt ?? '') > (former.generatedAt ?? '');
  };
  const newer = reports.filter(isNewer);
  if (newer.length === 0) return history;
  for (const report of newer) byId.set(report.id, report);
  return pageHistory([...byId.values()], history.results);
}

/** Removes reports and their results from a history. */
export function withoutReports(history: PageHistory, ids: readonly string[]): PageHistory {
  return {
    reports: history.reports.filter(({ id }) => !ids.includes(id)),
    results: history.results.filter(({ reportId }) => !ids.includes(reportId)),
  };
}

/**
 * Sorts reports, newest first. A report without a date comes first. If a report with a later id has
 * a date, the report without a date comes last.
 */
function sortedReports(reports: readonly Report[]): Report[] {
  const areNumbers = reports.every(({ id }) => /^\d+$/.test(id));
  const isOvertaken = (report: Report) =>
    areNumbers &&
    report.generatedAt === null &&
    reports.some((other) => other.generatedAt !== null && isLaterId(other.id, report.id));
  return reports.toSorted(
    (one, other) =>
      Number(isOvertaken(one)) - Number(isOvertaken(other)) || newestFirst(one, other),
  );
}

/** Compares reports for a sort by date, newest first. If the dates are the same, the later id is newer. */
export function newestFirst(one: Report, other: Report): number {
  const [date, otherDate] = [one.generatedAt ?? '\uffff', other.generatedAt ?? '\uffff'];
  if (date !== otherDate) return date > otherDate ? -1 : 1;
  return isLaterId(one.id, other.id) ? -1 : 1;
}
