import type { BackupPart, BackupRecord } from './backup-format';
import { type BackupPosition, RECORD_KINDS, type RecordKind } from './backup-position';
import { connectionsWithDatabase, openConnection, openDatabase } from './database';
import type { HistoryIdentity } from './history-identity';
import { type HistoryDatabase, META } from './history-schema';
import type { Restored } from './merge';
import type { ResultKey } from './records';
import { createStoredReports } from './stored-reports';

/** Records in a part. A message to an extension page holds a part. */
const MAX_RECORDS = 200;

/**
 * Reads a part of the records of a history. A change between two parts loses no result: rows are read before
 * past results, and a replaced result moves to the past results.
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
      const marks = await database.getAll('marks', range, MAX_RECORDS);
      const last = lastOfFull(marks);
      return { records: marks.map((mark) => ({ mark })), last: last?.key ?? null };
    }
    case 'reports': {
      const rows = await database.getAll('reports', range, MAX_RECORDS);
      const records = rows.map(({ report, found = null }) => ({ report, found }));
      return { records, last: lastOfFull(rows)?.id ?? null };
    }
    case 'results': {
      const results = await database.getAll('results', range, MAX_RECORDS);
      const last = lastOfFull(results);
      return {
        records: results.map((result) => ({ result })),
        last: last ? [last.page, last.generatedAt, last.reportId] : null,
      };
    }
  }
}

function lastOfFull<T>(records: readonly T[]): T | undefined {
  return records.length === MAX_RECORDS ? records.at(-1) : undefined;
}

/**
 * Merges records into a history that no session uses, and creates the history if there is none.
 * @param identity written if the history does not say where it comes from
 */
export async function restoreBackupPart(
  connectionId: string,
  identity: HistoryIdentity | null,
  records: readonly BackupRecord[],
): Promise<Restored> {
  const closing = new AbortController();
  try {
    const database = await openDatabase(connectionId, closing.signal);
    if (database === null) throw new Error('The browser has no databases.');
    await database.write(async (transaction) => {
      const meta = transaction.objectStore('meta');
      const known = await meta.get(META.identity);
      if (known === undefined && identity !== null) await meta.put(identity, META.identity);
    });
    return await createStoredReports(database).restore(records);
  } finally {
    closing.abort();
  }
}
