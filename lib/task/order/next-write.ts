import type { TaskStore } from '@/lib/task/store/task-store';
import { isIn, isWrite, type Task, type WriteTask } from '@/lib/task/task';
import { BEFORE_DELETION } from '@/lib/timings';
import { dueTime } from '@/lib/waiting-time';

/**
 * Whose turn it is among changes and deletions. The tasks of one report go out one after the other, in
 * the order in which they were asked for. Among different reports, single tasks go before rows of
 * batches, and an older batch before a newer one. No call goes through all rows of a batch.
 */
export interface WriteTurns {
  /**
   * The next task to go out for the sake of a single task: that task, or a row of a batch that was asked
   * for earlier and is about the same report. Undefined where no task may go out.
   * @param exceptId a task whose turn it is not
   */
  nextSingle(exceptId?: string): WriteTask | undefined;
  /** The next row of a batch; undefined where none may go out. */
  nextOfBatch(exceptId?: string): WriteTask | undefined;
  /** The times of tasks that wait for nothing else, in milliseconds since the epoch, whatever the gate. */
  times(): number[];
  /**
   * The rows of held batches that a task overtakes, and that would undo the task when their batch goes
   * on. They are to be taken back before the task goes out.
   */
  overtaken(task: WriteTask): WriteTask[];
}

type Tasks = Pick<TaskStore, 'writes' | 'batchedWrites' | 'ofReport' | 'batches'>;

/**
 * Makes the turns.
 * @param inHand tasks whose request is out, or about to go out
 */
export function createWriteTurns(
  store: Tasks,
  inHand: ReadonlyMap<string, Task>,
  now: () => number,
): WriteTurns {
  const reportOf = ({ work }: WriteTask) => work.report.id;

  /** Whether a row waits in a batch of which nothing goes out for now: it holds back nothing else. */
  function isHeld(task: WriteTask): boolean {
    return task.batch !== null && isIn(task, 'waiting') && store.batches.isHeld(task.batch.id);
  }

  /** The task of a report that goes before all others of it; what is stuck blocks nothing. */
  function firstOf(reportId: string): WriteTask | undefined {
    return store.ofReport(reportId).find((task) => !isIn(task, 'stuck') && !isHeld(task));
  }

  /** Whether a task waits, and nothing else is out for its report. */
  function isFree(task: WriteTask): boolean {
    if (!isIn(task, 'waiting')) return false;
    return ![...inHand.values()].some((out) => isWrite(out) && reportOf(out) === reportOf(task));
  }

  /** In milliseconds since the epoch. */
  function timeOf({ state }: WriteTask): number {
    if (state.name !== 'waiting' || state.dueAt === null) return 0;
    return dueTime(state.dueAt, now(), BEFORE_DELETION * 1000);
  }

  /** What goes out for each single task, in their order, and when. */
  function* singles(): Iterable<{ task: WriteTask; time: number }> {
    for (const single of store.writes) {
      const task = firstOf(reportOf(single));
      if (task !== undefined && isFree(task)) {
        yield { task, time: Math.max(timeOf(task), timeOf(single)) };
      }
    }
  }

  /** The first row that may go out at its time. The few before it are out, or wait for single tasks. */
  function nextRow(exceptId?: string): { task: WriteTask; time: number } | undefined {
    for (const rows of store.batchedWrites()) {
      for (const task of rows) {
        const isFirst = task.id !== exceptId && firstOf(reportOf(task)) === task;
        // All rows of a batch are due at the same time.
        if (isFirst && isFree(task)) return { task, time: timeOf(task) };
      }
    }
    return undefined;
  }

  return {
    nextSingle(exceptId) {
      for (const { task, time } of singles()) {
        if (task.id !== exceptId && time <= now()) return task;
      }
      return undefined;
    },
    nextOfBatch(exceptId) {
      const next = nextRow(exceptId);
      return next !== undefined && next.time <= now() ? next.task : undefined;
    },
    times() {
      const row = nextRow();
      return [...singles(), ...(row ? [row] : [])].map(({ time }) => time);
    },
    overtaken(task) {
      const all = store.ofReport(reportOf(task));
      const earlier = all.slice(0, all.indexOf(task));
      return earlier.filter((other) => isHeld(other) && areAtOdds(other, task));
    },
  };
}

/** Whether it matters which of two tasks of one report comes last. */
function areAtOdds({ work: one }: WriteTask, { work: other }: WriteTask): boolean {
  if (one.kind === 'delete' || other.kind === 'delete') return true;
  const isSame = (name: 'privacy' | 'results') =>
    one.change[name] !== undefined && other.change[name] !== undefined;
  return isSame('privacy') || isSame('results');
}
