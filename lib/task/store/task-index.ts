import type { BatchLine } from '@/lib/task/batch/batch';
import { createReportOrder } from '@/lib/task/order/report-order';
import { isCreation, isIn, isWrite, type Task, type TaskOf, type WriteTask } from '@/lib/task/task';
import type { TaskCounts } from '@/lib/task/task-view';
import { addressKey } from '@/lib/url/page-key';

/**
 * All tasks in memory, sorted so that the next step costs the same however many wait. Each method that
 * gives several gives the oldest first.
 */
export interface TaskIndex {
  /** Adds a task, or takes in its next state. */
  put(task: Task): void;
  remove(task: Task): void;
  get(id: string): Task | undefined;
  /** Creations that have never gone out, or are out for the first time. */
  untried: Iterable<TaskOf<'create'>>;
  /** Creations that have gone out without an answer, stuck ones aside. */
  unanswered: Iterable<TaskOf<'create'>>;
  /** Creations that are out. */
  sent: Iterable<TaskOf<'create'>>;
  /** Changes and deletions that were asked for singly, stuck ones aside. */
  writes: Iterable<WriteTask>;
  /** What is stuck and was asked for singly. */
  stuck: Iterable<Task>;
  /** Creations of a batch that have never gone out, or are out for the first time. They are in none of the others then. */
  untriedOf(batchId: string): Iterable<TaskOf<'create'>>;
  /** Changes or deletions of a batch, stuck ones aside. They are in none of the others then. */
  writesOf(batchId: string): Iterable<WriteTask>;
  /** What of a batch is stuck. It is in none of the others. */
  stuckOf(batchId: string): Iterable<Task>;
  /** All changes and deletions of a report, at the cost of one look-up: see `ReportOrder`. */
  ofReport(reportId: string): readonly WriteTask[];
  /** When the last of all was asked for that were ever there, in milliseconds since the epoch. */
  latestAskedAt(): number;
  /** Whether another creation of the same page has gone out and is not answered. */
  isPageBusy(creation: TaskOf<'create'>): boolean;
  /** How many there are of ordinary windows, and of all, batches aside. */
  counts(): { ordinary: TaskCounts; all: TaskCounts };
  /** How many there are of a batch. */
  batchCounts(batchId: string): BatchCounts;
  /** How many wait or are out, those of batches among them: neither stuck nor looked for. */
  readonly outgoingCount: number;
}

type BatchCounts = Pick<BatchLine, 'waiting' | 'underWay' | 'failed'>;

function groupOf(task: Task): string {
  const within = task.batch ? `/${task.batch.id}` : '';
  if (isIn(task, 'stuck')) return `stuck${within}`;
  if (!isCreation(task)) return `writes${within}`;
  const isFirst = task.tries === 0 || (isIn(task, 'sent') && task.tries === 1);
  return isFirst ? `untried${within}` : 'unanswered';
}

/** Makes an index without tasks. */
export function createTaskIndex(): TaskIndex {
  const tasks = new Map<string, Task>();
  const groups = new Map<string, Map<string, Task>>();
  const batches = new Map<string, BatchCounts>();
  const order = createReportOrder();
  let outgoingCount = 0;
  let latest = 0;
  const sent = new Map<string, TaskOf<'create'>>();
  const busyPages = new Map<string, number>();
  const counted = { ordinary: noCounts(), all: noCounts() };

  function group(name: string): Map<string, Task> {
    const there = groups.get(name) ?? new Map();
    groups.set(name, there);
    return there;
  }

  function count(task: Task, by: 1 | -1): void {
    if (isIn(task, 'waiting') || isIn(task, 'sent')) outgoingCount += by;
    if (task.batch) countInBatch(task, task.batch.id, by);
    else countAlone(task, by);
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

  function countAlone(task: Task, by: 1 | -1): void {
    const name = isIn(task, 'stuck') ? 'stuck' : task.work.kind;
    counted.all[name] += by;
    if (task.keeping === 'disk') counted.ordinary[name] += by;
  }

  function countInBatch(task: Task, batchId: string, by: 1 | -1): void {
    const counts = batches.get(batchId) ?? { waiting: 0, underWay: 0, failed: 0 };
    batches.set(batchId, counts);
    if (isIn(task, 'stuck')) counts.failed += by;
    else if (isIn(task, 'waiting')) counts.waiting += by;
    else counts.underWay += by;
  }

  function take(task: Task): void {
    group(groupOf(task)).delete(task.id);
    count(task, -1);
  }

  /** Can be gone through again and again, each time as the group then is. */
  function tasksIn<T extends Task>(name: string): Iterable<T> {
    return { [Symbol.iterator]: () => (group(name) as Map<string, T>).values() };
  }

  return {
    put(task) {
      const before = tasks.get(task.id);
      // In its own group a task keeps its place.
      if (before !== undefined && groupOf(before) === groupOf(task)) count(before, -1);
      else if (before !== undefined) take(before);
      tasks.set(task.id, task);
      group(groupOf(task)).set(task.id, task);
      if (isWrite(task)) order.put(task);
      latest = Math.max(latest, task.askedAt);
      count(task, 1);
    },
    remove({ id }) {
      const task = tasks.get(id);
      if (task === undefined) return;
      take(task);
      tasks.delete(id);
      if (isWrite(task)) order.remove(task);
    },
    get: (id) => tasks.get(id),
    untried: tasksIn('untried'),
    unanswered: tasksIn('unanswered'),
    sent: { [Symbol.iterator]: () => sent.values() },
    writes: tasksIn('writes'),
    stuck: tasksIn('stuck'),
    untriedOf: (batchId) => tasksIn(`untried/${batchId}`),
    writesOf: (batchId) => tasksIn(`writes/${batchId}`),
    stuckOf: (batchId) => tasksIn(`stuck/${batchId}`),
    ofReport: order.of,
    latestAskedAt: () => latest,
    isPageBusy(creation) {
      const busy = busyPages.get(addressKey(creation.work.draft.url)) ?? 0;
      return busy > Number(isBusy(creation));
    },
    counts: () => ({ ordinary: { ...counted.ordinary }, all: { ...counted.all } }),
    batchCounts: (batchId) => ({ waiting: 0, underWay: 0, failed: 0, ...batches.get(batchId) }),
    get outgoingCount() {
      return outgoingCount;
    },
  };
}

/** Whether the service may be making the report of a task, stuck ones aside. */
function isBusy(task: Task): task is TaskOf<'create'> {
  return isCreation(task) && !isIn(task, 'stuck') && task.tries > 0;
}

function noCounts(): TaskCounts {
  return { create: 0, change: 0, delete: 0, stuck: 0 };
}
