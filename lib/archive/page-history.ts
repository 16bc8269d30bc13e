import { PastResult } from '@/lib/report/past-result';
import { Report } from '@/lib/report/report';
import { z } from '@/lib/schema';
import { pageKey } from '@/lib/url/page-key';

/** What is known of one page, whatever the tracking parameters in its address. */
export const PageHistory = z.object({
  /** The page's reports, the newest first. */
  reports: z.array(Report),
  /** Its ratings, oldest first. */
  results: z.array(PastResult),
});
export type PageHistory = z.infer<typeof PageHistory>;

const MOST_REPORTS = 10;
const MOST_RESULTS = 50;

/** No page that people look at needs a longer address, and a key is stored twice. */
const LONGEST_ADDRESS = 2_000;

export const UNKNOWN_PAGE: PageHistory = { reports: [], results: [] };

/** The page that a report belongs to; null where nothing is stored of it. */
export function pageOf({ url }: Pick<Report, 'url'>): string | null {
  if (url === null || url.length > LONGEST_ADDRESS) return null;
  const key = pageKey(url);
  return key.length > LONGEST_ADDRESS ? null : key;
}

/** By which a report is found again in what is stored. */
export interface ReportPlace {
  id: string;
  /** The key of its page; null where nothing is stored of that. */
  page: string | null;
}

/** The place of a report. */
export function placeOf(report: Pick<Report, 'id' | 'url'>): ReportPlace {
  return { id: report.id, page: pageOf(report) };
}

/** The history with a report as the service gave it; the same object where that adds nothing. */
export function withReport(history: PageHistory, report: Report): PageHistory {
  const known = history.reports.find(({ id }) => id === report.id);
  if (known && isSame(known, report)) return history;
  const all = [report, ...history.reports.filter(({ id }) => id !== report.id)];
  const passedLast = (one: Report, other: Report) =>
    Number(isPassed(one, all)) - Number(isPassed(other, all));
  const sorted = all.toSorted((one, other) => passedLast(one, other) || newestFirst(one, other));
  return {
    reports: sorted.slice(0, MOST_REPORTS),
    results: withResult(history.results, report),
  };
}

/** The history without a report and its ratings. */
export function withoutReport(history: PageHistory, id: string): PageHistory {
  return {
    reports: history.reports.filter((report) => report.id !== id),
    results: history.results.filter((result) => result.reportId !== id),
  };
}

function withResult(results: PastResult[], report: Report): PastResult[] {
  const { id, result, score, generatedAt, failedChecks } = report;
  if (result === null || generatedAt === null) return results;
  const others = results.filter((past) => past.reportId !== id || past.generatedAt !== generatedAt);
  return [...others, { reportId: id, result, score, generatedAt, failedChecks }]
    .sort((one, other) => compare(one.generatedAt, other.generatedAt))
    .slice(-MOST_RESULTS);
}

/** A report without a date has just been made: its result is awaited. Later ids are newer. */
function newestFirst(one: Report, other: Report): number {
  return (
    compare(other.generatedAt ?? '\uffff', one.generatedAt ?? '\uffff') || laterIdFirst(one, other)
  );
}

function laterIdFirst({ id }: Report, { id: other }: Report): number {
  return other.length - id.length || compare(other, id);
}

/** Whether a report never had a result while one that was made after it has: it is awaited no longer. */
function isPassed(report: Report, all: readonly Report[]): boolean {
  const areNumbers = all.every(({ id }) => /^\d+$/.test(id));
  return (
    areNumbers &&
    report.generatedAt === null &&
    all.some((other) => other.generatedAt !== null && laterIdFirst(other, report) < 0)
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
