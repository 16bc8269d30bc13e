import {
  createdReportId,
  isOpen,
  MOST_RECENT,
  type RecentOperation,
  removedReportId,
} from '@/lib/jobs/job';
import type { QueueSummary } from '@/lib/jobs/queue';
import { distinctReports, type Report, type ReportList } from '@/lib/report/report';
import { isLaterId, isWholeNumber } from '@/lib/report/report-id';
import {
  isFiltered,
  isNewestFirst,
  isSameQuery,
  NEWEST_QUERY,
  RECENT_REPORTS_QUERY,
  type ReportQuery,
} from '@/lib/report/report-query';
import type { NewestReports } from './shared-items';

/** The service's reply to a query, as the worker gives it to a page. */
export interface ListReply extends ReportList {
  /**
   * What was requested of the service instead, and what further pages are requested of: another spelling
   * of the search, or the newest by id where it does not sort by date. Null: just the query.
   */
  requested: ReportQuery | null;
  /** When the list was requested, by the clock of the connection. */
  requestedAt: number;
  /** The same for a person, ISO 8601. */
  readAt: string;
}

/** The rows that a page has loaded of a query, in the service's order, merged with what is newer. */
export interface LoadedList extends ListReply {
  query: ReportQuery;
  /** When the first of its pages was requested, by the clock of the connection. */
  begunAt: number;
  /** As many rows as were requested: more are not kept. Infinite for a list that is read to its end. */
  most: number;
  /** The time up to which finished operations are merged. */
  mergedUpTo: number;
  /** Rows that were deleted since the last page was loaded, so that the service has moved up those after them. */
  removed: number;
  /** Batches that have created reports whose places only the service knows. */
  unplacedBatches: readonly string[];
  /** Whether the list has to be read again: some operations were missed, or a new report has to be placed. */
  isStale: boolean;
}

/** After every date: a report without one has just been made. */
const LAST = '\uffff';

const NOTHING_SINCE = { removed: 0, unplacedBatches: [], isStale: false };

/** What a page has loaded once it has a reply. */
export function loadedList(query: ReportQuery, reply: ListReply): LoadedList {
  const most = Math.max((reply.requested ?? query).perPage, reply.reports.length);
  const reports = distinctReports(reply.reports);
  const { requestedAt } = reply;
  return {
    ...{ ...reply, reports, query, most, ...NOTHING_SINCE },
    ...{ begunAt: requestedAt, mergedUpTo: requestedAt },
  };
}

/** The newest reports that the worker has stored, as a page loads its own. */
export function loadedNewest({ perPage, mergedUpTo, ...newest }: NewestReports): LoadedList {
  const query = { ...RECENT_REPORTS_QUERY, perPage };
  return { ...loadedList(query, { ...newest, requested: null }), mergedUpTo };
}

/** Whether a query asks for the newest of all reports: the stored list shows them, too. */
export function asksForNewest(query: ReportQuery): boolean {
  return isNewestFirst(query) && !isFiltered(query);
}

/**
 * The list with the operations that were finished after it was requested, each merged once; the same
 * list where there is none.
 */
export function merged(list: LoadedList, recent: readonly RecentOperation[]): LoadedList {
  const last = recent.at(-1);
  if (last === undefined || last.endedAt <= list.mergedUpTo) return list;
  const later = distinctRemovals(recent).filter(({ endedAt }) => endedAt > list.mergedUpTo);
  const hasMissed = [true, false].some((isBatch) => {
    const ofKind = recent.filter((one) => one.isBatch === isBatch);
    return ofKind.length === MOST_RECENT && (ofKind[0]?.endedAt ?? 0) > list.mergedUpTo;
  });
  const after = later.reduce(withOperation, list);
  return { ...after, mergedUpTo: last.endedAt, isStale: after.isStale || hasMissed };
}

