import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { vi } from 'vitest';
import type { ActivityView } from '@/components/activity/subject';
import type { Failure } from '@/lib/failure';
import { createFrontWriter } from '@/lib/front/front-writer';
import { outcomesItem } from '@/lib/front/outcomes';
import { EMPTY_VIEW, viewItem } from '@/lib/front/view';
import type { Outcome } from '@/lib/outcome';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import type { Gate } from '@/lib/task/gate/gate';
import type { End, Standing } from '@/lib/task/standing';
import { createTaskStore } from '@/lib/task/store/task-store';
import type { NewTask, Task } from '@/lib/task/task';
import type { TaskOutcome } from '@/lib/task/task-outcome';
import { createTasks } from '@/lib/task/tasks';

let connections = 0;

/**
 * The tasks of one more connection, which the real verbs and store keep in the storage of the browser
 * that tests have, and the view that a page makes of them. No request goes out: the test says what the
 * service answers, and each method resolves when the page sees the result.
 */
export function createPageTasks() {
  const connectionId = `connection-${++connections}`;
  const { signal: open } = new AbortController();
  const tools = { signal: open, now: Date.now };
  const awaited = new Set<string>();
  const front = createFrontWriter({
    connection: { id: connectionId, baseUrl: 'https://host.example' },
    view: () => ({ ...store.view(), awaited: [...awaited] }),
    onView() {},
    soon: queueMicrotask,
    ...tools,
  });
  const stored = signal({ ...EMPTY_VIEW, outcomes: [] as readonly TaskOutcome[] });
  let outcomes: readonly TaskOutcome[] = [];
  outcomesItem.watch((shown) => {
    if (shown?.connectionId === connectionId) outcomes = shown.singles;
    stored.value = { ...stored.peek(), outcomes };
  });
  viewItem.watch((shown) => {
    if (shown?.connectionId === connectionId) stored.value = { ...shown, outcomes };
  });
  const store = createTaskStore({
    connectionId,
    outcomes: front.outcomes,
    shownGate: async () => null,
    show: front.write,
    showSoon: front.writeSoon,
    ...tools,
  });
  const runner = { run() {} };
  const tasks = createTasks(
    store,
    store.gate,
    runner,
    () => {},
    async () => [],
    Date.now,
  );
  const view: ReadonlySignal<ActivityView> = stored;

  function find(id: string): Task {
    const task = store.get(id);
    if (task === undefined) throw new Error(`There is no task ${id}`);
    return task;
  }

  async function move(id: string, standing: Standing): Promise<void> {
    await store.keep({ ...find(id), standing });
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
    add: answered((asked: readonly NewTask[]) => tasks.add(asked)),
    cancel: answered(tasks.cancel),
    retry: answered(tasks.retry),
    retryNow: answered(tasks.retryNow),
    addBatch: answered(tasks.addBatch),
    steerBatch: answered(tasks.steerBatch),
  };

  return {
    view,
    /** Ids of the reports whose new result is awaited, as the page sees them. */
    awaited: computed(() => stored.value.awaited),
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
    async end(id: string, name: End['name'], report: Report | null = null): Promise<void> {
      const reference = report && referTo(report);
      await store.finish(find(id), { standing: { name }, report: reference, summary: report });
    },
    /** Says whose new results are awaited. */
    async wait(...ids: string[]): Promise<void> {
      awaited.clear();
      for (const id of ids) awaited.add(id);
      await store.writeView();
    },
    /** Closes the gate, or opens it with null. */
    async setGate(next: Gate | null): Promise<void> {
      store.gate.set(next);
      await store.writeView();
    },
  };
}

/** Makes ids of tasks: `new-1`, `new-2` and so on. */
export function countedIds(): () => string {
  let count = 0;
  return () => `new-${++count}`;
}
