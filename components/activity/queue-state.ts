import { computed, type ReadonlySignal } from '@preact/signals';
import type { ReportForm } from '@/components/form/form-state';
import { attempt } from '@/components/ui/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import { hasFailed } from '@/lib/outcome';
import type { Gate } from '@/lib/task/gate';
import { answersTo, isIn, type Task, type TaskOf } from '@/lib/task/task';
import type { TaskView } from '@/lib/task/view';
import { createGateRetry, type RetryState } from './gate-retry-state';
import { tasksFor } from './task-standing';
import { countWaited } from './waited-tasks-state';

/** A task that the queue shows; deletions have lines of their own. */
export type QueuedTask = TaskOf<'create'> | TaskOf<'change'>;

/** The queue: what is asked for, not done, and told of nowhere else on the page. */
export interface TaskList {
  /** As many as the view has. */
  shown: ReadonlySignal<readonly QueuedTask[]>;
  /** How many there are beside those that are shown. */
  more: ReadonlySignal<number>;
  /** How many go on by themselves; those that are looked for count apart. */
  creations: ReadonlySignal<number>;
  changes: ReadonlySignal<number>;
  deletions: ReadonlySignal<number>;
  /** How many creations are looked for, of those that are shown. */
  lookedFor: ReadonlySignal<number>;
  /** How many need a person. */
  stuck: ReadonlySignal<number>;
  /** Why those that go on by themselves do not go out now; null where they do, or there are none. */
  gate: ReadonlySignal<Gate | null>;
  /** How the last press of Retry now goes. */
  retryState: ReadonlySignal<RetryState>;
  /** How many of each kind were done that had waited, once all are; 0 from the next press on. */
  afterWait: Record<Task['work']['kind'], ReadonlySignal<number>>;
  /** Whether the form has just said what puts its report off. */
  isReasonTold: ReadonlySignal<boolean>;
  /** Puts address and privacy of a creation back into the form, and takes the task back. */
  fillInAgain(task: TaskOf<'create'>): void;
  cancel(task: QueuedTask): void;
  /** Sends a stuck task again, with its password where that is no longer known. */
  retry(task: QueuedTask, password?: string): void;
  /** Tries now whether the gate can open. */
  retryNow(): void;
}

interface TaskListTools {
  background: Pick<BackgroundApi, 'cancel' | 'retry' | 'retryNow'>;
  view: ReadonlySignal<TaskView>;
  form: Pick<ReportForm, 'lastPress' | 'toldId' | 'enterUrl' | 'choosePrivacy'>;
  privateWindow: boolean;
  /** Another task that is told of elsewhere; null for none. */
  toldId: ReadonlySignal<string | null>;
  /** Called when what is listed may be no longer so, or nothing else tells how the service is. */
  onDoubt(): void;
}

/** None, always the same: nothing is drawn anew where nothing is shown. */
const NOTHING: readonly QueuedTask[] = [];

/** Makes the queue. */
export function createTaskList(tools: TaskListTools): TaskList {
  const { background, view, form, privateWindow, toldId, onDoubt } = tools;
  const isTold = (task: Task) =>
    [form.toldId.value, toldId.value].some((id) => id !== null && answersTo(task, id));
  const tasks = computed(() => tasksFor(privateWindow, view.value));
  /** Counted in the view, and not here. */
  const others = computed(() => tasks.value.filter((task) => !isQueued(task) || isTold(task)));
  const counts = computed(() => (privateWindow ? view.value.all : view.value.ordinary));
  const shown = computed(() => {
    const queued = tasks.value.filter(isQueued).filter((task) => !isTold(task));
    return queued.length === 0 ? NOTHING : queued;
  });

  function countWithout(count: number, isCounted: (task: Task) => boolean): number {
    return Math.max(0, count - others.value.filter(isCounted).length);
  }
  function goingOn(kind: 'create' | 'change'): ReadonlySignal<number> {
    return computed(() =>
      countWithout(counts.value[kind], (task) => task.work.kind === kind && !isIn(task, 'stuck')),
    );
  }
  const lookedFor = computed(() => shown.value.filter((task) => isIn(task, 'unknown')).length);
  const allCreations = goingOn('create');
  const creations = computed(() => Math.max(0, allCreations.value - lookedFor.value));
  const changes = goingOn('change');
  const deletions = computed(() => counts.value.delete);
  const stuck = computed(() => countWithout(counts.value.stuck, (task) => isIn(task, 'stuck')));
  async function cancel({ id, tries }: Task): Promise<void> {
    await attempt(() => background.cancel(id));
    // The service may have done it all the same, without an answer that came.
    if (tries > 0) onDoubt();
  }
  const open = computed(() => allCreations.value + changes.value);
  const gate = computed(() => (open.value + deletions.value === 0 ? null : view.value.gate));
  const waited = { view, privateWindow, lastPress: form.lastPress, toldId };
  const retry = createGateRetry(gate, async () => {
    const asked = await attempt(() => background.retryNow());
    // Reports that are looked for have times of their own: a list tells whether the service is back.
    if (creations.peek() + changes.peek() + deletions.peek() === 0) onDoubt();
    return !hasFailed(asked);
  });

  return {
    shown,
    more: computed(() => Math.max(0, open.value + stuck.value - shown.value.length)),
    creations,
    changes,
    deletions,
    lookedFor,
    stuck,
    gate,
    retryState: retry.state,
    afterWait: {
      create: countWaited('create', waited),
      change: countWaited('change', waited),
      delete: countWaited('delete', waited),
    },
    isReasonTold: computed(() => form.lastPress.value?.state === 'queued'),
    fillInAgain(task) {
      const { url, privacy } = task.work.draft;
      form.enterUrl(url);
      form.choosePrivacy(privacy);
      void cancel(task);
    },
    cancel: (task) => void cancel(task),
    retry({ id }, password) {
      void attempt(() => background.retry(id, password));
    },
    retryNow: retry.press,
  };
}

function isQueued(task: Task): task is QueuedTask {
  return task.work.kind !== 'delete';
}