/** The operations without those that have found a report removed by another one. */
function distinctRemovals(recent: readonly RecentOperation[]): RecentOperation[] {
  const removed = new Set<string>();
  return recent.filter((one) => {
    const id = removedReportId(one);
    return id === null || (!removed.has(id) && removed.add(id));
  });
}

/** The list, to be read again where a batch is over that has created reports in it. */
export function placed(list: LoadedList, batches: QueueSummary['batches']): LoadedList {
  const isGoingOn = (jobId: string) => batches.some((line) => line.id === jobId && isOpen(line));
  const left = list.unplacedBatches.filter(isGoingOn);
  if (left.length === list.unplacedBatches.length) return list;
  return { ...list, unplacedBatches: left, isStale: true };
}

/** The newest reports with the operations that were finished since. */
export function mergedNewest(
  newest: NewestReports,
  recent: readonly RecentOperation[],
): NewestReports {
  const list = loadedNewest(newest);
  const after = merged(list, recent);
  if (after === list) return newest;
  const { reports, total, next, mergedUpTo } = after;
  return { ...newest, reports, total, next, mergedUpTo };
}

function withOperation(list: LoadedList, one: RecentOperation): LoadedList {
  const { report, operation } = one;
  const removedId = removedReportId(one);
  if (removedId !== null) return without(list, removedId, operation.subject.kind === 'delete');
  const { subject, status } = operation;
  if (status.name !== 'done') return list;
  const id = subject.kind === 'create' ? createdReportId(one) : subject.report.id;
  if (list.reports.some((row) => row.id === id)) {
    const privacy = subject.kind === 'update' ? subject.update.privacy : undefined;
    const changed = (row: Report) => report ?? { ...row, privacy: privacy ?? row.privacy };
    return {
      ...list,
      reports: list.reports.map((row) => (row.id === id ? changed(row) : row)),
    };
  }
  if (subject.kind !== 'create') return list;
  if (report !== null && asksForNewest(list.query)) {
    return withRows({ ...list, total: sum(list.total, 1) }, withReport(list, report));
  }
  // Only the service knows its place.
  if (!one.isBatch) return { ...list, isStale: true };
  return { ...list, unplacedBatches: [...new Set([...list.unplacedBatches, one.jobId])] };
}

/** The rows with a new report: before the first that is older, since a lookup may have found it late. */
function withReport({ reports, query }: LoadedList, report: Report): Report[] {
  const isOlder = (row: Report) =>
    query.sortBy === 'id' && isWholeNumber(report.id)
      ? isLaterId(report.id, row.id)
      : (row.generatedAt ?? LAST) <= (report.generatedAt ?? LAST);
  const index = reports.findIndex(isOlder);
  return index < 0 ? [...reports, report] : reports.toSpliced(index, 0, report);
}

function without(list: LoadedList, reportId: string, isDeletion: boolean): LoadedList {
  const { reports, total, query, next, removed } = list;
  const left = reports.filter(({ id }) => id !== reportId);
  const isThere = left.length < reports.length;
  // Of all reports, what was deleted here was among those that are not read yet. What was gone already
  // may have been so before the list.
  const isUnread = isDeletion && next !== null && !isFiltered(query);
  if (!isThere && !isUnread) return list;
  return { ...list, reports: left, total: sum(total, -1), removed: removed + Number(isThere) };
}

/** The list with other rows, as many as it may have. */
function withRows(list: LoadedList, rows: Report[]): LoadedList {
  const { most, query, requested } = list;
  const { perPage } = requested ?? query;
  // The end of a list that had no further page moves on to one.
  const isCut = rows.length > most;
  const next = list.next ?? (isCut ? Math.floor(most / perPage) + 1 : null);
  return { ...list, reports: rows.slice(0, most), next };
}

function sum(total: number | null, change: number): number | null {
  return total === null ? null : Math.max(0, total + change);
}

