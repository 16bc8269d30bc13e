import { Timestamp, z } from '@/lib/schema';
import { storedBytes } from '@/lib/stored-bytes';
import { distinctReports, Report } from './report';
import { isSameQuery, ReportQuery } from './report-query';

/** A list of reports, as last read from the service. */
export const StoredList = z.object({
  /** What the service was asked for. */
  query: ReportQuery,
  reports: z.array(Report),
  /** Rows that the service sent and that could not be read. */
  unreadable: z.number(),
  /** Rows that are not stored here since they are private windows' own; absent for none. */
  leftOut: z.optional(z.number()),
  /** How many reports match in all, where the service says so, or where not all are stored. */
  total: z.nullable(z.number()),
  /** When the service was asked. */
  readAt: Timestamp,
});
export type StoredList = z.infer<typeof StoredList>;

/** The lists that were read last, each the answer to a query of its own, the newest first. */
export const StoredLists = z.array(StoredList);
export type StoredLists = z.infer<typeof StoredLists>;

/** What the place holds whose newest list was asked for last; none where all are empty. */
export function newestLists(...places: readonly (StoredLists | undefined)[]): StoredLists {
  const readAt = (lists: StoredLists) => lists[0]?.readAt ?? '';
  return places.reduce<StoredLists>(
    (newest, lists = []) => (readAt(lists) > readAt(newest) ? lists : newest),
    [],
  );
}

/** The list that was read for this very query. */
export function answerTo(query: ReportQuery, lists: readonly StoredList[]): StoredList | undefined {
  return lists.find((list) => isSameQuery(list.query, query));
}

/** All reports that are listed. Each reads the same in every list. */
export function listedReports(lists: readonly StoredList[]): Report[] {
  return distinctReports(lists.flatMap(({ reports }) => reports));
}

/** Of the lists that these reports are taken from, each from the newest that has it, the oldest. */
export function oldestSource(
  reports: readonly Report[],
  lists: readonly StoredList[],
): StoredList | undefined {
  const left = new Set(reports.map(({ id }) => id));
  const sources = lists.filter(
    (list) => list.reports.filter(({ id }) => left.delete(id)).length > 0,
  );
  return sources.at(-1);
}

/** Each pause in typing a search asks for a list, and those of other windows are to outlast some. */
const MOST_LISTS = 8;

/** 100 reports with addresses of ordinary length take a hundredth of it. */
const LARGEST_BYTES = 2_000_000;

/**
 * As many of the lists as are stored, the newest first. They go without the last rows that would
 * take more than their share of the store: the list that is cut tells its total, and those of which
 * nothing would be left go whole.
 */
export function cutToSize(lists: readonly StoredList[]): StoredLists {
  let bytes = 0;
  const hasRoom = (report: Report) => {
    bytes += storedBytes(report);
    return bytes <= LARGEST_BYTES;
  };
  return lists.slice(0, MOST_LISTS).flatMap((list) => {
    const reports = list.reports.filter(hasRoom);
    if (reports.length === list.reports.length) return [list];
    if (reports.length === 0) return [];
    return [{ ...list, reports, total: list.total ?? list.reports.length }];
  });
}
