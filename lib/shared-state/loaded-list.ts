import { createdReportId, isOpen, MAX_RECENT, removedReportId } from '@/lib/jobs/job';
import type { QueueSummary } from '@/lib/jobs/queue';
import type { RecentOperation } from '@/lib/jobs/types';
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

/** The service's reply to a query, for an extension page. */
export interface ListReply extends ReportList {
  /**
   * The query that was sent in place of the original query; null for the original query. The search
   * has another spelling, or the order is by id because the service ignores dates. Further pages
   * need the same query.
   */
  requested: ReportQuery | null;
  /** Request time by the connection's clock. */
  requestedAt: number;
  /** Request time for people, ISO 8601. */
  readAt: string;
}

/** The loaded rows of a query in the service's order, merged with newer operations and lists. */
export interface LoadedList extends ListReply {
  query: ReportQuery;
  /** Request time of the first page, by the connection's clock. */
  begunAt: number;
  /** Limit for the rows: the requested number. Infinite after further pages were loaded. */
  most: number;
  /** End time of the newest merged operation, by the connection's clock. */
  mergedUpTo: number;
  /**
   * The number of rows deleted since the last page was loaded. On the service, later rows have
   * moved up.
   */
  removed: number;
  /** Batches that have created reports of unknown position in the list. */
  unplacedBatches: readonly string[];
  /**
   * Whether to read the list again, because it lacks operations, or because the position of a
   * report is unknown.
   */
  isStale: boolean;
}

/**
 * Stands in for the date of a report without a date, which was just created. Sorts after every
 * date.
 */
const LAST = '\uffff';

const NOTHING_SINCE = { removed: 0, unplacedBatches: [], isStale: false };

/** Returns a loaded list with the rows of the first page. */
export function loadedList(query: ReportQuery, reply: ListReply): LoadedList {
  const most = Math.max((reply.requested ?? query).perPage, reply.reports.length);
  const reports = distinctReports(reply.reports);
  const { requestedAt } = reply;
  return {
    ...reply,
    reports,
    query,
    most,
    ...NOTHING_SINCE,
    begunAt: requestedAt,
    mergedUpTo: requestedAt,
  };
}

/**
 * Returns the stored newest list, merged with all later operations. The list on disk omits private
 * operations; this function adds their outcomes.
 */
export function loadedNewest(
  newest: NewestReports,
  recent: readonly RecentOperation[],
): LoadedList {
  return withLaterOperations(
    omittedOnDisk(newest, recent).reduce(withOperation, listOnDisk(newest)),
    recent,
  );
}

function listOnDisk({ perPage, mergedUpTo, ...newest }: NewestReports): LoadedList {
  const query = { ...RECENT_REPORTS_QUERY, perPage };
  return { ...loadedList(query, { ...newest, requested: null }), mergedUpTo };
}

/** Whether a query requests the newest of all reports, which the stored newest list contains. */
export function asksForNewest(query: ReportQuery): boolean {
  return isNewestFirst(query) && !isFiltered(query);
}

/**
 * Merges the operations that finished after the list's request, each once. Returns the same list if no
 * operation is later.
 */
export function withLaterOperations(
  list: LoadedList,
  recent: readonly RecentOperation[],
): LoadedList {
  const last = recent.at(-1);
  if (last === undefined || last.endedAt <= list.mergedUpTo) return list;
  const later = distinctRemovals(recent).filter(({ endedAt }) => endedAt > list.mergedUpTo);
  const hasMissed = [true, false].some((isBatch) => {
    const operations = recent.filter((one) => one.isBatch === isBatch);
    return operations.length === MAX_RECENT && (operations[0]?.endedAt ?? 0) > list.mergedUpTo;
  });
  const after = later.reduce(withOperation, list);
  return { ...after, mergedUpTo: last.endedAt, isStale: after.isStale || hasMissed };
}

/** Returns the operations, with only the first removal of each report. */
function distinctRemovals(recent: readonly RecentOperation[]): RecentOperation[] {
  const removed = new Set<string>();
  return recent.filter((one) => {
    const id = removedReportId(one);
    return id === null || (!removed.has(id) && removed.add(id));
  });
}

