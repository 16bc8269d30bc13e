import { BEFORE_DELETION } from '@/lib/timings';
import { addressKey } from '@/lib/url/page-key';
import { dueTime } from '@/lib/waiting-time';
import { longestLookWait } from './steps';
import type { TaskStore } from './store/task-store';
import {
  isCreation,
  isIn,
  isWrite,
  type Task,
  type TaskIn,
  type TaskOf,
  type WriteTask,
} from './task';

type Creation = TaskOf<'create'>;
/** A creation whose report is looked for. */
export type Sought = Creation & TaskIn<'unknown'>;

/** A task that waits for nothing but a time, in milliseconds since the epoch. */
interface Timed {
  task: WriteTask;
  time: number;
}

/**
 * Makes the answer to whose turn it is. What was asked for singly goes before rows of batches, an older
 * batch before a newer one, and what is sent again before what is sent for the first time. Creations of
 * one page go out one after the other, so that a new report of the page is known to be that of the
 * creation that is out. So do tasks of one report, as they were asked for, but a due deletion first.
 * @param inHand tasks whose request is out, or about to go out
 * @param holdsBatches whether batches of creations have to wait: see `Creations.holdBatches`
 */
export function createTurns(
  store: Pick<TaskStore, 'open' | 'batches'>,
  inHand: ReadonlyMap<string, Task>,
  holdsBatches: () => boolean,
  now: () => number,
) {
  /** A row of a batch that is held goes out at some time, or never: nothing waits for it. */
  function isHeld({ batch }: Task): boolean {
    return batch !== null && store.batches.isHeld(batch.id);
  }

  /** The rows that have never gone out, of batches of a kind that are not held, the oldest batch first. */
  function* untouched(areCreations: boolean): Iterable<Task> {
    for (const { id, kind } of store.batches.all().toReversed()) {
      const isWanted = (kind === 'create') === areCreations && !store.batches.isHeld(id);
      if (isWanted) yield* store.batches.untouched(id);
    }
  }

  function firstFree(
    creations: Iterable<Task>,
    except: readonly string[] = [],
  ): Creation | undefined {
    let busy: readonly string[] | undefined;
    for (const task of creations) {
      if (!isCreation(task) || inHand.has(task.id) || except.includes(task.id)) continue;
      busy ??= [...inHand.values(), ...store.open().filter(isUnderWay)]
        .filter(isCreation)
        .map(pageOf);
      // One that is sent again is under way itself.
      const others = Number(isUnderWay(task));
      if (busy.filter((page) => page === pageOf(task)).length <= others) return task;
    }
    return undefined;
  }

  /** The waiting creations of some tasks, those that are sent again first. */
  function* waitingFirst(tasks: readonly Task[]): Iterable<Task> {
    for (const task of tasks) if (isIn(task, 'waiting') && task.tries > 0) yield task;
    for (const task of tasks) if (isIn(task, 'waiting') && task.tries === 0) yield task;
  }

  function* creationsOfBatches(): Iterable<Task> {
    yield* waitingFirst(store.open().filter((task) => task.batch !== null && !isHeld(task)));
    if (!holdsBatches()) yield* untouched(true);
  }

  /** In milliseconds since the epoch; 0: at once. */
  function timeOf({ standing }: Task): number {
    if (standing.name !== 'waiting' || standing.until === null) return 0;
    return dueTime(standing.until, now(), BEFORE_DELETION * 1000);
  }

  /** The task of each report that goes before the others of it; what is stuck or held blocks nothing. */
  function firstOfReports(): ReadonlyMap<string, WriteTask> {
    const first = new Map<string, WriteTask>();
    const rank = (task: WriteTask) => {
      if (isIn(task, 'sent')) return 0;
      return task.work.kind === 'delete' && timeOf(task) <= now() ? 1 : task.askedAt;
    };
    for (const task of store.open()) {
      if (!isWrite(task) || isIn(task, 'stuck') || (isIn(task, 'waiting') && isHeld(task)))
        continue;
      const other = first.get(task.work.report.id);
      if (other === undefined || rank(task) < rank(other)) first.set(task.work.report.id, task);
    }
    return first;
  }

  function* singleWrites(): Iterable<Timed> {
    const first = firstOfReports();
    for (const task of first.values()) if (task.batch === null) yield* timed(task);
  }

  function* timed(task: WriteTask): Iterable<Timed> {
    const { id } = task.work.report;
    const isOut = [...inHand.values()].some((out) => isWrite(out) && out.work.report.id === id);
    if (isIn(task, 'waiting') && !isOut) yield { task, time: timeOf(task) };
  }

  function* writesOfBatches(): Iterable<Timed> {
    const first = firstOfReports();
    for (const task of first.values()) if (task.batch !== null) yield* timed(task);
    // A row waits for that of an older batch, which may not be due yet.
    const passed = new Set<string>();
    for (const task of untouched(false)) {
      if (!isWrite(task)) continue;
      const { id } = task.work.report;
      if (!first.has(id) && !passed.has(id)) yield* timed(task);
      passed.add(id);
    }
  }

  function due(writes: Iterable<Timed>, except: readonly string[] = []): WriteTask | undefined {
    for (const { task, time } of writes) {
      if (!except.includes(task.id) && time <= now()) return task;
    }
    return undefined;
  }

  function sought(): { task: Sought; time: number }[] {
    return store
      .open()
      .filter(isSought)
      .map((task) => ({ task, time: dueTime(task.standing.lookAt, now(), longestLookWait(task)) }));
  }

  return {
    /** @param except ids of tasks whose turn it is not */
    nextCreation(except?: readonly string[]): Creation | undefined {
      const singles = store.open().filter(({ batch }) => batch === null);
      return firstFree(waitingFirst(singles), except);
    },
    nextCreationOfBatch: (except?: readonly string[]): Creation | undefined =>
      firstFree(creationsOfBatches(), except),
    nextWrite: (except?: readonly string[]): WriteTask | undefined => due(singleWrites(), except),
    nextWriteOfBatch: (except?: readonly string[]): WriteTask | undefined =>
      due(writesOfBatches(), except),
    /** A creation whose report is to be looked for now. */
    nextSought: (): Sought | undefined => sought().find(({ time }) => time <= now())?.task,
    /** When changes and deletions may go out, in milliseconds since the epoch, whatever the gate. */
    writeTimes(): number[] {
      const [ofBatch] = writesOfBatches();
      return [...singleWrites(), ...(ofBatch ? [ofBatch] : [])].map(({ time }) => time);
    },
    /** When reports are to be looked for, in milliseconds since the epoch. */
    lookTimes: (): number[] => sought().map(({ time }) => time),
  };
}

/** Whether the service may be making the report of a task, or may have made it. */
function isUnderWay(task: Task): task is Creation {
  return isCreation(task) && !isIn(task, 'stuck') && task.tries > 0;
}

function isSought(task: Task): task is Sought {
  return isCreation(task) && isIn(task, 'unknown');
}

function pageOf({ work }: Creation): string {
  return addressKey(work.draft.url);
}
