import type { Runner } from '@/lib/task/runner';
import { retried } from '@/lib/task/steps';
import { isIn, type Task } from '@/lib/task/task';
import type { TaskStore } from '@/lib/task/task-store';
import { timeIn } from '@/lib/waiting-time';
import { type Batch, type BatchAct, batchTaskId, isOpen, type NewBatch } from './batch';
import { MOST_BATCHES } from './batch-book';
import { newRowTask } from './batch-row';

/** What pages may do with batches. Both reject when the store fails. */
export interface BatchVerbs {
  /** Stores a batch that is not there yet, with all of its tasks. */
  add(batch: NewBatch): Promise<void>;
  /** Does something with a batch as a whole; nothing where it is there no longer. */
  steer(id: string, act: BatchAct): Promise<void>;
}

interface BatchVerbsTools {
  store: TaskStore;
  runner: Runner;
  /** Makes sure that the worker goes on, should it be stopped right afterwards. */
  beforeStoring(): void;
  now(): number;
}

/** Makes them. One of them is begun when the former has ended. */
export function createBatchVerbs(tools: BatchVerbsTools): BatchVerbs {
  const { store, runner, beforeStoring, now } = tools;

  async function add({ urls, passwords = [], ...batch }: NewBatch): Promise<void> {
    if (store.batches.get(batch.id) !== undefined) return;
    const { id } = batch;
    const [common, ...more] = passwords;
    await store.setPasswords(
      more.length > 0
        ? new Map(passwords.map((password, row) => [batchTaskId({ id, row }), password]))
        : new Map(common === undefined ? [] : [[id, common]]),
    );
    beforeStoring();
    const start = { isPaused: false, pausedBy: null, ended: null };
    const facts = { version: 1 as const, size: urls.length, ...start };
    const made = { ...batch, ...facts, askedAt: timeIn(0, now()) };
    const tasks = urls.map((url, row) => newRowTask(made, row, url));
    await store.saveBatch(made, tasks);
    await dropOldest();
    runner.run();
  }

  async function dropOldest(): Promise<void> {
    for (const { id } of store.batches.all().slice(MOST_BATCHES)) {
      if (!isOpen(store.batchCounts(id))) await removeBatch(id);
    }
  }

  /** One of which something is out is still to be told of. */
  async function removeBatch(id: string): Promise<void> {
    if (store.batchCounts(id).underWay > 0) return;
    await store.drop([...tasksOf(id), ...store.stuckOf(id)]);
    await store.batches.remove(id);
  }

  /** What of a batch goes on by itself and is not out. */
  function tasksOf(id: string): Task[] {
    const again = [...store.unanswered].filter(({ batch }) => batch?.id === id);
    return [...again, ...store.untriedOf(id)].filter((task) => isIn(task, 'waiting'));
  }

  async function retryBatch(id: string): Promise<void> {
    const again = [...store.stuckOf(id)].map(retried);
    if (again.length > 0) await store.save(again);
  }

  async function actOn(batch: Batch, act: BatchAct): Promise<void> {
    switch (act.kind) {
      case 'pause':
      case 'resume':
        store.batches.refusals.begin(batch.id);
        return store.batches.put({ ...batch, isPaused: act.kind === 'pause', pausedBy: null });
      case 'cancel':
        return store.drop(tasksOf(batch.id));
      case 'retry':
        return retryBatch(batch.id);
      case 'password':
        await store.setPassword(batch.id, act.password);
        store.batches.locked.delete(batch.id);
        return;
      case 'remove':
        return removeBatch(batch.id);
    }
  }

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
