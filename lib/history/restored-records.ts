import type { BackupRecord } from './backup-format';
import type { WriteTransaction } from './history-schema';
import { isCountedMark, type MarkRecord, markedPages } from './marks';
import { mergedMarks, mergedRow, missingResults, type Restored } from './merge';
import { type ReportRecord, type ResultRecord, reportRecord, resultOfRow } from './records';

/** The outcome of merging records into a database. */
export interface Merge {
  counts: Restored;
  addedRows: number;
  /** The past results to add. */
  missingResults: readonly ResultRecord[];
}

/** Request time of a report that this browser knows only from a backup. */
const NEVER_SEEN = 0;

/**
 * Merges marks and rows of a backup, and determines the past results to add.
 * @param maxAddedRows the number of reports that fit into the history. Of each further report, only
 *   the result is restored, as a past result.
 */
export async function mergeRecords(
  transaction: WriteTransaction,
  records: readonly BackupRecord[],
  maxAddedRows: number,
): Promise<Merge> {
  const marks = records.flatMap((record) => ('mark' in record ? record.mark : []));
  const { marks: changedMarks, refusedMarks } = await mergeMarks(transaction, marks);

  const rows = records.flatMap((record) =>
    'report' in record ? reportRecord(record.report, record.found, NEVER_SEEN) : [],
  );
  const results = records.flatMap((record) => ('result' in record ? record.result : []));
  const ids = [...rows.map(({ id }) => id), ...results.map(({ reportId }) => reportId)];
  const deleted = await deletedIds(transaction, ids);
  const mergedRows = await mergeRows(
    transaction,
    rows.filter(({ id }) => !deleted.has(id)),
    maxAddedRows,
  );
  const missing = await readMissingResults(transaction, [
    ...mergedRows.newPastResults,
    ...results.filter(({ reportId }) => !deleted.has(reportId)),
  ]);
  return {
    counts: {
      reports: mergedRows.changed,
      results: missing.length,
      marks: changedMarks,
      refusedMarks,
    },
    addedRows: mergedRows.added,
    missingResults: missing,
  };
}

async function mergeMarks(
  transaction: WriteTransaction,
  backupMarks: readonly MarkRecord[],
): Promise<Pick<Restored, 'marks' | 'refusedMarks'>> {
  if (backupMarks.length === 0) return { marks: 0, refusedMarks: 0 };
  const store = transaction.objectStore('marks');
  const { changed, refused } = mergedMarks(await store.getAll(), backupMarks);
  await Promise.all(changed.map((mark) => store.put(mark)));
  return { marks: changed.filter(isCountedMark).length, refusedMarks: refused };
}

/** Returns the ids of reports that a person has deleted in this browser. */
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
  backupRows: readonly ReportRecord[],
  maxAddedRows: number,
): Promise<{ changed: number; added: number; newPastResults: readonly ResultRecord[] }> {
  const reports = transaction.objectStore('reports');
  // Reads all rows at once, which is ten times as fast. This is safe because a backup contains each row
  // only once.
  const localRows = await Promise.all(backupRows.map(({ id }) => reports.get(id)));
  const newPastResults: ResultRecord[] = [];
  const writes: Promise<unknown>[] = [];
  let changed = 0;
  let added = 0;
  for (const [index, record] of backupRows.entries()) {
    const local = localRows[index];
    if (local === undefined && added >= maxAddedRows) {
      newPastResults.push(...resultOfRow(record));
      continue;
    }
    const merged = mergedRow(local, record);
    newPastResults.push(...merged.newPastResults);
    if (merged.row === local) continue;
    writes.push(reports.put(merged.row));
    changed += 1;
    if (local === undefined) added += 1;
  }
  await Promise.all(writes);
  return { changed, added, newPastResults };
}

async function readMissingResults(
  transaction: WriteTransaction,
  backupResults: readonly ResultRecord[],
): Promise<ResultRecord[]> {
  if (backupResults.length === 0) return [];
  const store = transaction.objectStore('results');
  const marked = markedPages(await transaction.objectStore('marks').getAll());
  const byPage = new Map<string, ResultRecord[]>();
  for (const result of backupResults) {
    byPage.set(result.page, [...(byPage.get(result.page) ?? []), result]);
  }
  const missing = await Promise.all(
    [...byPage].map(async ([page, resultsOfPage]) => {
      const keys = await store.getAllKeys(IDBKeyRange.bound([page], [page, []]));
      return missingResults(keys, resultsOfPage, { isMarked: marked.has(page) });
    }),
  );
  return missing.flat();
}
