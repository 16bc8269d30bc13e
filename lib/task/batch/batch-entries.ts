import type { Failure } from '@/lib/failure';
import type { Report } from '@/lib/report/report';
import type { ReportPlace } from '@/lib/report/report-page';
import { keyOf } from '@/lib/storage/keys';
import { isCreation, type Task } from '@/lib/task/task';
import type { Batch } from './batch';
import { BATCH_ROWS, batchItems } from './batch-items';
import { BatchRow, ROWS_IN_VALUE, valueNames } from './batch-row';

/** How one creation of a batch stands, as it is stored. */
export interface StoredBatchEntry {
  url: string;
  /**
   * `unconfirmed`: nobody can tell whether it was made, and sending it again may make a second one.
   * `cancelled`: a person has taken it back.
   */
  state: 'waiting' | 'sending' | 'checking' | 'failed' | 'unconfirmed' | 'done' | 'cancelled';
  /** What was made; null until then, and where the service did not show it. */
  report: ReportPlace | null;
  /** Why it needs a person, or is looked for; null where that is not known. */
  failure: Failure | null;
}

/** The same with the report as it is known here; null where it is not. */
export interface BatchEntry extends Omit<StoredBatchEntry, 'report'> {
  report: Report | null;
}

/** Entries by their rows. */
export type BatchEntries = [row: number, entry: StoredBatchEntry][];

const STATES = {
  waiting: 'waiting',
  sent: 'sending',
  unknown: 'checking',
  stuck: 'failed',
} as const;

/** What pages read of one connection's batches. */
export function batchEntries(connectionId: string) {
  const rows = batchItems.rows(connectionId);
  return {
    /** What the keys of a batch's values begin with; the rest is the number of the value. */
    prefix: (batchId: string) => keyOf(connectionId, `${BATCH_ROWS}${batchId}-`),
    /** All of a batch, as many as stand in one value at a time, by its number. */
    async read(batch: Pick<Batch, 'id' | 'size'>): Promise<BatchEntries[]> {
      const names = valueNames(batch);
      const stored = await rows.read(names);
      return names.map((name, at) => entriesIn(at, stored.get(name) ?? []));
    },
  };
}

/** The entries in the value of such a number, as it is stored. */
export function entriesOf(at: number, stored: unknown): BatchEntries {
  return entriesIn(at, Array.isArray(stored) ? stored : []);
}

function entriesIn(at: number, rows: readonly unknown[]): BatchEntries {
  return rows.flatMap((stored, offset) => {
    const row = BatchRow.safeParse(stored).data;
    const entry = row === undefined ? null : entryOf(row);
    return entry === null ? [] : [[at * ROWS_IN_VALUE + offset, entry]];
  });
}

function entryOf(row: BatchRow): StoredBatchEntry | null {
  if (typeof row === 'string') return { url: row, state: 'waiting', report: null, failure: null };
  if (row.state === 'begun') return entryOfTask(row.task);
  const { url } = row;
  if (row.state === 'made') return { url, state: 'done', report: row.report, failure: null };
  return { url, state: 'cancelled', report: null, failure: null };
}

function entryOfTask(task: Task): StoredBatchEntry | null {
  if (!isCreation(task)) return null;
  const { state } = task;
  const isUnconfirmed = state.name === 'stuck' && state.reason === 'unconfirmed';
  return {
    url: task.work.draft.url,
    state: isUnconfirmed ? 'unconfirmed' : STATES[state.name],
    report: null,
    failure: 'failure' in state ? state.failure : null,
  };
}
