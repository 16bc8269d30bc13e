import { distinctReports, type Report } from '@/lib/report/report';
import { ReportPlace } from '@/lib/report/report-page';
import { isSameQuery, ReportQuery } from '@/lib/report/report-query';
import { Timestamp, z } from '@/lib/schema';

/** The service's answer to a query, as stored: what its reports are is in the archive. */
export const StoredList = z.object({
  version: z.literal(1),
  /** What the service was asked for. */
  query: ReportQuery,
  /**
   * What it had to be asked for instead, and what its further pages are asked for: another spelling of
   * the search, or the newest by id where it does not sort by date. Null: just the query.
   */
  asked: z.nullable(ReportQuery),
  /** Where its reports are found, in the service's order. */
  rows: z.array(ReportPlace),
  /** Rows that the service sent and that could not be read. */
  unreadable: z.number(),
  /** How many reports match in all, where the service says so. */
  total: z.nullable(z.number()),
  /** The number of the page that follows; null where the service names none. */
  next: z.nullable(z.number()),
  /** When the service was asked. */
  readAt: Timestamp,
});
export type StoredList = z.infer<typeof StoredList>;

/** A stored list with the reports of its rows. */
export interface ResolvedList extends Omit<StoredList, 'version' | 'rows'> {
  /** Those that are known, in the service's order. */
  reports: Report[];
  /** Whether all of them are known: if not, the list is no answer. */
  isWhole: boolean;
}

/** A stored list with the reports of its rows. */
export function resolvedList(
  { version: _, rows, ...list }: StoredList,
  reportAt: (place: ReportPlace) => Report | null,
): ResolvedList {
  const reports = rows.flatMap((place) => reportAt(place) ?? []);
  return { ...list, reports, isWhole: reports.length === rows.length };
}

/** Whether the rows of a list stand in the service's order and are put into that of the query here. */
export function isSortedHere({ query, asked }: Pick<StoredList, 'query' | 'asked'>): boolean {
  return asked !== null && asked.sortBy !== query.sortBy;
}

/** The list that was read for this very query, whole. */
export function answerTo(
  query: ReportQuery,
  lists: readonly ResolvedList[],
): ResolvedList | undefined {
  return lists.find((list) => list.isWhole && isSameQuery(list.query, query));
}

/** All reports that are listed. Each reads the same in every list. */
export function listedReports(lists: readonly ResolvedList[]): Report[] {
  return distinctReports(lists.flatMap(({ reports }) => reports));
}

/** Of the lists that these reports are taken from, each from the newest that has it, the oldest. */
export function oldestSource(
  reports: readonly Report[],
  lists: readonly ResolvedList[],
): ResolvedList | undefined {
  const left = new Set(reports.map(({ id }) => id));
  const sources = lists.filter(
    (list) => list.reports.filter(({ id }) => left.delete(id)).length > 0,
  );
  return sources.at(-1);
}

/** Each pause in typing a search asks for a list, and those of other windows are to outlast some. */
export const MOST_LISTS = 8;
