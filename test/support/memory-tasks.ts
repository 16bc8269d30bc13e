import { signal } from '@preact/signals';
import { vi } from 'vitest';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import type { Keeping } from '@/lib/private-windows';
import type { Report } from '@/lib/report/report';
import { placeOf, taskReport } from '@/lib/report/report-page';
import type { Gate } from '@/lib/task/gate/gate';
import { answersTo, type NewTask, type Task, type TaskState, type Work } from '@/lib/task/task';
import { EMPTY_VIEW, type TaskCounts, type TaskOutcome, type TaskView } from '@/lib/task/view';

/** A gate that is closed, for five seconds unless said otherwise. */
export function closedGate(failure: Failure, fields: Partial<Gate> = {}): Gate {
  const until = '2026-11-02T12:00:05.000Z';
  return { failure, until, count: 1, isTold: false, hasRead: false, taskId: null, ...fields };
}

function workOf(task: NewTask): Work {
  switch (task.kind) {
    case 'create': {
      const { password: _, ...draft } = task.draft;
      return { kind: 'create', draft, known: null };
    }
    case 'change': {
      const { password: _, ...change } = task.change;
      return { kind: 'change', report: taskReport(task.report), change };
    }
    case 'delete':
      return { kind: 'delete', report: taskReport(task.report) };
  }
}

/** The tasks of a connection as pages see them; what the service answers is told by the test. */
export function createMemoryTasks() {
  const view = signal<TaskView>(EMPTY_VIEW);
  let tasks: Task[] = [];
  let askedAt = 0;

  function countOf(counted: readonly Task[]): TaskCounts {
    const goingOn = (kind: Work['kind']) =>
      counted.filter(({ work, state }) => work.kind === kind && state.name !== 'stuck').length;
    const stuck = counted.filter(({ state }) => state.name === 'stuck').length;
    return {
      ...{ create: goingOn('create'), change: goingOn('change'), delete: goingOn('delete'), stuck },
    };
  }

  function show(fields: Partial<TaskView> = {}): void {
    view.value = {
      ...view.value,
      tasks,
      ordinary: countOf(tasks.filter(({ keeping }) => keeping === 'disk')),
      all: countOf(tasks),
      deleting: tasks.flatMap(({ work, state }) =>
        work.kind === 'delete' && state.name !== 'stuck' ? [work.report.id] : [],
      ),
      ...fields,
    };
  }

  function find(id: string): Task {
    const task = tasks.find((one) => answersTo(one, id));
    if (task === undefined) throw new Error(`There is no task ${id}`);
    return task;
  }

  function move(id: string, state: TaskState): void {
    const moved = find(id);
    tasks = tasks.map((task) => (task === moved ? { ...task, state } : task));
    show();
  }

  function end(
    id: string,
    how: TaskOutcome['end'],
    report: Report | null = null,
    wasHeld = view.value.gate !== null,
  ): void {
    const { work, keeping, otherIds, ...task } = find(id);
    tasks = tasks.filter((one) => one.id !== task.id);
    const outcome: TaskOutcome = {
      ...{ ids: [task.id, ...otherIds], kind: work.kind, end: how, keeping },
      draft: work.kind === 'create' ? work.draft : null,
      place: work.kind === 'delete' ? work.report : report && placeOf(report),
      report,
      askedAt: task.askedAt,
      wasHeld,
    };
    show({ outcomes: [...view.value.outcomes, outcome] });
  }

  const add = vi.fn<BackgroundApi['add']>(async (asked, keeping: Keeping = 'disk') => {
    for (const one of asked) {
      if (tasks.some((task) => task.id === one.id)) continue;
      askedAt += 1;
      const facts = {
        version: 1,
        id: one.id,
        otherIds: [],
        askedAt,
        keeping,
        batch: null,
        tries: 0,
      };
      const state = { name: 'waiting', dueAt: null };
      tasks = [...tasks, { ...facts, work: workOf(one), state } as Task];
    }
    show();
    return { value: null };
  });
  const cancel = vi.fn<BackgroundApi['cancel']>(async (id): Promise<Outcome<boolean>> => {
    const task = tasks.find((one) => answersTo(one, id));
    const ended = view.value.outcomes.find(({ ids }) => ids.includes(id));
    if (task === undefined) return { value: ended?.end !== 'done' };
    if (task.state.name === 'sent') return { value: false };
    end(id, 'cancelled');
    return { value: true };
  });
  const retry = vi.fn<BackgroundApi['retry']>(async () => ({ value: null }));
  const retryNow = vi.fn<BackgroundApi['retryNow']>(async () => ({ value: null }));
  const addBatch = vi.fn<BackgroundApi['addBatch']>(async () => ({ value: null }));
  const steerBatch = vi.fn<BackgroundApi['steerBatch']>(async () => ({ value: null }));

  return {
    view,
    background: { add, cancel, retry, retryNow, addBatch, steerBatch },
    ids: () => tasks.map(({ id }) => id),
    /** Holds these from before, beside what it holds. */
    adopt(...others: Task[]): void {
      tasks = [...tasks, ...others];
      show();
    },
    /** Says how a task stands. */
    move,
    end,
    refuse: (id: string, failure: Failure) =>
      move(id, { name: 'stuck', reason: 'refused', failure }),
    /** Closes the gate, or opens it with null. */
    setGate: (gate: Gate | null) => show({ gate }),
    show,
  };
}

export type MemoryTasks = ReturnType<typeof createMemoryTasks>;

/** Makes ids of tasks: `prefix-1`, `prefix-2` and so on. */
export function countedIds(prefix = 'new'): () => string {
  let count = 0;
  return () => `${prefix}-${++count}`;
}
