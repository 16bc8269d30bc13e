import { type BackupPart, type BackupRecord, MAX_RECORDS_IN_PART } from './backup-format';
import { type BackupPosition, RECORD_KINDS, type RecordKind } from './backup-position';
import { connectionsWithDatabase, openConnection, openDatabase } from './database';
import type { HistoryIdentity } from './history-identity';
import { type HistoryDatabase, META } from './history-schema';
import type { Restored } from './merge';
import type { ResultKey } from './records';
import { createStoredReports, type StoredReports } from './stored-reports';

/**
 * Reads a part of the records of a history. Rows precede past results, because a result that is
 * replaced between two parts moves from its row to the past results.
 */
export async function readBackupPart(
  connectionId: string,
  position: BackupPosition,
): Promise<BackupPart> {
  // Opening a database that was deleted in the meantime would create it again.
  if (!(await connectionsWithDatabase()).includes(connectionId)) return { records: [], next: null };
  const database = await openConnection(connectionId);
  try {
    return await readPart(database, position);
  } finally {
    database.close();
  }
}

async function readPart(
  database: HistoryDatabase,
  { kind, after }: BackupPosition,
): Promise<BackupPart> {
  const range = after === null ? null : IDBKeyRange.lowerBound(after, true);
  const { records, last } = await recordsOf(database, kind, range);
  if (last !== null) return { records, next: { kind, after: last } };
  const nextKind = RECORD_KINDS[RECORD_KINDS.indexOf(kind) + 1];
  return { records, next: nextKind === undefined ? null : { kind: nextKind, after: null } };
}

interface FoundRecords {
  records: BackupRecord[];
  /** The key of the last record; null if no further records can follow. */
  last: string | ResultKey | null;
}

async function recordsOf(
  database: HistoryDatabase,
  kind: RecordKind,
  range: IDBKeyRange | null,
): Promise<FoundRecords> {
  switch (kind) {
    case 'marks': {
      const marks = await database.getAll('marks', range, MAX_RECORDS_IN_PART);
      const last = lastOfFullPart(marks);
      return { records: marks.map((mark) => ({ mark })), last: last?.key ?? null };
    }
    case 'reports': {
      const rows = await database.getAll('reports', range, MAX_RECORDS_IN_PART);
      const records = rows.map(({ report, found = null }) => ({ report, found }));
      return { records, last: lastOfFullPart(rows)?.id ?? null };
    }
    case 'results': {
      const results = await database.getAll('results', range, MAX_RECORDS_IN_PART);
      const last = lastOfFullPart(results);
      return {
        records: results.map((result) => ({ result })),
        last: last ? [last.page, last.generatedAt, last.reportId] : null,
      };
    }
  }
}

function lastOfFullPart<T>(records: readonly T[]): T | undefined {
  return records.length === MAX_RECORDS_IN_PART ? records.at(-1) : undefined;
}

/** Restores the parts of a backup into histories that no session uses. */
export interface BackupRestoring {
  /**
   * Merges records into a history. Creates the history if it does not exist.
   * @param identity stored if the history has no identity
   */
  restorePart(
    connectionId: string,
    identity: HistoryIdentity | null,
    records: readonly BackupRecord[],
  ): Promise<Restored>;
}

/** A history whose database stays open between the parts of a backup. */
interface OpenHistory {
  connectionId: string;
  stored: Promise<StoredReports>;
  closing: AbortController;
}

/**
 * Creates the restoring. The database stays open until the last part, because each opening counts
 * all rows. With 20,000 rows, counting would take more than half of the time.
 */
export function createBackupRestoring(): BackupRestoring {
  let current: OpenHistory | null = null;

  function close(): void {
    current?.closing.abort();
    current = null;
  }

  function openedFor(connectionId: string, identity: HistoryIdentity | null): OpenHistory {
    if (current?.connectionId === connectionId) return current;
    close();
    const closing = new AbortController();
    const stored = storedReportsOf(connectionId, identity, closing.signal);
    current = { connectionId, stored, closing };
    return current;
  }

  return {
    async restorePart(connectionId, identity, records) {
      try {
        const stored = await openedFor(connectionId, identity).stored;
        const restored = await stored.restore(records);
        if (records.length < MAX_RECORDS_IN_PART) close();
        return restored;
      } catch (error) {
        close();
        throw error;
      }
    },
  };
}

async function storedReportsOf(
  connectionId: string,
  identity: HistoryIdentity | null,
  signal: AbortSignal,
): Promise<StoredReports> {
  const database = await openDatabase(connectionId, signal);
  if (database === null) throw new Error('The browser has no databases.');
  await database.write(async (transaction) => {
    const meta = transaction.objectStore('meta');
    const storedIdentity = await meta.get(META.identity);
    if (storedIdentity === undefined && identity !== null) await meta.put(identity, META.identity);
  });
  return createStoredReports(database);
}
