import { attemptOften } from '@/components/ui/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import { answersTo, type Held, type NewTask, type Task, type TaskIn } from '@/lib/task/task';
import { type TaskOutcome, type TaskView, wasDeleted } from '@/lib/task/view';

/** How a task stands that a page has asked for. */
export type Standing =
  /** Its turn comes by itself, or its request is out. */
  | { name: 'onItsWay' }
  /** It waits while the gate is closed, for this reason. */
  | { name: 'atGate'; failure: Failure }
  /** Its report is looked for; without a failure the service has accepted it. */
  | { name: 'unknown'; failure: Failure | null }
  | { name: 'stuck'; state: TaskIn<'stuck'>['state'] }
  | { name: 'ended'; outcome: TaskOutcome };

/** How a stored task stands. The view leaves out many that wait: one that it does not show waits. */
export function standingOf({ tasks, outcomes, gate }: TaskView, id: string): Standing {
  const outcome = outcomes.findLast(({ ids }) => ids.includes(id));
  if (outcome) return { name: 'ended', outcome };
  const state = tasks.find((task) => answersTo(task, id))?.state;
  if (state?.name === 'stuck') return { name: 'stuck', state };
  if (state?.name === 'unknown') return { name: 'unknown', failure: state.failure };
  // What tries whether the gate can open goes back to waiting if it cannot.
  return gate === null ? { name: 'onItsWay' } : { name: 'atGate', failure: gate.failure };
}

/** The tasks that a window shows: those of private windows are for private windows alone. */
export function tasksFor(privateWindow: boolean, { tasks }: TaskView): readonly Task[] {
  return privateWindow ? tasks : tasks.filter((task) => !task.privateWindow);
}

/** Whether a report is being deleted, or was deleted a moment ago. */
export function isDeleted({ deleting, outcomes }: TaskView, reportId: string): boolean {
  return deleting.includes(reportId) || wasDeleted(outcomes, reportId);
}

/** Has a task stored. Its id makes sure that asking again stores no second one. */
export function addTask(
  { add }: Pick<BackgroundApi, 'add'>,
  task: NewTask,
  privateWindow: boolean,
): Promise<Outcome<Held | null>> {
  return attemptOften(() => add([task], privateWindow));
}
