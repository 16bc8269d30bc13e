import { Rating, Score } from '@/lib/report/rating';
import type { Report } from '@/lib/report/report';
import { ReportReference, referTo } from '@/lib/report/report-reference';
import { z } from '@/lib/schema';
import { type End, Standing } from '@/lib/task/standing';
import { isIn, Task, type Work } from '@/lib/task/task';
import { type Batch, batchTaskId } from './batch';

/** What a creation has made: as much as lists it where nothing else is known of it any more. */
export const MadeReport = z.extend(ReportReference, {
  /** Both as of the answer; null where it had no result, or none in a number. */
  result: z._default(z.nullable(Rating), null),
  score: z._default(z.nullable(Score), null),
});
export type MadeReport = z.infer<typeof MadeReport>;

/** A row that is over. */
const EndedRow = z.object({
  /** The address of a creation, or the report of a change or deletion. */
  about: z.union([z.string(), ReportReference]),
  standing: Standing,
  /** Of a creation: what was made; null where the service did not show it, and of others. */
  report: z.nullable(MadeReport),
});
type EndedRow = z.infer<typeof EndedRow>;

/**
 * One task of a batch, as it is stored. What has never gone out is short, the address of a creation or the
 * report of a change or deletion: ten thousand rows are read when the worker starts.
 */
export const BatchRow = z.union([z.string(), ReportReference, EndedRow, Task]);
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
  return typeof row === 'string' || !('standing' in row);
}

/** Whether a row has begun, and is not over. */
function isBegun(row: BatchRow): row is Task {
  return typeof row === 'object' && 'work' in row;
}

/** How a row stands; what has never gone out waits. */
export function standingOfRow(row: BatchRow): Standing {
  return isUntouched(row) ? { name: 'waiting', until: null } : row.standing;
}

/** The address of a creation, or the report of a change or deletion. */
export function subjectOfRow(row: BatchRow): string | ReportReference {
  if (isBegun(row)) return subjectOf(row);
  return isUntouched(row) ? row : row.about;
}

/** The address that a row is about; null where it is not known. */
export function urlOfRow(row: BatchRow): string | null {
  const subject = subjectOfRow(row);
  return typeof subject === 'string' ? subject : subject.url;
}

/** The task of a row; null where nothing is left to do, or the row is of another kind than its batch. */
export function taskOfRow(batch: Batch, row: number, stored: BatchRow): Task | null {
  if (!isUntouched(stored)) return isBegun(stored) ? stored : null;
  const work = workOf(batch, stored);
  if (work === null) return null;
  const place = { id: batch.id, row };
  const until = batch.kind === 'delete' ? batch.dueAt : null;
  return {
    id: batchTaskId(place),
    askedAt: Date.parse(batch.askedAt),
    keeping: batch.keeping,
    batch: place,
    tries: 0,
    work,
    standing: { name: 'waiting', until },
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
  return isNew ? subjectOf(task) : task;
}

/**
 * The row of a task that has left.
 * @param report what was made, null where the service did not show it
 */
export function endedRow(task: Task, standing: End, report: Report | null): EndedRow {
  const isMade = task.work.kind === 'create' && standing.name === 'done';
  return { about: subjectOf(task), standing, report: isMade && report ? madeReport(report) : null };
}

/** What a row keeps of a report that it has made. */
export function madeReport(report: Report): MadeReport {
  const { result, score } = report;
  return { ...referTo(report), result, score };
}

/** The row of a task before it has begun. */
export function subjectOf({ work }: Task): string | ReportReference {
  return work.kind === 'create' ? work.draft.url : work.report;
}
