import type { Report } from '@/lib/report/report';
import { keyOf } from '@/lib/storage/keys';
import type { Standing } from '@/lib/task/standing';
import { TASK_KEYS, taskItems } from '@/lib/task/store/task-items';
import type { Batch } from './batch';
import {
  BatchRow,
  type MadeReport,
  ROWS_IN_VALUE,
  standingOfRow,
  subjectOfRow,
  valueNames,
} from './batch-row';

/** One creation of a batch, as it is stored. */
export interface StoredBatchEntry {
  url: string;
  standing: Standing;
  /** What was made; null until then, and where the service did not show it. */
  report: MadeReport | null;
}

/** The same with the report as it is known here; null where it is not there, or not read yet. */
export interface BatchEntry extends Omit<StoredBatchEntry, 'report'> {
  report: Report | null;
}

/** Entries by their rows. */
type BatchEntries = [row: number, entry: StoredBatchEntry][];

/** The report that a row has made, as the row alone tells of it. */
export function reportOfRow(made: MadeReport, privacy: Report['privacy']): Report {
  const { id, url, result, score, generatedAt } = made;
  const unknown = { failed: null, failedChecks: null, project: null };
  return { id, url, fullUrl: url, result, score, privacy, generatedAt, ...unknown };
}

/** What pages read of one connection's batches of creations. */
export function batchEntries(connectionId: string) {
  return {
    /** What the keys of a batch's values begin with; the rest is the number of the value. */
    prefix: (batchId: string) => keyOf(connectionId, `${TASK_KEYS.batchRows}${batchId}-`),
    /** All of a batch, as many as stand in one value at a time, by its number. */
    async read(batch: Pick<Batch, 'id' | 'size' | 'keeping'>): Promise<BatchEntries[]> {
      const names = valueNames(batch);
      const stored = await taskItems.batchRows(connectionId, batch.keeping).read(names);
      return names.map((name, at) => entriesOf(at, stored.get(name)));
    },
  };
}

/** The entries in the value of such a number, as it is stored. */
export function entriesOf(at: number, stored: unknown): BatchEntries {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((raw, offset): BatchEntries => {
    const row = BatchRow.safeParse(raw).data;
    const url = row && subjectOfRow(row);
    if (row === undefined || typeof url !== 'string') return [];
    const report = typeof row === 'object' && 'about' in row ? row.report : null;
    return [[at * ROWS_IN_VALUE + offset, { url, standing: standingOfRow(row), report }]];
  });
}
