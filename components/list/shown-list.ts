import { hasMore, type Report } from '@/lib/report/report';
import { NEWEST_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { pageOf } from '@/lib/report/report-reference';
import { answersQuery, type LoadedList } from '@/lib/shared-state/loaded-list';
import { matchingReports, sortedReports } from '@/lib/shared-state/matching-reports';

/** The rows to show, and facts about their completeness and age. */
export interface ShownList {
  reports: Report[];
  /**
   * Whether the rows are the service's answer to the query. Otherwise, the rows are the known rows
   * that match.
   */
  isAnswer: boolean;
  /** The number of unreadable rows in the answer. */
  unreadable: number;
  /** The number of matching reports, without reports to be deleted; null if the service does not send it. */
  total: number | null;
  /** Whether further reports match. */
  isPart: boolean;
  /**
   * The number of newest reports that were sorted here, because the service does not sort by this field.
   * Null if the service has sorted, or if the list is complete.
   */
  ofNewest: number | null;
  /** The request time of the first page, by the clock of the connection. */
  begunAt: number;
  /** The request time of the rows, ISO 8601 in UTC. */
  readAt: string;
}

/** The inputs of `shownList`. */
interface Sources {
  query: ReportQuery;
  /** The page to which the list is limited; null for no limit. */
  page: string | null;
  /** The known rows; null before the first list. */
  loaded: LoadedList | null;
  /** Ids of the reports that are about to be deleted. */
  deleting: readonly string[];
}

/** Returns the list for a query: the service's reply, or the known rows that match. */
export function shownList({ query, page, loaded, deleting }: Sources): ShownList | undefined {
  if (loaded === null) return undefined;
  const { unreadable, readAt, begunAt } = loaded;
  const isInSight = (report: Report) =>
    !deleting.includes(report.id) && (page === null || pageOf(report) === page);
  const inSight = loaded.reports.filter(isInSight);
  if (!answersQuery(loaded, query)) {
    const reports = matchingReports(inSight, query);
    const unknown = { unreadable: 0, total: null, isPart: false, ofNewest: null };
    return { reports, isAnswer: false, ...unknown, begunAt, readAt };
  }
  const hidden = loaded.reports.length - inSight.length;
  // The service's total of a search for a page includes the pages below this page.
  const total = page === null && loaded.total !== null ? Math.max(loaded.total - hidden, 0) : null;
  const isSortedHere = loaded.requested !== null && loaded.requested.sortBy !== query.sortBy;
  const sorted = isSortedHere ? sortedReports(inSight, query) : inSight;
  const { perPage } = loaded.requested ?? loaded.query;
  // The request may have had a larger page size than the query.
  const reports = perPage > query.perPage ? sorted.slice(0, query.perPage) : sorted;
  // Without a total, a full first page may be incomplete. After further pages, only `next` counts.
  const sent = { reports: inSight, unreadable, total };
  const hasFurtherPages = loaded.most > perPage && perPage === NEWEST_QUERY.perPage;
  const mostRows = hasFurtherPages ? Number.POSITIVE_INFINITY : perPage;
  const isUnread = loaded.next !== null || hasMore(sent, mostRows, hidden);
  return {
    reports,
    isAnswer: true,
    unreadable,
    total,
    isPart: isUnread || reports.length < sorted.length,
    ofNewest: isSortedHere && isUnread ? inSight.length : null,
    begunAt,
    readAt,
  };
}
