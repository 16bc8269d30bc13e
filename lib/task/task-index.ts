import { addressKey } from '@/lib/url/page-key';
import { isCreation, isIn, type Task, type TaskOf } from './task';
import type { TaskCounts } from './view';

/**
 * All tasks in memory, sorted so that the next step costs the same however many wait. Each method that
 * gives several gives the oldest first.
 */
export interface TaskIndex {
  /** Adds a task, or takes in its next state. */
  put(task: Task): void;
  remove(task: Task): void;
  /** The task that answers to an id. */
  get(id: string): Task | undefined;
  readonly size: number;
  /** Creations that have never gone out, or are out for the first time. */
  first: Iterable<TaskOf<'create'>>;
  /** Creations that have gone out without an answer, stuck ones aside. */
  unanswered: Iterable<TaskOf<'create'>>;
  /** Creations that are out. */
  sent: Iterable<TaskOf<'create'>>;
  /** Changes and deletions, stuck ones aside. */
  others: Iterable<TaskOf<'change'> | TaskOf<'delete'>>;
  stuck: Iterable<Task>;
  /** Whether another creation of the same page has gone out and is not answered. */
  isPageBusy(creation: TaskOf<'create'>): boolean;
  /** How many there are of ordinary windows, and of all. */
  counts(): { ordinary: TaskCounts; all: TaskCounts };
}

type Group = 'first' | 'unanswered' | 'others' | 'stuck';

function groupOf(task: Task): Group {
  if (isIn(task, 'stuck')) return 'stuck';
  if (!isCreation(task)) return 'others';
  const isFirst = task.tries === 0 || (isIn(task, 'sent') && task.tries === 1);
  return isFirst ? 'first' : 'unanswered';
}

/** Makes an index without tasks. */
export function createTaskIndex(): TaskIndex {
  const tasks = new Map<string, Task>();
  const groups: Record<Group, Map<string, Task>> = {
    first: new Map(),
    unanswered: new Map(),
    others: new Map(),
    stuck: new Map(),
  };
  const sent = new Map<string, Task>();
  /** The ids of merged changes, with those of the tasks that answer to them. */
  const merged = new Map<string, string>();
  const busyPages = new Map<string, number>();
  const counted = { ordinary: noCounts(), all: noCounts() };

  function count(task: Task, by: 1 | -1): void {
    const name = isIn(task, 'stuck') ? 'stuck' : task.work.kind;
    counted.all[name] += by;
    if (!task.privateWindow) counted.ordinary[name] += by;
    if (isCreation(task) && isIn(task, 'sent')) {
      if (by === 1) sent.set(task.id, task);
      else sent.delete(task.id);
    }
    if (isBusy(task)) {
      const page = addressKey(task.work.draft.url);
      busyPages.set(page, (busyPages.get(page) ?? 0) + by);
      if (busyPages.get(page) === 0) busyPages.delete(page);
    }
  }

  function take(task: Task): void {
    groups[groupOf(task)].delete(task.id);
    count(task, -1);
  }

  return {
    put(task) {
      const before = tasks.get(task.id);
      // In its own group a task keeps its place.
      if (before !== undefined && groupOf(before) === groupOf(task)) count(before, -1);
      else if (before !== undefined) take(before);
      tasks.set(task.id, task);
      groups[groupOf(task)].set(task.id, task);
      for (const id of task.otherIds) merged.set(id, task.id);
      count(task, 1);
    },
    remove({ id }) {
      const task = tasks.get(id);
      if (task === undefined) return;
      take(task);
      tasks.delete(id);
      for (const other of task.otherIds) merged.delete(other);
    },
    get: (id) => tasks.get(merged.get(id) ?? id),
    get size() {
      return tasks.size;
    },
    first: valuesOf(groups.first) as Iterable<TaskOf<'create'>>,
    unanswered: valuesOf(groups.unanswered) as Iterable<TaskOf<'create'>>,
    sent: valuesOf(sent) as Iterable<TaskOf<'create'>>,
    others: valuesOf(groups.others) as Iterable<TaskOf<'change'> | TaskOf<'delete'>>,
    stuck: valuesOf(groups.stuck),
    isPageBusy(creation) {
      const busy = busyPages.get(addressKey(creation.work.draft.url)) ?? 0;
      return busy > Number(isBusy(creation));
    },
    counts: () => ({ ordinary: { ...counted.ordinary }, all: { ...counted.all } }),
  };
}

/** Whether the service may be making the report of a task, stuck ones aside. */
function isBusy(task: Task): task is TaskOf<'create'> {
  return isCreation(task) && !isIn(task, 'stuck') && task.tries > 0;
}

/** Can be gone through again and again, each time as the map then is. */
function valuesOf<T>(map: Map<string, T>): Iterable<T> {
  return { [Symbol.iterator]: () => map.values() };
}

function noCounts(): TaskCounts {
  return { create: 0, change: 0, delete: 0, stuck: 0 };
}