/**
 * The list with the newest reports as they were stored since: rows of both are as the newer ones are, and
 * a list of the newest begins with them. Where the two do not meet, the list is stale.
 */
export function withNewest(list: LoadedList, newest: NewestReports): LoadedList {
  const { reports, total, next, perPage, readAt, requestedAt } = newest;
  if (requestedAt < list.requestedAt) return list;
  const byId = new Map(reports.map((report) => [report.id, report]));
  if (!asksForNewest(list.query)) {
    return { ...list, reports: list.reports.map((row) => byId.get(row.id) ?? row) };
  }
  // Where the service does not count, a longer list says that the newest ones are not all.
  const isAll = total === null ? list.reports.length <= perPage : total <= reports.length;
  const isWhole = next === null && reports.length < perPage && isAll;
  const last = reports.at(-1);
  const meeting = list.reports.findIndex(({ id }) => id === last?.id);
  if (!isWhole && meeting < 0 && perPage < list.most) return { ...list, isStale: true };
  const rest = isWhole || meeting < 0 ? [] : list.reports.slice(meeting + 1);
  const rows = [...reports, ...rest.filter(({ id }) => !byId.has(id))];
  const begun = meeting < 0 ? [] : list.reports.slice(0, meeting);
  const removed = list.removed + begun.filter(({ id }) => !byId.has(id)).length;
  return withRows(
    { ...list, total, readAt, requestedAt, removed, next: rest.length > 0 ? list.next : next },
    rows,
  );
}

/**
 * How many of the last pages are read again, after the next one: the service has moved up the rows after
 * those that were deleted since, and a row that has moved up while both were read is on either of them.
 * @param list as it was when its next page was requested
 * @param now as it is by now: a newer list may have come
 * @param deleting ids of reports that may be deleted by now
 */
export function pagesToRepeat(
  list: LoadedList,
  now: LoadedList,
  deleting: readonly string[],
): number {
  const left = new Set(now.reports.map(({ id }) => id));
  const gone = list.reports.filter(({ id }) => !left.has(id)).length;
  const leaving = now.reports.filter(({ id }) => deleting.includes(id)).length;
  const moved = Math.max(now.removed, gone) + leaving;
  return Math.ceil(moved / (list.requested ?? list.query).perPage);
}

/**
 * The list as it was when its next page was requested, with that page and those before it that were read
 * again. A row that the list lacks follows the one before it on these pages.
 * @param repeated the pages before the next one, in their order
 */
export function withNextPage(
  list: LoadedList,
  next: ReportList,
  repeated: readonly ReportList[] = [],
): LoadedList {
  const pages = [...repeated, next];
  const rows = distinctReports(pages.flatMap((page) => page.reports));
  const reports = [...list.reports];
  const indexOf = (row: Report) => reports.findIndex(({ id }) => id === row.id);
  const common = rows.map(indexOf).find((index) => index >= 0);
  let at = common ?? reports.length;
  for (const row of rows) {
    const index = indexOf(row);
    if (index < 0) reports.splice(at, 0, row);
    at = (index < 0 ? at : index) + 1;
  }
  return {
    ...list,
    reports,
    found: Object.assign({}, list.found, ...pages.map(({ found }) => found)),
    unreadable: list.unreadable + next.unreadable,
    total: next.total ?? list.total,
    next: next.next,
    removed: 0,
    most: Number.POSITIVE_INFINITY,
  };
}

/** Whether a list is of the largest pages: beyond, it is read page by page. */
export function isLargest({ perPage }: ReportQuery): boolean {
  return perPage === NEWEST_QUERY.perPage;
}

/** Whether a list has what a query asks for: its own rows, or enough of the newest. */
export function answers(list: LoadedList, query: ReportQuery): boolean {
  if (isSameQuery(list.query, query)) return true;
  const areNewest = asksForNewest(list.query) && asksForNewest(query);
  return areNewest && (list.reports.length >= query.perPage || list.next === null);
}
