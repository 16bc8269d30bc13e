import type { Report } from '@/lib/report/report';
import { ReportQuery } from '@/lib/report/report-query';
import { z } from '@/lib/schema';
import { keyOf } from '@/lib/storage/keys';
import type { ReadableItem } from '@/lib/storage/stored-item';
import { storedArray, storedFamily, storedItem } from '@/lib/storage/stored-values';
import { readValue, recordsIn, VALUE_NAMES, valueNameOf } from './archive-value';
import { AwaitedResults } from './awaited-result';
import { historyOf, type PageHistory, type PageRecord } from './page-history';
import { StoredList } from './stored-list';

/** What the keys of a connection's values begin with; the rest is the name of the value. */
export const archivePrefix = (connectionId: string) => keyOf(connectionId, 'archive/');

/** What is stored of the reports of one connection, for pages as well. */
export const archiveItems = {
  /** What is known of pages and their reports: see `archive-value.ts`. */
  values: (connectionId: string) => storedFamily('local', archivePrefix(connectionId), z.unknown()),

  /** What is known of one page. */
  page: (connectionId: string, page: string): ReadableItem<PageHistory> => ({
    async read() {
      const record = await readRecord(connectionId, page);
      return record && historyOf(record);
    },
  }),

  /** The lists that were read last, each the answer to a query of its own, the newest first. */
  lists: (connectionId: string) => storedArray('local', keyOf(connectionId, 'lists'), StoredList),

  /** What was searched and filtered for and is kept in memory: gone when the browser closes. */
  privateLists: (connectionId: string) =>
    storedArray('session', keyOf(connectionId, 'lists'), StoredList),

  /** What the popup's list was last asked to show. */
  query: (connectionId: string) => storedItem('local', keyOf(connectionId, 'query'), ReportQuery),

  /** Reports whose new result is awaited. */
  awaited: (connectionId: string) =>
    storedItem('local', keyOf(connectionId, 'awaited'), AwaitedResults),
};

/** The record of a page; undefined where nothing is known of it. */
export async function readRecord(
  connectionId: string,
  page: string,
): Promise<PageRecord | undefined> {
  const name = valueNameOf(page);
  const stored = await archiveItems.values(connectionId).read([name]);
  return recordsIn(stored.get(name))(page);
}

/** The records of all pages. What cannot be read is left where it stands, and logged. */
export async function readRecords(connectionId: string): Promise<PageRecord[]> {
  const stored = await archiveItems.values(connectionId).read(VALUE_NAMES);
  return [...stored].flatMap(([name, value]) => {
    const { records, unread } = readValue(value);
    if (unread > 0) console.warn('Pages cannot be read:', archivePrefix(connectionId) + name);
    return records;
  });
}

/** The reports of all pages, those of one page together. */
export async function readReports(connectionId: string): Promise<Report[]> {
  return (await readRecords(connectionId)).flatMap(({ reports }) => reports);
}
