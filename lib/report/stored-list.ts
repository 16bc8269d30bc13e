import { Timestamp, z } from '@/lib/schema';
import { storedBytes } from '@/lib/stored-bytes';
import { Report } from './report';
import { ReportQuery } from './report-query';

/** A list of reports, as last read from the service. */
export const StoredList = z.object({
  /** What the service was asked for. */
  query: ReportQuery,
  reports: z.array(Report),
  /** Rows that the service sent and that could not be read. */
  unreadable: z.number(),
  /** How many reports match in all, where the service says so, or where not all are stored. */
  total: z.nullable(z.number()),
  /** When the service was asked: of two lists, the newer is that asked for later. */
  readAt: Timestamp,
});
export type StoredList = z.infer<typeof StoredList>;

/** A list of the service, with the question and its time. */
export type ListSnapshot = Pick<StoredList, 'query' | 'reports' | 'readAt'>;

/** Whether one list was asked for after another; any is newer than none. */
export function isNewer(one: StoredList, other: StoredList | undefined): boolean {
  return other === undefined || one.readAt > other.readAt;
}

/** 100 reports with addresses of ordinary length take a hundredth of it. */
const LARGEST_BYTES = 2_000_000;

/** The list without the last rows that would take more than its share of the store, with its total. */
export function cutToSize(list: StoredList): StoredList {
  let bytes = 0;
  const first = list.reports.findIndex((report) => {
    bytes += storedBytes(report);
    return bytes > LARGEST_BYTES;
  });
  if (first === -1) return list;
  return {
    ...list,
    reports: list.reports.slice(0, first),
    total: list.total ?? list.reports.length,
  };
}
