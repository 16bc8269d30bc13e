import { distinctReports, type Report, type ReportList } from '@/lib/report/report';
import {
  isFiltered,
  isNewestFirst,
  isSameQuery,
  NEWEST_QUERY,
  RECENT_REPORTS_QUERY,
  type ReportQuery,
} from '@/lib/report/report-query';
import type { TaskOutcome } from '@/lib/task/task-outcome';
import type { NewestReports } from './front';
import { isMatch } from './matching-reports';
import type { Outcomes } from './outcomes';

/** The service's reply to a query, as the worker gives it to a page. */
export interface ListReply extends ReportList {
  /**
   * What the service had to be asked for instead, and what further pages are asked for: another spelling
   * of the search, or the newest by id where it does not sort by date. Null: just the query.
   */
  asked: ReportQuery | null;
  /** The number of the last outcome before the service was asked. */
  after: number;
  /** When the service was asked, ISO 8601. */
  readAt: string;
}

/** The rows that a page holds of a query, in the service's order: its reply, and what has happened since. */
export interface HeldList extends ListReply {
  query: ReportQuery;
  /** As many rows as were asked for: more are not kept. */
  most: number;
}

/** What a page holds once it has a reply. */
export function heldList(query: ReportQuery, reply: ListReply): HeldList {
  const most = Math.max((reply.asked ?? query).perPage, reply.reports.length);
  return { ...reply, reports: distinctReports(reply.reports), query, most };
}

/** The newest reports that the worker has stored, as a page holds its own. */
export function heldNewest({ perPage, ...newest }: NewestReports): HeldList {
  return heldList({ ...RECENT_REPORTS_QUERY, perPage }, { ...newest, asked: null });
}

/** Whether a query asks for the newest of all reports: then what the worker has stored shows them, too. */
export function asksForNewest(query: ReportQuery): boolean {
  return isNewestFirst(query) && !isFiltered(query);
}

/**
 * The list with the outcomes since it was asked for, each applied once.
 * @returns null where some of them are known no more: the service has to be asked anew
 */
export function caughtUp(list: HeldList, { from, last, singles, rows }: Outcomes): HeldList | null {
  if (list.after >= last) return list;
  if (list.after + 1 < from) return null;
  const later = [...singles, ...rows]
    .filter(({ number }) => number > list.after)
    .sort((one, other) => one.number - other.number);
  return { ...later.reduce(withOutcome, list), after: last };
}

/** The newest reports with the outcomes since; null where some of those are known no more. */
export function caughtUpNewest(newest: NewestReports, outcomes: Outcomes): NewestReports | null {
  const list = caughtUp(heldNewest(newest), outcomes);
  if (list === null) return null;
  const { reports, total, next, after } = list;
  return { ...newest, reports, total, next, after };
}

function withOutcome(list: HeldList, outcome: TaskOutcome): HeldList {
  const { wish, standing, report, summary, isRenewed } = outcome;
  if (report === null || standing.name === 'cancelled') return list;
  const { reports, total, query } = list;
  const isThere = reports.some(({ id }) => id === report.id);
  if (wish.kind === 'delete' || standing.name === 'gone') {
    const left = reports.filter(({ id }) => id !== report.id);
    // Of all reports, what was deleted here was among those that are not read yet. What was gone already
    // may have been so before the list.
    const isUnread = wish.kind === 'delete' && list.next !== null && !isFiltered(query);
    const isCounted = isThere || isUnread;
    return isCounted ? { ...list, reports: left, total: sum(total, -1) } : list;
  }
  if (summary === null) return list;
  if (isThere) {
    return { ...list, reports: reports.map((row) => (row.id === report.id ? summary : row)) };
  }
  if (wish.kind !== 'create' || isRenewed || !isMatch(summary, query)) return list;
  const counted = { ...list, total: sum(total, 1) };
  // In any other order the service has to place it.
  if (!isNewestFirst(query)) return counted;
  return withRows(counted, [summary, ...reports]);
}

/** The list with other rows, as many as it may have. */
function withRows(list: HeldList, rows: Report[]): HeldList {
  const { most, query, asked } = list;
  const { perPage } = asked ?? query;
  // The end of a list that had no further page moves on to one.
  const isCut = rows.length > most;
  const next = list.next ?? (isCut ? Math.floor(most / perPage) + 1 : null);
  return { ...list, reports: rows.slice(0, most), next };
}

function sum(total: number | null, change: number): number | null {
  return total === null ? null : Math.max(0, total + change);
}

/**
 * The list with the newest reports as they were stored since: rows of both are as the newest ones are,
 * and a list of the newest begins with them.
 * @returns null where the two do not meet, so that the service has to be asked anew
 */
export function withNewest(list: HeldList, newest: NewestReports): HeldList | null {
  const { reports, total, next, perPage, readAt } = newest;
  const byId = new Map(reports.map((report) => [report.id, report]));
  if (!asksForNewest(list.query)) {
    return { ...list, reports: list.reports.map((row) => byId.get(row.id) ?? row) };
  }
  // Where the service does not count, a longer list says that the newest ones are not all.
  const isAll = total === null ? list.reports.length <= perPage : total <= reports.length;
  const isWhole = next === null && reports.length < perPage && isAll;
  const last = reports.at(-1);
  const meeting = list.reports.findIndex(({ id }) => id === last?.id);
  if (!isWhole && meeting < 0 && perPage < list.most) return null;
  const rest = isWhole || meeting < 0 ? [] : list.reports.slice(meeting + 1);
  const rows = [...reports, ...rest.filter(({ id }) => !byId.has(id))];
  return withRows({ ...list, total, readAt, next: rest.length > 0 ? list.next : next }, rows);
}

/** From where a page goes on reading a list. */
export interface FurtherPage {
  /** The place of the first row that the page does not have, counted from 0. */
  place: number;
  /** The number of the last outcome that is applied to the rows before it. */
  after: number;
  /** The number of the page that the list has named as its next. */
  next: number;
}

/** The list with further rows; what it has already shows once. */
export function withFurtherPage(list: HeldList, page: ReportList): HeldList {
  const reports = distinctReports([...list.reports, ...page.reports]);
  const { perPage } = list.asked ?? list.query;
  return {
    ...list,
    reports,
    found: { ...list.found, ...page.found },
    unreadable: list.unreadable + page.unreadable,
    total: page.total ?? list.total,
    next: page.next,
    most: Math.ceil(reports.length / perPage) * perPage,
  };
}

/** Whether a list is of the largest pages: beyond, it is read page by page. */
export function isLargest({ perPage }: ReportQuery): boolean {
  return perPage === NEWEST_QUERY.perPage;
}

/** Whether a list has what a query asks for: its own rows, or enough of the newest. */
export function answers(list: HeldList, query: ReportQuery): boolean {
  if (isSameQuery(list.query, query)) return true;
  const areNewest = asksForNewest(list.query) && asksForNewest(query);
  return areNewest && (list.reports.length >= query.perPage || list.next === null);
}
