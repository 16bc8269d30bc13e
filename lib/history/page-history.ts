import { oldestFirst, type PastResult, resultOf } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { isLaterId } from '@/lib/report/report-id';
import { MAX_RESULTS_OF_PAGE } from './retention';

/** What is known of a page. */
export interface PageHistory {
  /** Its reports, the newest first. */
  reports: Report[];
  /** Its results, those of today among them, the oldest first. */
  results: PastResult[];
}

/** As many reports of a page as one list shows. */
export const MAX_REPORTS_OF_PAGE = 100;

/**
 * The history of a page.
 * @param reports all that are known of it, in any order
 * @param past what its reports have shown before
 */
export function pageHistory(reports: readonly Report[], past: readonly PastResult[]): PageHistory {
  const own = reports.flatMap(resultOf);
  const isOwn = (one: PastResult) =>
    own.some((other) => other.reportId === one.reportId && other.generatedAt === one.generatedAt);
  const results = [...past.filter((one) => !isOwn(one)), ...own].sort(oldestFirst);
  return {
    reports: sortedReports(reports).slice(0, MAX_REPORTS_OF_PAGE),
    results: results.slice(-MAX_RESULTS_OF_PAGE),
  };
}

/** Returns a history with the reports that it lacks or has with an earlier result. */
export function withReports(history: PageHistory, reports: readonly Report[]): PageHistory {
  const known = new Map(history.reports.map((report) => [report.id, report]));
  const isNewer = ({ id, generatedAt }: Report) => {
    const former = known.get(id);
    return former === undefined || (generatedAt ?? '') > (former.generatedAt ?? '');
  };
  const newer = reports.filter(isNewer);
  if (newer.length === 0) return history;
  for (const report of newer) known.set(report.id, report);
  return pageHistory([...known.values()], history.results);
}

/** What is left of a history without some of its reports. */
export function withoutReports(history: PageHistory, ids: readonly string[]): PageHistory {
  return {
    reports: history.reports.filter(({ id }) => !ids.includes(id)),
    results: history.results.filter(({ reportId }) => !ids.includes(reportId)),
  };
}

/**
 * The newest first. A report without a date has just been made, unless one that was made after it has a
 * result: then it comes last.
 */
function sortedReports(reports: readonly Report[]): Report[] {
  const areNumbers = reports.every(({ id }) => /^\d+$/.test(id));
  const isPassed = (report: Report) =>
    areNumbers &&
    report.generatedAt === null &&
    reports.some((other) => other.generatedAt !== null && isLaterId(other.id, report.id));
  return reports.toSorted(
    (one, other) => Number(isPassed(one)) - Number(isPassed(other)) || newestFirst(one, other),
  );
}

/** For sorting. Later ids are newer. */
export function newestFirst(one: Report, other: Report): number {
  const [date, otherDate] = [one.generatedAt ?? '\uffff', other.generatedAt ?? '\uffff'];
  if (date !== otherDate) return date > otherDate ? -1 : 1;
  return isLaterId(one.id, other.id) ? -1 : 1;
}
