import type { NamedReport } from '@/components/text/report-name';
import type { Failure } from '@/lib/failure';
import type { Report } from '@/lib/report/report';
import type { StoredChange } from '@/lib/report/report-change';
import type { StoredDraft } from '@/lib/report/report-draft';
import type { Standing } from '@/lib/task/standing';
import type { Task, TaskOf } from '@/lib/task/task';
import type { TaskOutcome } from '@/lib/task/task-outcome';
import type { TaskView } from '@/lib/task/task-view';

/** What pages see of single tasks, and what became of the last ones, the latest last. */
export interface ActivityView extends TaskView {
  outcomes: readonly TaskOutcome[];
}

/** What a person asks the service to do, stored as a task or not yet. */
export type Wish =
  | { kind: 'create'; draft: StoredDraft }
  | { kind: 'change'; report: NamedReport; change: StoredChange }
  | { kind: 'delete'; report: NamedReport };

/** How a wish stands: as its task does, or before there is one. */
export type WishStanding =
  | Standing
  /** The background has not answered yet that it is stored. */
  | { name: 'unstored' }
  /** The background did not store it, for this reason. */
  | { name: 'notTaken'; failure: Failure };

/** Whether the new result of a report is still to come, or was waited for in vain. */
export type AwaitedState = 'awaited' | 'givenUp' | null;

/** One thing that was asked for, with all that its line depends on beside the gate. */
export interface Subject {
  /** Of the task, or of the press that has made it. */
  id: string;
  wish: Wish;
  standing: WishStanding;
  /** Whether this page has asked for it. */
  isOwn: boolean;
  /** Whether the page shows the address above the line already. */
  isNamed: boolean;
  /** Whether Undo was pressed when the request was out. */
  isLate: boolean;
  /** What it has become, as lists show it now; null where the service did not show it. */
  report: Report | null;
  awaited: AwaitedState;
}

export type Tone = 'busy' | 'waiting' | 'done' | 'attention';

/** How much a line asks of a person. */
export function toneOf(subject: Omit<Subject, 'id' | 'report'>, isClosed: boolean): Tone {
  const { wish, standing, isOwn, isNamed, awaited } = subject;
  switch (standing.name) {
    case 'notTaken':
    case 'stuck':
      return 'attention';
    case 'waiting': {
      const isNext = isOwn && isNamed && !isClosed && wish.kind !== 'delete';
      return isNext ? 'busy' : 'waiting';
    }
    case 'gone':
      return 'attention';
    case 'done':
    case 'cancelled':
      if (!asksForResults(wish) || awaited === null) return 'done';
      return awaited === 'awaited' ? 'busy' : 'attention';
    default:
      return 'busy';
  }
}

/** Why what was asked for is refused, or not stored; null where it is not. */
export function refusalOf(standing: WishStanding | null): Failure | null {
  if (standing?.name === 'notTaken') return standing.failure;
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

/**
 * The changes of a report that the service has not made yet, whichever page has asked for them: those
 * that need a person, then the others as they go out.
 */
export function changesOf(tasks: readonly Task[], reportId: string): TaskOf<'change'>[] {
  return tasks.filter(
    (task): task is TaskOf<'change'> =>
      task.work.kind === 'change' && task.work.report.id === reportId,
  );
}

/** Whether a report is being deleted, or was deleted a moment ago. */
export function isDeleted({ deleting, outcomes }: ActivityView, reportId: string): boolean {
  const wasDeleted = outcomes.some(
    ({ wish, standing, report }) =>
      wish.kind === 'delete' && standing.name === 'done' && report?.id === reportId,
  );
  return wasDeleted || deleting.includes(reportId);
}
