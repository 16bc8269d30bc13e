import { ReportPlace } from '@/lib/report/report-page';
import { z } from '@/lib/schema';
import { isCreation, isIn, Task, type TaskOf } from '@/lib/task/task';
import type { StoredOutcome } from '@/lib/task/view';
import { type Batch, type BatchPlace, batchTaskId } from './batch';

/** One creation of a batch, as it is stored. */
export const BatchRow = z.union([
  /** The address alone while it has never gone out: ten thousand are read when the worker starts. */
  z.string(),
  z.discriminatedUnion('state', [
    z.object({ state: z.literal('begun'), task: Task }),
    /** `report` is null where the service did not show it. */
    z.object({
      state: z.literal('made'),
      version: z.literal(1),
      url: z.string(),
      report: z.nullable(ReportPlace),
    }),
    /** A person has taken it back. */
    z.object({ state: z.literal('dropped'), version: z.literal(1), url: z.string() }),
  ]),
]);
export type BatchRow = z.infer<typeof BatchRow>;

/**
 * So many rows that stand next to each other are stored as one value: in Chromium each write takes
 * longer by the number of keys that there are, whatever their size.
 */
export const ROWS_IN_VALUE = 25;

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

/** Whether a row goes on by itself, or is out. */
export function isGoingOn(row: BatchRow | undefined): boolean {
  if (row === undefined) return false;
  return typeof row === 'string' || (row.state === 'begun' && !isIn(row.task, 'stuck'));
}

/** The address that a row was asked for with; null where its task is no creation. */
export function urlOfRow(row: BatchRow): string | null {
  if (typeof row === 'string') return row;
  if (row.state !== 'begun') return row.url;
  return isCreation(row.task) ? row.task.work.draft.url : null;
}

/** The task that creates the report of a row; null where nothing is left to do. */
export function taskOfRow(batch: Batch, row: number, stored: BatchRow): Task | null {
  if (typeof stored === 'string') return newRowTask(batch, row, stored);
  return stored.state === 'begun' ? stored.task : null;
}

/** The task of a row that has never gone out. */
export function newRowTask(batch: Batch, row: number, url: string): Task {
  const place = { id: batch.id, row };
  return {
    version: 1,
    id: batchTaskId(place),
    otherIds: [],
    askedAt: Date.parse(batch.askedAt),
    privateWindow: false,
    batch: place,
    tries: 0,
    work: { kind: 'create', draft: { url, privacy: batch.privacy }, known: null },
    state: { name: 'waiting', dueAt: null },
  };
}

/** The row of a task that is not made yet. */
export function rowOfTask(task: TaskOf<'create'>): BatchRow {
  const isUntouched = isIn(task, 'waiting') && task.tries === 0;
  return isUntouched ? task.work.draft.url : { state: 'begun', task };
}

/** The row of a task that has left: `report` is what was made, null where the service did not show it. */
export function endedRow(
  task: BatchTask,
  end: StoredOutcome['end'],
  report: ReportPlace | null,
): BatchRow {
  const facts = { version: 1, url: task.work.draft.url } as const;
  return end === 'done' ? { state: 'made', ...facts, report } : { state: 'dropped', ...facts };
}

type BatchTask = TaskOf<'create'> & { batch: BatchPlace };

/** Whether a task is a creation of a batch. */
export function isOfBatch(task: Task): task is BatchTask {
  return task.batch !== null && isCreation(task);
}
