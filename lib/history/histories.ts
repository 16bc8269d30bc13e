import { isLaterId, isWholeNumber } from '@/lib/report/report-id';
import {
  connectionsWithDatabase,
  hasDatabases,
  isUnavailable,
  openConnection,
  openExisting,
  removeDatabase,
} from './database';
import { HistoryIdentity } from './history-identity';
import { type HistoryDatabase, META } from './history-schema';
import { COUNTED_KINDS, keysOfKind } from './marks';

/** A history in this browser, whether or not its connection still exists. */
export interface StoredHistory {
  connectionId: string;
  /** Null if the database has no valid identity. Versions before 3 stored none. */
  identity: HistoryIdentity | null;
  /** The number of stored reports. */
  reports: number;
  /** The number of past results. */
  results: number;
  /** The number of marks of `COUNTED_KINDS`, including ended marks. */
  marks: number;
  /** An estimate of the size in bytes. */
  bytes: number;
}

/** Number of records per store that the estimate of the size measures. */
const MEASURED_RECORDS = 50;
/** Ratio of the stored size, including indexes, to the length of the JSON. */
const STORED_PER_JSON = 2;

/** Whether the browser has databases. A Firefox that never remembers history has none. */
export async function canStoreHistories(): Promise<boolean> {
  if (!hasDatabases()) return false;
  try {
    await connectionsWithDatabase();
    return true;
  } catch (error) {
    if (isUnavailable(error)) return false;
    throw error;
  }
}

/**
 * Returns all histories; empty if the browser has no databases. Omits a database that cannot be
 * opened, for example a database of a newer version.
 */
export async function listHistories(): Promise<StoredHistory[]> {
  const ids = await existingIds();
  const histories = await Promise.all(
    ids.map((id) =>
      withDatabase(openExisting(id), (database) => contentOf(id, database)).catch((error) => {
        const wasDeleted = (error as Error).name === 'AbortError';
        if (!wasDeleted) console.warn('A history cannot be opened:', error);
        return null;
      }),
    ),
  );
  return histories.filter((history) => history !== null);
}

/**
 * Returns the newest stored reports of a connection, newest first. Sorts by id, as services do, or
 * by date if ids are not whole numbers.
 */
export async function newestStoredReports(
  connectionId: string,
  most: number,
): Promise<{ id: string; url: string | null }[]> {
  if (!(await existingIds()).includes(connectionId)) return [];
  return withDatabase(openExisting(connectionId), async (database) => {
    const { store } = database.transaction('reports');
    const ids = await store.getAllKeys();
    const newest = ids.every(isWholeNumber)
      ? ids.sort((one, other) => (isLaterId(one, other) ? -1 : 1)).slice(0, most)
      : await store.index('age').getAllKeys(null, most);
    const records = await Promise.all(newest.map((id) => store.get(id)));
    return records.flatMap((record) => (record ? { id: record.id, url: record.report.url } : []));
  });
}

/** Returns the number of past results of a connection. */
export async function countResults(connectionId: string): Promise<number> {
  if (!(await existingIds()).includes(connectionId)) return 0;
  return withDatabase(openExisting(connectionId), (database) => database.count('results'));
}

/** Stores the identity of a history. Creates the database if it does not exist. */
export async function writeIdentity(
  connectionId: string,
  identity: HistoryIdentity,
): Promise<void> {
  if (!hasDatabases()) return;
  try {
    await withDatabase(openConnection(connectionId), (database) =>
      database.put('meta', identity, META.identity),
    );
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
}

/** Deletes the history of a connection, at a person's request only. */
export async function deleteHistory(connectionId: string): Promise<void> {
  if (!hasDatabases()) return;
  try {
    await removeDatabase(connectionId);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
}

/** Deletes the histories of all connections except one. */
export async function deleteDatabases(exceptId: string | null): Promise<void> {
  const others = (await existingIds()).filter((id) => id !== exceptId);
  await Promise.all(others.map(deleteHistory));
}

/** Returns the ids of the connections that have a history; empty if the browser has no databases. */
async function existingIds(): Promise<string[]> {
  if (!hasDatabases()) return [];
  try {
    return await connectionsWithDatabase();
  } catch (error) {
    if (isUnavailable(error)) return [];
    throw error;
  }
}

/** Closes the database after the work. */
async function withDatabase<T>(
  opening: Promise<HistoryDatabase>,
  work: (database: HistoryDatabase) => Promise<T>,
): Promise<T> {
  const database = await opening;
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

async function contentOf(connectionId: string, database: HistoryDatabase): Promise<StoredHistory> {
  const [identity, reports, results, marks, ...counts] = await Promise.all([
    database.get('meta', META.identity),
    measure(database, 'reports'),
    measure(database, 'results'),
    measure(database, 'marks'),
    ...COUNTED_KINDS.map((kind) => database.count('marks', keysOfKind(kind))),
  ]);
  return {
    connectionId,
    identity: HistoryIdentity.safeParse(identity).data ?? null,
    reports: reports.count,
    results: results.count,
    marks: counts.reduce((sum, count) => sum + count, 0),
    bytes: Math.round(STORED_PER_JSON * (reports.size + results.size + marks.size)),
  };
}

async function measure(
  database: HistoryDatabase,
  store: 'reports' | 'results' | 'marks',
): Promise<{ count: number; size: number }> {
  const [count, records] = await Promise.all([
    database.count(store),
    database.getAll(store, null, MEASURED_RECORDS),
  ]);
  const size = JSON.stringify(records).length / Math.max(1, records.length);
  return { count, size: count === 0 ? 0 : count * size };
}
