import { hasMore, type Report } from '@/lib/report/report';
import { NEWEST_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { pageOf } from '@/lib/report/report-reference';
import { answers, type LoadedList } from '@/lib/shared-state/loaded-list';
import { matchingReports, sortedReports } from '@/lib/shared-state/matching-reports';

/** The rows to show, and how far they can be trusted. */
export interface ShownList {
  reports: Report[];
  /** Whether these are the service's rows for this very query; if not, they are those at hand that match. */
  isAnswer: boolean;
  /** Rows of the answer that could not be read. */
  unreadable: number;
  /** How many reports match in all, without those that are about to be deleted, where the service says so. */
  total: number | null;
  /** Whether more reports match than are shown. */
  isPart: boolean;
  /** Where the service does not sort by date: of how many of the newest the rows are the first. */
  ofNewest: number | null;
  /** When the first page was requested, by the clock of the connection. */
  begunAt: number;
  /** When the service was asked for them, ISO 8601 in UTC. */
  readAt: string;
}

/** What a list is made of. */
interface Sources {
  query: ReportQuery;
  /** The page whose reports alone are shown; null for all. */
  page: string | null;
  /** The rows that the page has; null where it has none yet. */
  loaded: LoadedList | null;
  /** Ids of the reports that are about to be deleted. */
  deleting: readonly string[];
}

/** The list for a query: the service's reply, or else which of the rows at hand match. */
export function shownList({ query, page, loaded, deleting }: Sources): ShownList | undefined {
  if (loaded === null) return undefined;
  const { unreadable, readAt, begunAt } = loaded;
  const isInSight = (report: Report) =>
    !deleting.includes(report.id) && (page === null || pageOf(report) === page);
  const inSight = loaded.reports.filter(isInSight);
  if (!answers(loaded, query)) {
    const reports = matchingReports(inSight, query);
    const unknown = { unreadable: 0, total: null, isPart: false, ofNewest: null };
    return { reports, isAnswer: false, ...unknown, begunAt, readAt };
  }
  const hidden = loaded.reports.length - inSight.length;
  // Of a search for a page, the service counts those of the pages below it, too.
  const total = page === null && loaded.total !== null ? Math.max(loaded.total - hidden, 0) : null;
  const isSortedHere = loaded.requested !== null && loaded.requested.sortBy !== query.sortBy;
  const sorted = isSortedHere ? sortedReports(inSight, query) : inSight;
  const { perPage } = loaded.requested ?? loaded.query;
  // A service may send more than it was asked for.
  const reports = perPage > query.perPage ? sorted.slice(0, query.perPage) : sorted;
  // The end of a service that does not count is where it names no next page.
  const sent = { reports: inSight, unreadable, total };
  const isReadOn = loaded.most > perPage && perPage === NEWEST_QUERY.perPage;
  const mostRows = isReadOn ? Number.POSITIVE_INFINITY : perPage;
  const isUnread = loaded.next !== null || hasMore(sent, mostRows, hidden);
  return {
    ...{ reports, isAnswer: true, unreadable, total },
    isPart: isUnread || reports.length < sorted.length,
    ofNewest: isSortedHere && isUnread ? inSight.length : null,
    ...{ begunAt, readAt },
  };
}
