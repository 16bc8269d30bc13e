import type { IDBPTransaction, StoreNames } from 'idb';
import { Ticket } from '@/lib/report/compare/tickets';
import { PastResult } from '@/lib/report/past-result';
import { Report } from '@/lib/report/report';
import { z } from '@/lib/schema';
import { keyOf } from '@/lib/storage/keys';
import { readByPrefix, removeWhere } from '@/lib/storage/stored-values';
import { wordsOf } from './address-words';
import { type Database, type HistoryDatabase, type HistorySchema, META } from './history-schema';
import { type MarkRecord, starKey, ticketKey } from './marks';
import { reportRecord } from './records';
import type { StoredReports } from './stored-reports';

// Version 1 has reports and results. Version 2 adds marks without kinds and dates. Version 3 adds
// kinds and dates of marks, deleted reports, `meta`, and more words of each address.

/** A mark of version 2. A star has no ticket. */
const FormerMark = z.object({ key: z.string(), ticket: z.nullable(Ticket) });

/**
 * The date of stars from versions before 3, which stored no dates. Any change is later than this
 * date.
 */
const UNKNOWN_DATE = new Date(0).toISOString();

/** The progress of the indexing of words. Absent if all rows are indexed. */
interface Indexing {
  /** Id of the last indexed row; null before the first. */
  after: string | null;
}

/** Rows per transaction. Each transaction delays other transactions. */
const CHUNK_SIZE = 200;

/** Creates or upgrades a database. Words are indexed later, because that takes seconds. */
export async function upgrade(
  database: HistoryDatabase,
  formerVersion: number,
  _newVersion: number | null,
  transaction: IDBPTransaction<HistorySchema, StoreNames<HistorySchema>[], 'versionchange'>,
): Promise<void> {
  if (formerVersion < 1) {
    const reports = database.createObjectStore('reports', { keyPath: 'id' });
    reports.createIndex('page', ['page', 'age']);
    reports.createIndex('age', ['age', 'id']);
    reports.createIndex('words', 'words', { multiEntry: true });
    reports.createIndex('seenAt', 'seenAt');
    const results = database.createObjectStore('results', {
      keyPath: ['page', 'generatedAt', 'reportId'],
    });
    results.createIndex('reportId', 'reportId');
  }
  if (formerVersion < 2) database.createObjectStore('marks', { keyPath: 'key' });
  database.createObjectStore('deletedReports', { keyPath: 'id' });
  const meta = database.createObjectStore('meta');
  if (formerVersion < 1) return;
  // No code reads this index of version 2.
  transaction.objectStore('reports').deleteIndex('project' as never);
  await meta.put({ after: null } satisfies Indexing, META.indexing);
  const marks = transaction.objectStore('marks');
  for (const former of await marks.getAll()) {
    const mark = migratedMark(former);
    if (mark !== null) await marks.put(mark);
  }
}

/** Returns a mark of version 2 in the form of version 3; null if the mark cannot be read. */
function migratedMark(stored: unknown): MarkRecord | null {
  const former = FormerMark.safeParse(stored).data;
  if (former === undefined) return null;
  const { key, ticket } = former;
  if (ticket !== null) {
    const dates = { madeAt: ticket.at, changedAt: ticket.at, endedAt: null };
    return { kind: 'ticket', key: ticketKey(ticket.id), ticket, ...dates };
  }
  const page = key.slice(starKey('').length);
  const dates = { madeAt: UNKNOWN_DATE, changedAt: UNKNOWN_DATE, endedAt: null };
  return { kind: 'star', key, page, ...dates };
}

/**
 * Indexes the words of rows from earlier versions, in chunks. Continues after the last chunk of an
 * earlier worker.
 */
export async function indexWords({ write }: Database): Promise<void> {
  let isDone = false;
  while (!isDone) {
    isDone = await write(async (transaction) => {
      const [reports, meta] = [transaction.objectStore('reports'), transaction.objectStore('meta')];
      const progress = (await meta.get(META.indexing)) as Indexing | undefined;
      if (progress === undefined) return true;
      const { after } = progress;
      const range = after === null ? null : IDBKeyRange.lowerBound(after, true);
      const rows = await reports.getAll(range, CHUNK_SIZE);
      await Promise.all(
        rows.map((row) => reports.put({ ...row, words: wordsOf(row.report.url ?? '') })),
      );
      const last = rows.at(-1);
      if (last === undefined) {
        await meta.delete(META.indexing);
        return true;
      }
      await meta.put({ after: last.id } satisfies Indexing, META.indexing);
      return false;
    });
  }
}

/** The reports and past results of a page, in the format of versions without a database. */
const ArchivedPage = z.object({
  page: z.string(),
  reports: z.array(Report),
  former: z.array(PastResult),
});

/**
 * Moves reports and past results of the former format from `storage.local` to the database. If the worker
 * stops first, the next worker begins again.
 */
export async function importArchive(
  connectionId: string,
  reports: Pick<StoredReports, 'put' | 'putPast'>,
): Promise<void> {
  const prefix = keyOf(connectionId, 'archive/');
  const values = await readByPrefix('local', prefix, z.array(z.unknown()));
  if (values.length === 0) return;
  const pages = values.flat().flatMap((raw) => ArchivedPage.safeParse(raw).data ?? []);
  // The former format has no request time. Every answer is newer than the time 0.
  await reports.put(
    pages.flatMap((page) => page.reports.map((report) => reportRecord(report, null, 0))),
  );
  await reports.putPast(
    pages.flatMap(({ page, former }) => former.map((result) => ({ ...result, page }))),
  );
  await removeWhere('local', (key) => key.startsWith(prefix));
}
