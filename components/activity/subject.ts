import type { Failure } from '@/lib/failure';
import type { Report } from '@/lib/report/report';
import { isOver, type Standing } from '@/lib/task/standing';
import type { Task, TaskOf } from '@/lib/task/task';
import type { TaskOutcome, Wish } from '@/lib/task/task-outcome';
import type { TaskView } from '@/lib/task/task-view';

/** What pages see of single tasks, and what became of the last ones, the latest last. */
export interface ActivityView extends TaskView {
  outcomes: readonly TaskOutcome[];
}

/** Whether the new result of a report is still to come, or was waited for in vain. */
export type AwaitedState = 'awaited' | 'givenUp' | null;

/** One thing that was asked for, with all that its line depends on beside the gate. */
export interface Subject {
  /** Of the task. */
  id: string;
  wish: Wish;
  standing: Standing;
  /** Whether the page shows the address above the line already. */
  isNamed: boolean;
  /** What it has become, as lists show it now; null where the service did not show it. */
  report: Report | null;
  awaited: AwaitedState;
}

export type Tone = 'busy' | 'waiting' | 'done' | 'attention';

/** How much a line asks of a person. */
export function toneOf(subject: Omit<Subject, 'id' | 'report'>, isClosed: boolean): Tone {
  const { wish, standing, isNamed, awaited } = subject;
  switch (standing.name) {
    case 'stuck':
    case 'gone':
      return 'attention';
    case 'waiting': {
      const isNext = isNamed && !isClosed && wish.kind !== 'delete';
      return isNext ? 'busy' : 'waiting';
    }
    case 'done':
    case 'cancelled':
      if (!asksForResults(wish) || awaited === null) return 'done';
      return awaited === 'awaited' ? 'busy' : 'attention';
    default:
      return 'busy';
  }
}

/**
 * Names one thing that was asked for and its phase: what is said of a command that failed is about no later
 * phase. A deletion is said to be made from the start, and its end is no other phase.
 */
export function phaseOf({ id, wish, standing }: Subject): string {
  const isOpen = isGoingOn({ standing }) || (wish.kind === 'delete' && isOver(standing));
  return `${id} ${isOpen ? 'open' : standing.name}`;
}

/** Whether the view counts it among the tasks that go on by themselves. */
export function isGoingOn({ standing }: Pick<Subject, 'standing'>): boolean {
  return standing.name !== 'stuck' && !isOver(standing);
}

/** Why what was asked for is refused; null where it is not. */
export function refusalOf(standing: Standing | null): Failure | null {
  return standing?.name === 'stuck' && standing.reason === 'refused' ? standing.failure : null;
}

/** Whether new results are among what is asked for. */
export function asksForResults(wish: Wish): boolean {
  return wish.kind === 'change' && wish.change.results === 1;
}

/** How a task stands, or stood when it ended; null where the view does not show it. */
export function standingOf({ tasks, outcomes }: ActivityView, id: string): Standing | null {
  const of = (one: { id: string }) => one.id === id;
  return (outcomes.findLast(of) ?? tasks.find(of))?.standing ?? null;
}

/** The changes of a report that the service has not made yet, as they go out. */
export function changesOf(tasks: readonly Task[], reportId: string): TaskOf<'change'>[] {
  return tasks
    .filter(
      (task): task is TaskOf<'change'> =>
        task.work.kind === 'change' && task.work.report.id === reportId,
    )
    .sort((one, other) => one.askedAt - other.askedAt);
}

/** Whether a report is being deleted, or was deleted a moment ago. */
export function isDeleted({ deleting, outcomes }: ActivityView, reportId: string): boolean {
  const wasDeleted = outcomes.some(
    ({ wish, standing, report }) =>
      wish.kind === 'delete' && standing.name === 'done' && report?.id === reportId,
  );
  return wasDeleted || deleting.includes(reportId);
}
