import { oldestFirst, PastResult, resultOf } from '@/lib/report/past-result';
import { Report } from '@/lib/report/report';
import { isLaterId } from '@/lib/report/report-id';
import { z } from '@/lib/schema';

/** What is stored of one page, whatever the tracking parameters in its address. */
export const PageRecord = z.object({
  /** The page's key: see `ReportReference`. */
  page: z.string(),
  /** Its reports, the newest first. */
  reports: z.array(Report),
  /** Results that its reports have had before, the oldest first. */
  former: z.array(PastResult),
});
export type PageRecord = z.infer<typeof PageRecord>;

/** What is known of a page. */
export interface PageHistory {
  /** Its reports, the newest first. */
  reports: Report[];
  /** Its results, those of today among them, the oldest first. */
  results: PastResult[];
}

/** As many as one list shows. */
const MOST_REPORTS = 100;
const MOST_RESULTS = 50;

/** The record of a page of which nothing is known. */
export function emptyRecord(page: string): PageRecord {
  return { page, reports: [], former: [] };
}

/** What a record tells of its page: the result of a report is stored once, with the report. */
export function historyOf({ reports, former }: PageRecord): PageHistory {
  const results = [...former, ...reports.flatMap(resultOf)].sort(oldestFirst);
  return { reports, results: results.slice(-MOST_RESULTS) };
}

/** The record with a report as the service gave it; the same object where that adds nothing. */
export function withReport(record: PageRecord, report: Report): PageRecord {
  const known = record.reports.find(({ id }) => id === report.id);
  if (known && isSame(known, report)) return record;
  const all = [report, ...record.reports.filter((one) => one !== known)];
  const passedLast = (one: Report, other: Report) =>
    Number(isPassed(one, all)) - Number(isPassed(other, all));
  const sorted = all.toSorted((one, other) => passedLast(one, other) || newestFirst(one, other));
  const reports = sorted.slice(0, MOST_REPORTS);
  if (!reports.includes(report)) return record;
  const over = [...sorted.slice(MOST_REPORTS), ...(known ? [known] : [])].flatMap(resultOf);
  const isOver = (past: PastResult) =>
    !reports.some(
      ({ id, generatedAt }) => id === past.reportId && generatedAt === past.generatedAt,
    );
  const former = [...record.former, ...over].filter(isOver).sort(oldestFirst);
  return { ...record, reports, former: former.slice(-MOST_RESULTS) };
}

/** The record without a report and its results; the same object where it has neither. */
export function withoutReport(record: PageRecord, id: string): PageRecord {
  const reports = record.reports.filter((report) => report.id !== id);
  const former = record.former.filter(({ reportId }) => reportId !== id);
  const isSameRecord =
    reports.length === record.reports.length && former.length === record.former.length;
  return isSameRecord ? record : { ...record, reports, former };
}

/** What is left of a history without some of its reports. */
export function withoutReports(history: PageHistory, ids: readonly string[]): PageHistory {
  return {
    reports: history.reports.filter(({ id }) => !ids.includes(id)),
    results: history.results.filter(({ reportId }) => !ids.includes(reportId)),
  };
}

/** A report without a date has just been made: its result is awaited. Later ids are newer. */
function newestFirst(one: Report, other: Report): number {
  return (
    compare(other.generatedAt ?? '\uffff', one.generatedAt ?? '\uffff') ||
    (isLaterId(one.id, other.id) ? -1 : 1)
  );
}

/** Whether a report never had a result while one that was made after it has: it is awaited no longer. */
function isPassed(report: Report, all: readonly Report[]): boolean {
  const areNumbers = all.every(({ id }) => /^\d+$/.test(id));
  return (
    areNumbers &&
    report.generatedAt === null &&
    all.some((other) => other.generatedAt !== null && isLaterId(other.id, report.id))
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function isSame(one: Report, other: Report): boolean {
  return (Object.keys(one) as (keyof Report)[]).every(
    (name) => JSON.stringify(one[name]) === JSON.stringify(other[name]),
  );
}
