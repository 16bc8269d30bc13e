import { ReportReference } from '@/lib/report/report-reference';
import { z } from '@/lib/schema';
import { addressOf, isIn, Task, type Work } from '@/lib/task/task';
import type { TaskOutcome } from '@/lib/task/task-outcome';
import { type Batch, batchTaskId } from './batch';

/** One task of a batch, as it is stored. */
export const BatchRow = z.union([
  // What has never gone out is short: ten thousand rows are read when the worker starts.
  /** The address of a creation. */
  z.string(),
  z.discriminatedUnion('state', [
    z.object({ state: z.literal('begun'), task: Task }),
    /** Of a creation; `report` is null where the service did not show it. */
    z.object({
      state: z.literal('made'),
      url: z.string(),
      report: z.nullable(ReportReference),
    }),
    /** Of a creation: a person has taken it back. */
    z.object({ state: z.literal('dropped'), url: z.string() }),
    /** Of a change or deletion. */
    z.object({
      state: z.literal('ended'),
      end: z.literal(['done', 'gone', 'cancelled']),
      report: ReportReference,
    }),
  ]),
  /** The report of a change or deletion. */
  ReportReference,
]);
export type BatchRow = z.infer<typeof BatchRow>;

/**
 * So many rows that stand next to each other are stored as one value: in Chromium each write takes
 * longer by the number of keys that there are, whatever their size.
 */
export const ROWS_IN_VALUE = 50;

/** The name of the value that holds some rows of a batch, the first being `at * ROWS_IN_VALUE`. */
export function valueName(batchId: string, at: number): string {
  return `${batchId}-${at}`;
}

/** The names of all values that hold rows of a batch, in order. */
export function valueNames({ id, size }: Pick<Batch, 'id' | 'size'>): string[] {
  const count = Math.ceil(size / ROWS_IN_VALUE);
  return Array.from({ length: count }, (_, at) => valueName(id, at));
}

/** The value that holds a row, by its number. */
export function valueNumber(row: number): number {
  return Math.floor(row / ROWS_IN_VALUE);
}

/** Whether a row has never gone out. */
export function isUntouched(row: BatchRow): row is string | ReportReference {
  return typeof row === 'string' || !('state' in row);
}

/** Whether a row has ended with a report that was made. */
export function isMade(row: BatchRow | undefined): row is Extract<BatchRow, { state: 'made' }> {
  return typeof row === 'object' && 'state' in row && row.state === 'made';
}

/** The address that a row is about; null where it is not known. */
export function urlOfRow(row: BatchRow): string | null {
  if (typeof row === 'string') return row;
  if (!('state' in row)) return row.url;
  if (row.state === 'begun') return addressOf(row.task);
  return row.state === 'ended' ? row.report.url : row.url;
}

/** The task of a row; null where nothing is left to do, or the row is of another kind than its batch. */
export function taskOfRow(batch: Batch, row: number, stored: BatchRow): Task | null {
  if (!isUntouched(stored)) return stored.state === 'begun' ? stored.task : null;
  const work = workOf(batch, stored);
  if (work === null) return null;
  const place = { id: batch.id, row };
  const dueAt = batch.kind === 'delete' ? batch.dueAt : null;
  return {
    id: batchTaskId(place),
    askedAt: Date.parse(batch.askedAt),
    keeping: batch.keeping,
    batch: place,
    tries: 0,
    work,
    state: { name: 'waiting', dueAt },
  };
}

function workOf(batch: Batch, untouched: string | ReportReference): Work | null {
  if (typeof untouched === 'string') {
    if (batch.kind !== 'create') return null;
    return { kind: 'create', draft: { url: untouched, privacy: batch.privacy }, known: null };
  }
  if (batch.kind === 'delete') return { kind: 'delete', report: untouched };
  return batch.kind === 'change'
    ? { kind: 'change', report: untouched, change: batch.change }
    : null;
}

/** The row of a task that has not ended. */
export function rowOfTask(task: Task): BatchRow {
  const isNew = isIn(task, 'waiting') && task.tries === 0;
  if (!isNew) return { state: 'begun', task };
  return task.work.kind === 'create' ? task.work.draft.url : task.work.report;
}

/**
 * The row of a task that has left.
 * @param report what was made, null where the service did not show it
 */
export function endedRow(
  task: Task,
  end: TaskOutcome['end'],
  report: ReportReference | null,
): BatchRow {
  if (task.work.kind !== 'create') return { state: 'ended', end, report: task.work.report };
  const { url } = task.work.draft;
  return end === 'done' ? { state: 'made', url, report } : { state: 'dropped', url };
}