/** Marks a list as stale if a batch with unplaced reports has finished. */
export function withEndedBatches(list: LoadedList, batches: QueueSummary['batches']): LoadedList {
  const isUnfinished = (jobId: string) => batches.some((line) => line.id === jobId && isOpen(line));
  const left = list.unplacedBatches.filter(isUnfinished);
  if (left.length === list.unplacedBatches.length) return list;
  return { ...list, unplacedBatches: left, isStale: true };
}

/**
 * Merges all later operations, and private operations that the list on disk omits, like
 * `loadedNewest`.
 */
export function mergedNewest(
  newest: NewestReports,
  recent: readonly RecentOperation[],
): NewestReports {
  return withMerged(newest, loadedNewest(newest, recent));
}

/**
 * Merges the operations that may be stored on disk. A private operation adds and changes no row on
 * disk. It removes the row of a report that is gone. Returns the same list if no operation changes
 * the list.
 */
export function mergedOnDisk(
  newest: NewestReports,
  recent: readonly RecentOperation[],
): NewestReports {
  const { created } = privateReports(newest, recent);
  const rows = new Set(newest.reports.map(({ id }) => id));
  const stored = recent.filter((one) => {
    const removedId = removedReportId(one);
    if (removedId === null) return !one.isPrivate;
    // The total on disk does not count a privately created report without a row.
    return rows.has(removedId) || !created.has(removedId);
  });
  const list = listOnDisk(newest);
  const after = withLaterOperations(list, stored);
  return after === list ? newest : withMerged(newest, after);
}

function withMerged(
  newest: NewestReports,
  { reports, total, next, mergedUpTo }: LoadedList,
): NewestReports {
  return { ...newest, reports, total, next, mergedUpTo };
}

/**
 * Returns the operations before `mergedUpTo` that `mergedOnDisk` has omitted. Includes later
 * updates of reports that a private operation has changed, so that the order stays right.
 */
function omittedOnDisk(
  newest: NewestReports,
  recent: readonly RecentOperation[],
): RecentOperation[] {
  const { requestedAt, mergedUpTo } = newest;
  const { created, changed } = privateReports(newest, recent);
  return distinctRemovals(recent).filter((one) => {
    const id = reportIdOf(one);
    const isPast = one.endedAt > requestedAt && one.endedAt <= mergedUpTo;
    if (id === null || !isPast) return false;
    const isUpdate = one.operation.subject.kind === 'update' && removedReportId(one) === null;
    return created.has(id) || (changed.has(id) && isUpdate);
  });
}

/**
 * Returns the ids of the reports that private operations have created or changed since the request
 * of the newest list.
 */
function privateReports(
  { requestedAt }: NewestReports,
  recent: readonly RecentOperation[],
): { created: Set<string>; changed: Set<string> } {
  const created = new Set<string>();
  const changed = new Set<string>();
  for (const one of recent) {
    const id = reportIdOf(one);
    const isLater = one.isPrivate && one.endedAt > requestedAt;
    if (id === null || !isLater || removedReportId(one) !== null) continue;
    const { kind } = one.operation.subject;
    (kind === 'create' ? created : changed).add(id);
  }
  return { created, changed };
}

/** Returns the id of an operation's report; null if no report was created. */
function reportIdOf(one: RecentOperation): string | null {
  const { subject } = one.operation;
  return subject.kind === 'create' ? createdReportId(one) : subject.report.id;
}

function withOperation(list: LoadedList, one: RecentOperation): LoadedList {
  const { report, operation } = one;
  const removedId = removedReportId(one);
  if (removedId !== null)
    return withoutReport(list, removedId, operation.subject.kind === 'delete');
  const { subject, status } = operation;
  if (status.name !== 'done') return list;
  const id = reportIdOf(one);
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
    return withRows({ ...list, total: changedTotal(list.total, 1) }, withReport(list, report));
  }
  // Only the service knows the position.
  if (!one.isBatch) return { ...list, isStale: true };
  return { ...list, unplacedBatches: [...new Set([...list.unplacedBatches, one.jobId])] };
}

/** Inserts a new report before the first older row. A lookup may find a report late. */
function withReport({ reports, query }: LoadedList, report: Report): Report[] {
  const isOlder = (row: Report) =>
    query.sortBy === 'id' && isWholeNumber(report.id)
      ? isLaterId(report.id, row.id)
      : (row.generatedAt ?? LAST) <= (report.generatedAt ?? LAST);
  const index = reports.findIndex(isOlder);
  return index < 0 ? [...reports, report] : reports.toSpliced(index, 0, report);
}

