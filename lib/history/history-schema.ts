import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import type { MarkRecord } from './marks';
import type { ReportRecord, ResultRecord } from './records';

export interface HistorySchema extends DBSchema {
  reports: {
    key: string;
    value: ReportRecord;
    indexes: {
      page: [page: string, age: number];
      project: string;
      age: [age: number, id: string];
      words: string;
      seenAt: number;
    };
  };
  results: {
    key: [page: string, generatedAt: string, reportId: string];
    value: ResultRecord;
    indexes: { reportId: string };
  };
  marks: { key: string; value: MarkRecord };
  /** Single records about the database itself, each under its own key. */
  meta: { key: string; value: unknown };
}
export type HistoryDatabase = IDBPDatabase<HistorySchema>;

/** The prefix of the names of all history databases. The id of the connection follows. */
const PREFIX = 'history/';
const VERSION = 3;

function databaseName(connectionId: string): string {
  return PREFIX + connectionId;
}

/**
 * Opens the database of a connection, and creates or upgrades it.
 * @param onClosed called when the database has to be opened again: it is about to be deleted or
 *   upgraded, or the browser has closed it
 */
export async function openHistoryDatabase(
  connectionId: string,
  onClosed: () => void = () => {},
): Promise<HistoryDatabase> {
  const database: HistoryDatabase = await openDB<HistorySchema>(
    databaseName(connectionId),
    VERSION,
    {
      upgrade: createStores,
      blocking() {
        onClosed();
        database.close();
      },
      terminated: onClosed,
    },
  );
  return database;
}

/** Deletes the database of a connection. */
export function deleteHistoryDatabase(connectionId: string): Promise<void> {
  return deleteDB(databaseName(connectionId));
}

/** Returns the ids of the connections that have a database. Rejects if the browser has no databases. */
export async function connectionsWithDatabase(): Promise<string[]> {
  const databases = await indexedDB.databases();
  return databases.flatMap(({ name = '' }) =>
    name.startsWith(PREFIX) ? name.slice(PREFIX.length) : [],
  );
}

/** Whether an error means that the browser has no databases: https://github.com/w3c/webextensions/issues/534. */
export function isUnavailable(error: unknown): boolean {
  const { name } = error as Error;
  return name === 'InvalidStateError' || name === 'SecurityError';
}

export function hasDatabases(): boolean {
  return typeof indexedDB !== 'undefined';
}

function createStores(database: HistoryDatabase, formerVersion: number): void {
  database.createObjectStore('meta');
  if (formerVersion >= 2) return;
  database.createObjectStore('marks', { keyPath: 'key' });
  if (formerVersion === 1) return;
  const reports = database.createObjectStore('reports', { keyPath: 'id' });
  reports.createIndex('page', ['page', 'age']);
  reports.createIndex('project', 'project');
  reports.createIndex('age', ['age', 'id']);
  reports.createIndex('words', 'words', { multiEntry: true });
  reports.createIndex('seenAt', 'seenAt');
  const results = database.createObjectStore('results', {
    keyPath: ['page', 'generatedAt', 'reportId'],
  });
  results.createIndex('reportId', 'reportId');
}
