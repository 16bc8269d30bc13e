import { deleteDB, openDB } from 'idb';
import { upgrade } from './history-migration';
import type { Database, HistoryDatabase, HistorySchema, WriteTransaction } from './history-schema';

/** The prefix of the names of all history databases. The id of the connection follows. */
const PREFIX = 'history/';
const VERSION = 3;

const STORES = ['reports', 'results', 'marks', 'deletedReports', 'meta'] as const;

/** Limit of attempts, including the first. */
const MAX_ATTEMPTS = 3;

/** Whether the browser has IndexedDB. Its calls may still fail. */
export function hasDatabases(): boolean {
  return typeof indexedDB !== 'undefined';
}

/** Whether an error means that the browser has no databases: https://github.com/w3c/webextensions/issues/534. */
export function isUnavailable(error: unknown): boolean {
  const { name } = error as Error;
  return name === 'InvalidStateError' || name === 'SecurityError';
}

/** Returns the ids of the connections that have a database. */
export async function connectionsWithDatabase(): Promise<string[]> {
  const databases = await indexedDB.databases();
  return databases.flatMap(({ name = '' }) =>
    name.startsWith(PREFIX) ? name.slice(PREFIX.length) : [],
  );
}

/**
 * Opens the database of a connection, and creates or upgrades it.
 * @param onClosing called when the database is deleted or upgraded, or when the browser closes it
 */
export async function openConnection(
  connectionId: string,
  onClosing: () => void = () => {},
): Promise<HistoryDatabase> {
  const database: HistoryDatabase = await openDB<HistorySchema>(PREFIX + connectionId, VERSION, {
    upgrade,
    blocking() {
      onClosing();
      database.close();
    },
    terminated: onClosing,
  });
  return database;
}

/**
 * Opens the existing database of a connection. Rejects with an `AbortError` if the database does not exist,
 * for example because a person has just deleted it.
 */
export async function openExisting(connectionId: string): Promise<HistoryDatabase> {
  const database: HistoryDatabase = await openDB<HistorySchema>(PREFIX + connectionId, VERSION, {
    async upgrade(opened, oldVersion, newVersion, transaction) {
      if (oldVersion > 0) return upgrade(opened, oldVersion, newVersion, transaction);
      transaction.done.catch(() => {});
      transaction.abort();
    },
    blocking: () => database.close(),
  });
  return database;
}

/** Deletes the database of a connection. */
export function removeDatabase(connectionId: string): Promise<void> {
  return deleteDB(PREFIX + connectionId);
}

/**
 * Opens the database of a connection until the signal aborts.
 * @returns null if the browser has no databases, for example a Firefox that never remembers history
 */
export async function openDatabase(
  connectionId: string,
  signal: AbortSignal,
): Promise<Database | null> {
  if (!hasDatabases()) return null;
  let opening: Promise<HistoryDatabase> | null = null;

  function close(): void {
    void opening?.then((database) => database.close()).catch(() => {});
    opening = null;
  }
  signal.addEventListener('abort', close);

  function open(): Promise<HistoryDatabase> {
    signal.throwIfAborted();
    opening ??= openConnection(connectionId, close);
    return opening;
  }

  async function read<T>(work: (database: HistoryDatabase) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work(await open());
      } catch (error) {
        close();
        if (attempt === MAX_ATTEMPTS || signal.aborted) throw error;
      }
    }
  }

  function write<T>(work: (transaction: WriteTransaction) => Promise<T>): Promise<T> {
    return read(async (database) => {
      const transaction = database.transaction([...STORES], 'readwrite');
      try {
        const [result] = await Promise.all([work(transaction), transaction.done]);
        return result;
      } catch (error) {
        transaction.done.catch(() => {});
        abort(transaction);
        throw error;
      }
    });
  }

  try {
    await open();
  } catch (error) {
    close();
    if (!signal.aborted && isUnavailable(error)) return null;
    throw error;
  }
  return { read, write };
}

/** Aborts a transaction that may have ended by itself. */
function abort(transaction: WriteTransaction): void {
  try {
    transaction.abort();
  } catch {
    // The transaction had already ended.
  }
}
