import { ReportPlace } from '@/lib/report/report-page';
import { z } from '@/lib/schema';
import { addressOf, isCreation, isIn, Task, type Work, type WriteTask } from '@/lib/task/task';
import type { StoredOutcome } from '@/lib/task/view';
import { type Batch, BatchReport, batchTaskId } from './batch';

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
      version: z.literal(1),
      url: z.string(),
      report: z.nullable(ReportPlace),
    }),
    /** Of a creation: a person has taken it back. */
    z.object({ state: z.literal('dropped'), version: z.literal(1), url: z.string() }),
    /** Of a change or deletion. */
    z.object({
      state: z.literal('ended'),
      version: z.literal(1),
      end: z.literal(['done', 'gone', 'cancelled']),
      report: BatchReport,
    }),
  ]),
  /** The report of a change or deletion. */
  BatchReport,
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
export function isUntouched(row: BatchRow): row is string | BatchReport {
  return typeof row === 'string' || !('state' in row);
}

/** Whether a row goes on by itself, or is out. */
export function isGoingOn(row: BatchRow): boolean {
  return isUntouched(row) || (row.state === 'begun' && !isIn(row.task, 'stuck'));
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
    version: 1,
    id: batchTaskId(place),
    askedAt: Date.parse(batch.askedAt),
    keeping: 'disk',
    batch: place,
    tries: 0,
    work,
    state: { name: 'waiting', dueAt },
  };
}

function workOf(batch: Batch, untouched: string | BatchReport): Work | null {
  if (typeof untouched === 'string') {
    if (batch.kind !== 'create') return null;
    return { kind: 'create', draft: { url: untouched, privacy: batch.privacy }, known: null };
  }
  const report = taskReport(untouched);
  if (batch.kind === 'delete') return { kind: 'delete', report };
  return batch.kind === 'change' ? { kind: 'change', report, change: batch.change } : null;
}

/** The report of a row as tasks hold it; the full address is not stored with rows. */
function taskReport({ generatedAt = null, ...named }: BatchReport) {
  return { ...named, fullUrl: null, generatedAt };
}

/** The report of a task as rows hold it. */
export function batchReport({ work }: WriteTask): BatchReport {
  const { id, page, url, generatedAt } = work.report;
  const asksForResults = work.kind === 'change' && work.change.results === 1;
  return { id, page, url, ...(asksForResults && { generatedAt }) };
}

/** The row of a task that has not ended. */
export function rowOfTask(task: Task): BatchRow {
  const isNew = isIn(task, 'waiting') && task.tries === 0;
  if (!isNew) return { state: 'begun', task };
  return isCreation(task) ? task.work.draft.url : batchReport(task as WriteTask);
}

/**
 * The row of a task that has left.
 * @param report what was made, null where the service did not show it
 */
export function endedRow(
  task: Task,
  end: StoredOutcome['end'],
  report: ReportPlace | null,
): BatchRow {
  const version = 1;
  if (!isCreation(task)) {
    return { state: 'ended', version, end, report: batchReport(task as WriteTask) };
  }
  const { url } = task.work.draft;
  if (end !== 'done') return { state: 'dropped', version, url };
  return { state: 'made', version, url, report };
}
