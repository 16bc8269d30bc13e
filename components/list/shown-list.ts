import { matchingReports, sortedReports } from '@/lib/archive/local-list';
import {
  answerTo,
  isSortedHere,
  listedReports,
  oldestSource,
  type ResolvedList,
} from '@/lib/archive/stored-list';
import { distinctReports, hasMore, type Report } from '@/lib/report/report';
import { pageOf } from '@/lib/report/report-page';
import { type ReportQuery, searchText } from '@/lib/report/report-query';
import { otherSpellings } from '@/lib/url/search-spellings';
import type { FurtherPages } from './further-rows-state';

/** The rows to show, and how far they can be trusted. */
export interface ShownList {
  reports: Report[];
  /**
   * Whether these are the service's rows for this very query; if not, they are its rows from before
   * the query was chosen, or what is known here meanwhile.
   */
  isAnswer: boolean;
  /** Rows of the answer that could not be read. */
  unreadable: number;
  /** Rows of the answer that are out of sight: being deleted, repeating another, of other pages. */
  hidden: number;
  /** How many reports match in all, without such rows, where the service says so. */
  total: number | null;
  /** Whether more reports match than are shown. */
  isPart: boolean;
  /** Where the service does not sort by date: of how many of the newest the rows are the first. */
  ofNewest: number | null;
  /** When the service was asked for the oldest of them, ISO 8601 in UTC. */
  readAt: string;
}

/** What a list is made of. */
interface Sources {
  query: ReportQuery;
  /** The page whose reports alone are shown; null for all. */
  page: string | null;
  stored: readonly ResolvedList[];
  /** What was read beyond the stored answer. */
  further: FurtherPages | null;
  /** Ids of the reports that are being deleted. */
  deleting: readonly string[];
  /** When the answer was read that was there before the query was chosen. */
  formerReadAt: string | undefined;
}

/** The list for a query: the stored answer and what follows it, or else what is known here that matches. */
export function shownList(sources: Sources): ShownList | undefined {
  const { query, page, stored, further, deleting, formerReadAt } = sources;
  const [newest] = stored;
  if (newest === undefined) return undefined;
  const answer = answerTo(query, stored);
  const isInSight = (report: Report) =>
    !deleting.includes(report.id) && (page === null || pageOf(report) === page);
  if (answer === undefined) {
    const reports = matchingReports(listedReports(stored), query).filter(isInSight);
    const { readAt } = oldestSource(reports, stored) ?? newest;
    const unknown = { unreadable: 0, hidden: 0, total: null, isPart: false, ofNewest: null };
    return { reports, isAnswer: false, ...unknown, readAt };
  }
  const { readAt } = answer;
  const rows = rowsOf(answer, stored);
  const listed = new Set(rows.map(({ id }) => id));
  const all = [...rows, ...(further?.reports ?? []).filter(({ id }) => !listed.has(id))];
  const inSight = distinctReports(all).filter(isInSight);
  const hidden = all.length - inSight.length;
  const unreadable = answer.unreadable + (further?.unreadable ?? 0);
  // A service may count reports or rows, and other pages' among those that it has not sent.
  const isCounted = page === null && rows === answer.reports;
  const counted = isCounted ? answer.total : null;
  const total = counted === null ? null : Math.max(counted - hidden, inSight.length);
  const isSorted = isSortedHere(answer);
  const sorted = isSorted ? sortedReports(inSight, query) : inSight;
  const reports = isSorted && further === null ? sorted.slice(0, query.perPage) : sorted;
  const sent = { reports: inSight, unreadable, total };
  // The end of a service that does not count is where it names no next page.
  const mostRows = further === null ? (answer.asked ?? query).perPage : Number.POSITIVE_INFINITY;
  const next = (further ?? answer).next;
  const isUnread = next !== null || hasMore(sent, mostRows, hidden);
  return {
    ...{ reports, isAnswer: readAt !== formerReadAt, unreadable, hidden, total },
    isPart: isUnread || reports.length < inSight.length,
    ofNewest: isSorted && isUnread ? inSight.length : null,
    readAt,
  };
}

/** Services search addresses as they were sent, and people as they are shown. */
function rowsOf({ reports, query }: ResolvedList, stored: readonly ResolvedList[]): Report[] {
  const isUnfound = reports.length === 0 && otherSpellings(searchText(query.search)).length > 0;
  return isUnfound ? matchingReports(listedReports(stored), query) : reports;
}
