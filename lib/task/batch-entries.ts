import type { Failure } from '@/lib/failure';
import type { Report } from '@/lib/report/report';
import { keyOf } from '@/lib/storage/keys';
import { storedFamily } from '@/lib/storage/stored-values';
import { BatchRow, batchTaskId } from './batch';
import { BATCH_ROWS, batchItems } from './batch-items';
import { isCreation, isIn, Task } from './task';
import { TASKS } from './task-items';

/** How one creation of a batch stands. */
export interface BatchEntry {
  url: string;
  /** `unconfirmed`: nobody can tell whether it was made, and sending it again may make a second one. */
  state: 'waiting' | 'sending' | 'checking' | 'failed' | 'unconfirmed' | 'done';
  /** What was made; null until then, and where the service did not show it. */
  report: Report | null;
  /** Why it needs a person; null where it does not. */
  failure: Failure | null;
}

const STATES = {
  waiting: 'waiting',
  sent: 'sending',
  unknown: 'checking',
  stuck: 'failed',
} as const;

/** What pages read of one connection's batches, and what changes in them. */
export function batchEntries(connectionId: string) {
  const tasks = storedFamily('local', keyOf(connectionId, TASKS), Task);
  const rows = batchItems.rows(connectionId);
  return {
    prefixes: { task: keyOf(connectionId, TASKS), row: keyOf(connectionId, BATCH_ROWS) },
    /** All of a batch that are not taken back, by their rows. */
    async read({ id, size }: { id: string; size: number }): Promise<Map<number, BatchEntry>> {
      const names = Array.from({ length: size }, (_, row) => batchTaskId({ id, row }));
      const [open, made] = await Promise.all([tasks.read(names), rows.read(names)]);
      const entries = new Map<number, BatchEntry>();
      for (const [row, name] of names.entries()) {
        const entry = rowEntry(made.get(name)) ?? taskEntry(open.get(name));
        if (entry) entries.set(row, entry);
      }
      return entries;
    },
  };
}

/** A creation that is not made yet, as it is stored; undefined where that is none of a batch. */
export function taskEntry(stored: unknown): BatchEntry | undefined {
  const task = Task.safeParse(stored).data;
  if (task === undefined || !isCreation(task)) return undefined;
  const stuck = isIn(task, 'stuck') ? task.state : null;
  return {
    url: task.work.draft.url,
    state: stuck?.reason === 'unconfirmed' ? 'unconfirmed' : STATES[task.state.name],
    report: null,
    failure: stuck !== null && 'failure' in stuck ? stuck.failure : null,
  };
}

/** The same of one that is made. */
export function rowEntry(stored: unknown): BatchEntry | undefined {
  const row = BatchRow.safeParse(stored).data;
  return row && { ...row, state: 'done', failure: null };
}
