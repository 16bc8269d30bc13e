import { overruledChanges } from '@/lib/task/new-tasks';
import type { Runner } from '@/lib/task/runner';
import { retried } from '@/lib/task/steps';
import type { TaskStore } from '@/lib/task/store/task-store';
import { isIn, type Task } from '@/lib/task/task';
import { BEFORE_DELETION } from '@/lib/timings';
import { timeIn } from '@/lib/waiting-time';
import { type Batch, type BatchAct, isOpen, type NewBatch } from './batch';
import type { BatchRow } from './batch-row';

interface BatchVerbsTools {
  store: TaskStore;
  runner: Pick<Runner, 'run'>;
  /** Makes sure that the worker goes on, should it be stopped right afterwards. */
  beforeStoring(): void;
  /** A time later than that of anything that was asked for before, in milliseconds since the epoch. */
  askedAt(): number;
  now(): number;
}

/** The most batches of creations that stay listed with nothing open in them; older ones are removed. */
const MOST_OF_REPORTS = 10;

/** The same for changes and deletions together, so that they push no batch of reports off the list. */
const MOST_OTHERS = 5;

/**
 * Makes what pages may do with the batches of one connection. Both verbs reject when the store fails; the
 * caller begins each call after the former has ended.
 */
export function createBatchVerbs(tools: BatchVerbsTools) {
  const { store, runner, beforeStoring, askedAt, now } = tools;

  /** Stores a batch that is not there yet, with all of its tasks. */
  async function add(asked: NewBatch): Promise<void> {
    if (store.batches.get(asked.id) !== undefined) return;
    const password = passwordOf(asked);
    if (password !== undefined) await store.setPassword(asked.id, password);
    beforeStoring();
    const rows = rowsOf(asked);
    const batch = batchOf(asked, rows.length, askedAt(), now());
    const ids = new Set(asked.kind === 'create' ? [] : asked.reports.map(({ id }) => id));
    const overruled =
      asked.kind === 'change' ? overruledChanges(store, asked.change, ids, asked.id) : [];
    await store.saveBatch(batch, rows, overruled);
    await dropOldest();
    runner.run();
  }

  async function dropOldest(): Promise<void> {
    const all = store.batches.all();
    const ofReports = all.filter(({ kind }) => kind === 'create').slice(MOST_OF_REPORTS);
    const others = all.filter(({ kind }) => kind !== 'create').slice(MOST_OTHERS);
    for (const { id } of [...ofReports, ...others]) {
      if (!isOpen(store.batches.counts(id))) await removeBatch(id);
    }
  }

  /** Removes a batch, unless a task of it is out or looked for: what becomes of that is still to be told. */
  async function removeBatch(id: string): Promise<void> {
    if (store.batches.counts(id).underWay > 0) return;
    await store.cancel([...waitingOf(id), ...stuckOf(id)]);
    await store.batches.remove(id);
    await store.forgetPassword(id);
  }

  /** What of a batch waits to be sent. */
  function waitingOf(id: string): Task[] {
    const again = store.open().filter((task) => task.batch?.id === id && isIn(task, 'waiting'));
    return [...again, ...store.batches.untouched(id)];
  }

  function stuckOf(id: string): Task[] {
    return store.open().filter((task) => task.batch?.id === id && isIn(task, 'stuck'));
  }

  async function retryBatch(batch: Batch): Promise<void> {
    const again = stuckOf(batch.id).map(retried);
    if (again.length === 0) return;
    if (batch.isSeen) await store.batches.put({ ...batch, isSeen: false });
    await store.save(again);
  }

  async function actOn(batch: Batch, act: BatchAct): Promise<void> {
    switch (act.kind) {
      case 'pause':
      case 'resume':
        store.batches.refusals.begin(batch.id);
        return store.batches.put({ ...batch, isPaused: act.kind === 'pause', pausedBy: null });
      case 'cancel':
        return store.cancel(waitingOf(batch.id));
      case 'retry':
        return retryBatch(batch);
      case 'seen':
        return store.batches.put({ ...batch, isSeen: true });
      case 'password':
        await store.setPassword(batch.id, act.password);
        store.batches.locked.delete(batch.id);
        return;
      case 'remove':
        return removeBatch(batch.id);
    }
  }

  /** Acts on a batch as a whole; does nothing where the batch has been removed. */
  async function steer(id: string, act: BatchAct): Promise<void> {
    const batch = store.batches.get(id);
    if (batch === undefined) return;
    beforeStoring();
    await actOn(batch, act);
    await store.writeView();
    runner.run();
  }

  return { add, steer };
}

function passwordOf(asked: NewBatch): string | undefined {
  if (asked.kind === 'create') return asked.password;
  return asked.kind === 'change' ? asked.change.password : undefined;
}

/** The rows of a batch of which nothing has gone out, each report once. */
function rowsOf(asked: NewBatch): BatchRow[] {
  if (asked.kind === 'create') return [...asked.urls];
  return [...new Map(asked.reports.map((report) => [report.id, report])).values()];
}

/** The batch with what is to be done for all of its rows. */
function batchOf(asked: NewBatch, size: number, askedAt: number, now: number): Batch {
  const start = { isPaused: false, pausedBy: null, ended: null, isSeen: false };
  const { id, keeping = 'disk' } = asked;
  const facts = { id, keeping, askedAt: timeIn(0, askedAt), size, ...start };
  switch (asked.kind) {
    case 'create': {
      const { kind, privacy, leftOut } = asked;
      return { ...facts, kind, privacy, leftOut };
    }
    case 'change': {
      const { password: _, ...change } = asked.change;
      return { ...facts, kind: 'change', change };
    }
    case 'delete':
      return { ...facts, kind: 'delete', dueAt: timeIn(BEFORE_DELETION * 1000, now) };
  }
}
