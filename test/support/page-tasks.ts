import { signal } from '@preact/signals';
import { vi } from 'vitest';
import { createTaskView } from '@/components/activity/task-view-state';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import type { Keeping } from '@/lib/private-windows';
import type { Report } from '@/lib/report/report';
import { placeOf } from '@/lib/report/report-page';
import type { Gate } from '@/lib/task/gate/gate';
import { createGateControl } from '@/lib/task/gate/gate-control';
import { createTaskStore } from '@/lib/task/store/task-store';
import type { NewTask, Task, TaskState } from '@/lib/task/task';
import { taskItems } from '@/lib/task/task-items';
import { createTasks } from '@/lib/task/tasks';
import type { StoredOutcome, StoredView } from '@/lib/task/view';

let connections = 0;

/**
 * The tasks of one more connection, which the real verbs and store keep in the storage of the browser
 * that tests have, and the view that a page makes of them. No request goes out: the test says what the
 * service answers, and each method resolves when the page sees the result.
 */
export function createPageTasks() {
  const connectionId = `connection-${++connections}`;
  const stored = signal<StoredView>();
  taskItems.view(connectionId).watch((shown) => {
    stored.value = shown;
  });
  const known = new Map<string, Report>();
  const store = createTaskStore(connectionId, new AbortController().signal, Date.now, () => {});
  const gate = createGateControl(store, Date.now);
  const runner = { run() {}, nextTime: () => null };
  const tasks = createTasks(
    store,
    gate,
    runner,
    () => {},
    async () => [],
    Date.now,
  );
  const view = createTaskView({
    stored,
    reportAt: ({ id }) => known.get(id) ?? null,
    readAnew: async () => {},
  });

  function find(id: string): Task {
    const task = store.get(id);
    if (task === undefined) throw new Error(`There is no task ${id}`);
    return task;
  }

  async function move(id: string, state: TaskState): Promise<void> {
    await store.keep({ ...find(id), state });
    await store.writeView();
  }

  /** A verb whose answer comes when the page sees what it has done. */
  function answered<Args extends unknown[], T>(work: (...args: Args) => Promise<T>) {
    return vi.fn(async (...args: Args): Promise<Outcome<T extends void ? null : T>> => {
      const value = (await work(...args)) ?? null;
      await store.writeView();
      return { value: value as T extends void ? null : T };
    });
  }

  const background = {
    add: answered((asked: readonly NewTask[], keeping: Keeping = 'disk') =>
      tasks.add(asked, keeping),
    ),
    cancel: answered(tasks.cancel),
    retry: answered(tasks.retry),
    retryNow: answered(tasks.retryNow),
    addBatch: answered(tasks.addBatch),
    steerBatch: answered(tasks.steerBatch),
  };

  return {
    view,
    background,
    /** What is open, as the page sees it. */
    ids: () => view.value.tasks.map(({ id }) => id),
    /** Stores tasks that another page has asked for. */
    async adopt(...others: Task[]): Promise<void> {
      await store.save(others);
      await store.writeView();
    },
    /** Has a task stand otherwise. */
    move,
    refuse: (id: string, failure: Failure) =>
      move(id, { name: 'stuck', reason: 'refused', failure }),
    /** Ends a task, with the report that the service has answered. */
    async end(id: string, end: StoredOutcome['end'], report: Report | null = null): Promise<void> {
      if (report) known.set(report.id, report);
      await store.finish(find(id), { end, report: report && placeOf(report) });
    },
    /** Closes the gate, or opens it with null. */
    async setGate(next: Gate | null): Promise<void> {
      store.setGate(next);
      await store.writeView();
    },
  };
}

/** Makes ids of tasks: `new-1`, `new-2` and so on. */
export function countedIds(): () => string {
  let count = 0;
  return () => `new-${++count}`;
}
