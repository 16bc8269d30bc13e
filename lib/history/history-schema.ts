import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import type { MarkRecord } from './marks';
import type { ReportRecord, ResultKey, ResultRecord } from './records';

export interface HistorySchema extends DBSchema {
  reports: {
    key: string;
    value: ReportRecord;
    indexes: {
      page: [page: string, age: number];
      age: [age: number, id: string];
      words: string;
      seenAt: number;
    };
  };
  results: {
    key: ResultKey;
    value: ResultRecord;
    indexes: { reportId: string };
  };
  marks: { key: string; value: MarkRecord };
  /** Ids of the reports that a person has deleted. Restoring a backup skips these reports. */
  deletedReports: { key: string; value: { id: string } };
  /** Single records about the database itself. */
  meta: { key: string; value: unknown };
}

/** Keys in `meta`. */
export const META = {
  identity: 'identity',
  /** The last complete reading. */
  reading: 'reading',
  unfinishedReading: 'unfinished-reading',
  indexing: 'indexing',
} as const;

export type HistoryDatabase = IDBPDatabase<HistorySchema>;

/** A transaction over all stores. */
export type WriteTransaction = IDBPTransaction<
  HistorySchema,
  StoreNames<HistorySchema>[],
  'readwrite'
>;

/** The history database of a connection. After a failure, opens the database again and repeats the work. */
export interface Database {
  read<T>(work: (database: HistoryDatabase) => Promise<T>): Promise<T>;
  /** Runs work in one transaction. If the work rejects, the transaction stores nothing. */
  write<T>(work: (transaction: WriteTransaction) => Promise<T>): Promise<T>;
}
