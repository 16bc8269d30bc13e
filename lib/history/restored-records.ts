import type { BackupRecord } from './backup-format';
import type { WriteTransaction } from './history-schema';
import { isCounted, type MarkRecord, markedPages } from './marks';
import { mergedMarks, mergedRow, missingResults, type Restored } from './merge';
import { type ReportRecord, type ResultRecord, reportRecord, resultOfRow } from './records';

/** The outcome of merging records into a database. */
export interface Merge {
  restored: Restored;
  addedRows: number;
  /** The past results to add. */
  missingResults: readonly ResultRecord[];
}

/** The request time of a restored row: no answer to this browser has shown the row. */
const NEVER_SEEN = 0;

/**
 * Merges marks and rows of a backup, and determines the past results to add.
 * @param room the number of rows that the limit allows to add. Beyond it, a restored row would be the first
 *   to be removed: only its result is restored.
 */
export async function mergeRecords(
  transaction: WriteTransaction,
  records: readonly BackupRecord[],
  room: number,
): Promise<Merge> {
  const marks = records.flatMap((record) => ('mark' in record ? record.mark : []));
  const { marks: changedMarks, refusedMarks } = await mergeMarks(transaction, marks);

  const rows = records.flatMap((record) =>
    'report' in record ? reportRecord(record.report, record.found, NEVER_SEEN) : [],
  );
  const results = records.flatMap((record) => ('result' in record ? record.result : []));
  const ids = [...rows.map(({ id }) => id), ...results.map(({ reportId }) => reportId)];
  const deleted = await deletedIds(transaction, ids);
  const merge = await mergeRows(
    transaction,
    rows.filter(({ id }) => !deleted.has(id)),
    room,
  );
  const missing = await missingIn(transaction, [
    ...merge.joining,
    ...results.filter(({ reportId }) => !deleted.has(reportId)),
  ]);
  return {
    restored: {
      reports: merge.changed,
      results: missing.length,
      marks: changedMarks,
      refusedMarks,
    },
    addedRows: merge.added,
    missingResults: missing,
  };
}

async function mergeMarks(
  transaction: WriteTransaction,
  restored: readonly MarkRecord[],
): Promise<Pick<Restored, 'marks' | 'refusedMarks'>> {
  if (restored.length === 0) return { marks: 0, refusedMarks: 0 };
  const store = transaction.objectStore('marks');
  const { put, refused } = mergedMarks(await store.getAll(), restored);
  await Promise.all(put.map((mark) => store.put(mark)));
  return { marks: put.filter(isCounted).length, refusedMarks: refused };
}

/** Returns those ids whose reports a person has deleted in this browser. */
async function deletedIds(
  transaction: WriteTransaction,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const store = transaction.objectStore('deletedReports');
  const found = await Promise.all([...new Set(ids)].map((id) => store.get(id)));
  return new Set(found.flatMap((deleted) => deleted?.id ?? []));
}

async function mergeRows(
  transaction: WriteTransaction,
  restored: readonly ReportRecord[],
  room: number,
): Promise<{ changed: number; added: number; joining: readonly ResultRecord[] }> {
  const reports = transaction.objectStore('reports');
  // A backup has each row once. Requests that do not wait for each other are ten times as fast.
  const rowsHere = await Promise.all(restored.map(({ id }) => reports.get(id)));
  const joining: ResultRecord[] = [];
  const writes: Promise<unknown>[] = [];
  let [changed, added] = [0, 0];
  for (const [at, record] of restored.entries()) {
    const here = rowsHere[at];
    if (here === undefined && added >= room) {
      joining.push(...resultOfRow(record));
      continue;
    }
    const merged = mergedRow(here, record);
    joining.push(...merged.joining);
    if (merged.row === here) continue;
    writes.push(reports.put(merged.row));
    changed += 1;
    added += Number(here === undefined);
  }
  await Promise.all(writes);
  return { changed, added, joining };
}

async function missingIn(
  transaction: WriteTransaction,
  restored: readonly ResultRecord[],
): Promise<ResultRecord[]> {
  if (restored.length === 0) return [];
  const store = transaction.objectStore('results');
  const marked = markedPages(await transaction.objectStore('marks').getAll());
  const byPage = new Map<string, ResultRecord[]>();
  for (const result of restored) {
    byPage.set(result.page, [...(byPage.get(result.page) ?? []), result]);
  }
  const missing = await Promise.all(
    [...byPage].map(async ([page, own]) => {
      const keys = await store.getAllKeys(IDBKeyRange.bound([page], [page, []]));
      return missingResults(keys, own, marked.has(page));
    }),
  );
  return missing.flat();
}
