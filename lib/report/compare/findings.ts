import type { FailedCheck } from '@/lib/report/importance';
import { RATINGS, type Rating } from '@/lib/report/rating';
import { hasResult, type Report } from '@/lib/report/report';
import { pageKey } from '@/lib/url/page-key';

/** What is wrong on many pages, each counted by its newest report. */
export interface Findings {
  /** The newest report of each page. */
  pages: Report[];
  byRating: Record<Rating, Report[]>;
  /** Those that have no result yet, or no score. */
  unrated: Report[];
  /** Rounded half up; null where no page has a score. */
  average: number | null;
  /** What fails on most pages: at most ten checks, the most frequent first. */
  failing: FailingCheck[];
}

/** A check, and the reports in which it failed. */
export interface FailingCheck extends FailedCheck {
  reports: Report[];
}

const MOST_FAILING = 10;

/** Finds out what is wrong on the pages of reports. */
export function findingsOf(reports: readonly Report[]): Findings {
  const pages = newestOfPages(reports);
  const byRating = Object.fromEntries(
    RATINGS.map((rating) => [rating, pages.filter(({ result }) => result === rating)]),
  ) as Record<Rating, Report[]>;
  const scores = pages.flatMap(({ score }) => score ?? []);
  const sum = scores.reduce((all, score) => all + score, 0);
  const failing = new Map<string, FailingCheck>();
  for (const report of pages) {
    for (const { name, importance } of report.failedChecks ?? []) {
      const known = failing.get(name) ?? { name, importance, reports: [] };
      known.reports.push(report);
      failing.set(name, known);
    }
  }
  return {
    pages,
    byRating,
    unrated: pages.filter(({ result }) => result === null),
    average: scores.length === 0 ? null : Math.round(sum / scores.length),
    failing: [...failing.values()]
      .sort((one, other) => other.reports.length - one.reports.length)
      .slice(0, MOST_FAILING),
  };
}

/**
 * Of each page the report whose result is the newest; reports without an address are pages of their
 * own. A report that has no result yet counts where its page has no other.
 */
function newestOfPages(reports: readonly Report[]): Report[] {
  const newest = new Map<string, Report>();
  for (const report of reports) {
    const page = report.url === null ? `id:${report.id}` : pageKey(report.url);
    const known = newest.get(page);
    if (known === undefined || isNewer(report, known)) newest.set(page, report);
  }
  return [...newest.values()];
}

function isNewer(report: Report, other: Report): boolean {
  const [has, othersHas] = [hasResult(report), hasResult(other)];
  if (has !== othersHas) return has;
  return (report.generatedAt ?? '') > (other.generatedAt ?? '');
}