function withoutReport(list: LoadedList, reportId: string, isDeletion: boolean): LoadedList {
  const { reports, total, query, next, removed } = list;
  const left = reports.filter(({ id }) => id !== reportId);
  const hadRow = left.length < reports.length;
  // In a list of all reports, a deleted report without a row was on an unread page. A report that
  // was found gone may never have been in the list.
  const isUnread = isDeletion && next !== null && !isFiltered(query);
  if (!hadRow && !isUnread) return list;
  return {
    ...list,
    reports: left,
    total: changedTotal(total, -1),
    removed: removed + Number(hadRow),
  };
}

/** Replaces the rows of a list, up to the limit. */
function withRows(list: LoadedList, rows: Report[]): LoadedList {
  const { most, query, requested } = list;
  const { perPage } = requested ?? query;
  // If the last page exceeds the limit, the list gets a next page.
  const isCut = rows.length > most;
  const next = list.next ?? (isCut ? Math.floor(most / perPage) + 1 : null);
  return { ...list, reports: rows.slice(0, most), next };
}

function changedTotal(total: number | null, change: number): number | null {
  return total === null ? null : Math.max(0, total + change);
}

/**
 * Merges a newest list that was requested later. Common rows get the newer version. A list of the
 * newest reports then begins with the rows of the newest list. Without a common row, the list is
 * stale.
 */
export function withNewest(list: LoadedList, newest: NewestReports): LoadedList {
  const { reports, total, next, perPage, readAt, requestedAt } = newest;
  if (requestedAt < list.requestedAt) return list;
  const byId = new Map(reports.map((report) => [report.id, report]));
  if (!asksForNewest(list.query)) {
    return { ...list, reports: list.reports.map((row) => byId.get(row.id) ?? row) };
  }
  // Without a total, the newest list is incomplete if the loaded list is longer than one page.
  const reachesTotal = total === null ? list.reports.length <= perPage : total <= reports.length;
  const isComplete = next === null && reports.length < perPage && reachesTotal;
  const last = reports.at(-1);
  const joinIndex = list.reports.findIndex(({ id }) => id === last?.id);
  if (!isComplete && joinIndex < 0 && perPage < list.most) return { ...list, isStale: true };
  const rest = isComplete || joinIndex < 0 ? [] : list.reports.slice(joinIndex + 1);
  const rows = [...reports, ...rest.filter(({ id }) => !byId.has(id))];
  const rowsAbove = joinIndex < 0 ? [] : list.reports.slice(0, joinIndex);
  const removed = list.removed + rowsAbove.filter(({ id }) => !byId.has(id)).length;
  return withRows(
    { ...list, total, readAt, requestedAt, removed, next: rest.length > 0 ? list.next : next },
    rows,
  );
}

/**
 * Returns the number of read pages, from the last backwards, to read again together with the next
 * page. Deletions move later rows up, from an unread page to a page that was already read.
 * @param list the list when its next page was requested
 * @param now the current list, which may contain a newer newest list
 * @param deleting ids of reports that may already be deleted
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
 * Adds the next page and repeated pages to a list. Inserts each new row after the row that precedes
 * it on these pages.
 * @param list the list when its next page was requested
 * @param repeated the earlier pages that were read again, in order
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
    findings: Object.assign({}, list.findings, ...pages.map(({ findings }) => findings)),
    unreadable: list.unreadable + next.unreadable,
    total: next.total ?? list.total,
    next: next.next,
    removed: 0,
    most: Number.POSITIVE_INFINITY,
  };
}

/** Whether a query has the largest page size. More rows then need another page. */
export function isLargest({ perPage }: ReportQuery): boolean {
  return perPage === NEWEST_QUERY.perPage;
}

/** Whether a list answers a query: the list has the same query, or enough of the newest reports. */
export function answersQuery(list: LoadedList, query: ReportQuery): boolean {
  if (isSameQuery(list.query, query)) return true;
  const areNewest = asksForNewest(list.query) && asksForNewest(query);
  return areNewest && (list.reports.length >= query.perPage || list.next === null);
}
