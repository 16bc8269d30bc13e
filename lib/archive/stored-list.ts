import { distinctReports, Report } from '@/lib/report/report';
import { isSameQuery, ReportQuery } from '@/lib/report/report-query';
import { Timestamp, z } from '@/lib/schema';

/** A list of reports, as last read from the service. */
export const StoredList = z.object({
  /** What the service was asked for. */
  query: ReportQuery,
  /**
   * What it had to be asked for instead, and what its further pages are asked for: another spelling of
   * the search, or the newest by id where it does not sort by date. Null: just the query.
   */
  asked: z._default(z.nullable(ReportQuery), null),
  reports: z.array(Report),
  /** Rows that the service sent and that could not be read. */
  unreadable: z.number(),
  /** How many reports match in all, where the service says so. */
  total: z.nullable(z.number()),
  /** The number of the page that follows; null where the service names none. */
  next: z._default(z.nullable(z.number()), null),
  /** When the service was asked. */
  readAt: Timestamp,
});
export type StoredList = z.infer<typeof StoredList>;

/** The lists that were read last, each the answer to a query of its own, the newest first. */
export const StoredLists = z.array(StoredList);
export type StoredLists = z.infer<typeof StoredLists>;

/** Whether the rows of a list stand in the service's order and are put into that of the query here. */
export function isSortedHere({ query, asked }: Pick<StoredList, 'query' | 'asked'>): boolean {
  return asked !== null && asked.sortBy !== query.sortBy;
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
export const MOST_LISTS = 8;
