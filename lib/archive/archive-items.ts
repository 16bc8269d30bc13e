import type { Report } from '@/lib/report/report';
import { z } from '@/lib/schema';
import { keyOf } from '@/lib/storage/keys';
import type { ReadableItem } from '@/lib/storage/stored-item';
import { storedFamily } from '@/lib/storage/stored-values';
import { recordsIn, VALUE_NAMES, valueNameOf } from './archive-value';
import { historyOf, type PageHistory, type PageRecord } from './page-history';

/** What the keys of a connection's values begin with; the rest is the name of the value. */
export const archivePrefix = (connectionId: string) => keyOf(connectionId, 'archive/');

/** What is stored of the reports of one connection. It is a cache: what cannot be read is dropped. */
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
};

/** The record of a page; undefined where nothing is known of it. */
export async function readRecord(
  connectionId: string,
  page: string,
): Promise<PageRecord | undefined> {
  const name = valueNameOf(page);
  const stored = await archiveItems.values(connectionId).read([name]);
  return recordsIn(stored.get(name)).find((record) => record.page === page);
}

/** The records of all pages. */
export async function readRecords(connectionId: string): Promise<PageRecord[]> {
  const stored = await archiveItems.values(connectionId).read(VALUE_NAMES);
  return [...stored.values()].flatMap(recordsIn);
}

/** The reports of all pages, those of one page together. */
export async function readReports(connectionId: string): Promise<Report[]> {
  return (await readRecords(connectionId)).flatMap(({ reports }) => reports);
}
