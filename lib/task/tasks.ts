import type { Report } from '@/lib/report/report';
import type { BatchAct, NewBatch } from '@/lib/task/batch/batch';
import { createBatchVerbs } from '@/lib/task/batch/batch-verbs';
import type { GateControl } from '@/lib/task/gate/gate-control';
import type { TaskStore } from '@/lib/task/store/task-store';
import { createNewTasks, overruledBy } from './new-tasks';
import type { Runner } from './runner';
import { CANCELLED } from './standing';
import { retried } from './steps';
import { type Held, isIn, type NewTask, type Task, type Work } from './task';
import { endedAs } from './task-outcome';

/** What pages may do with the tasks of a connection. All of these reject when the store fails. */
export type Tasks = ReturnType<typeof createTasks>;

/**
 * Makes the verbs of one connection's tasks.
 * @param beforeStoring makes sure that the worker goes on, should it be stopped right afterwards
 * @param reportsOf the reports of a page that are known here, the newest first, by the page's address
 */
export function createTasks(
  store: TaskStore,
  gate: GateControl,
  runner: Pick<Runner, 'run'>,
  beforeStoring: () => void,
  reportsOf: (url: string) => Promise<readonly Report[]>,
  now: () => number,
) {
  let lastAskedAt = 0;
  /** Ends with the last press that was begun: one builds on what another has stored. */
  let last: Promise<unknown> = Promise.resolve();

  /** Once what is stored is known. */
  function inTurn<T>(press: () => Promise<T>): Promise<T> {
    const pressed = last.then(store.load).then(press);
    last = pressed.catch(() => {});
    return pressed;
  }

  /** Later than any other. */
  function askedAt(): number {
    // The computer's clock may have been set back since.
    lastAskedAt = Math.max(lastAskedAt + 1, store.latestAskedAt() + 1, now());
    return lastAskedAt;
  }

  const { heldBack, makerFor } = createNewTasks(store, reportsOf, askedAt, now);

  function isThere(id: string): boolean {
    return store.get(id) !== undefined || store.outcome(id) !== undefined;
  }

  async function add(added: readonly NewTask[]): Promise<Held | null> {
    const makers: (() => Task)[] = [];
    let held: Held | null = null;
    for (const one of added) {
      if (isThere(one.id)) continue;
      if (one.kind === 'create') {
        held = one.anyway ? null : await heldBack(one);
        if (held !== null) continue;
      }
      const maker = await makerFor(one);
      if (maker !== null) makers.push(maker);
    }
    if (makers.length > 0) {
      beforeStoring();
      const tasks = makers.map((make) => make());
      const overruled = tasks.flatMap((task) =>
        task.work.kind === 'delete' ? [] : overruledBy(store, task),
      );
      await store.save(tasks, overruled);
    }
    runner.run();
    return held;
  }

  async function cancel(id: string): Promise<boolean> {
    const task = store.get(id);
    if (task === undefined) return store.outcome(id)?.standing.name !== 'done';
    if (isIn(task, 'sent')) return false;
    await store.finish(task, endedAs(CANCELLED));
    runner.run();
    return true;
  }

  async function retry(id: string, password?: string): Promise<void> {
    const task = store.get(id);
    if (task === undefined || !isIn(task, 'stuck')) return;
    if (password !== undefined) await store.setPassword(task.id, password);
    beforeStoring();
    await store.save([retried(task)]);
    runner.run();
  }

  const batches = createBatchVerbs({ store, runner, beforeStoring, askedAt, now });

  return {
    /** Stores tasks that are not there yet, but for a creation that is held back, which it answers with. */
    add: (added: readonly NewTask[]): Promise<Held | null> => inTurn(() => add(added)),
    /** Stores a batch that is not there yet, with all of its tasks. */
    addBatch: (batch: NewBatch): Promise<void> => inTurn(() => batches.add(batch)),
    /** Does something with a batch as a whole; nothing where it is there no longer. */
    steerBatch: (id: string, act: BatchAct): Promise<void> => inTurn(() => batches.steer(id, act)),
    /** Takes a task back; false when it is too late. */
    cancel: (id: string): Promise<boolean> => inTurn(() => cancel(id)),
    /** Sends a stuck task again, with its password where that is gone. */
    retry: (id: string, password?: string): Promise<void> => inTurn(() => retry(id, password)),
    /** Tries now whether the gate can open. */
    async retryNow(): Promise<void> {
      await store.load();
      gate.tryNow();
      runner.run();
    },
    /** What would be dropped with the connection; null where nothing would. */
    async openWork() {
      await store.load();
      // A deletion that has failed leaves its report where it is.
      const singles = store
        .singles()
        .filter((task) => task.work.kind !== 'delete' || !isIn(task, 'stuck'));
      const count = (kind: Work['kind']) => {
        const ofBatches = store.batches.all().filter((batch) => batch.kind === kind);
        const rows = ofBatches.map(({ id }) => store.batches.counts(id));
        const alone = singles.filter(({ work }) => work.kind === kind).length;
        return rows.reduce((sum, { waiting, underWay }) => sum + waiting + underWay, alone);
      };
      const work = {
        creations: count('create'),
        changes: count('change'),
        deletions: count('delete'),
      };
      return work.creations + work.changes + work.deletions === 0 ? null : work;
    },
  };
}
