import type { Failure } from '@/lib/failure';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import type { GateControl } from '@/lib/task/gate/gate-control';
import type { TaskStore } from '@/lib/task/store/task-store';
import { addressKey } from '@/lib/url/page-key';
import { matchReports } from './match';
import type { KnownReports } from './prior-reports';
import { DONE, type End, GONE } from './standing';
import { refused, type Step } from './steps';
import { addressOf, isCreation, isIn, type Task, type TaskOf } from './task';
import { endedAs } from './task-outcome';

/** What the turn of a task came to. */
export interface Answer {
  /** As it was sent. */
  task: Task;
  step: Step;
  /** What the service has made, or what a report has become; null where nobody knows, or it is gone. */
  report: Report | null;
  /** Why the service has not done what was asked; null where it has. */
  failure: Failure | null;
  /** Whether the answer says how the service is: that of a page which cannot be fetched does not. */
  tellsGate: boolean;
}

/** The one place where what the service has answered, or a list has shown, takes effect. */
export type Answers = ReturnType<typeof createAnswers>;

/** What else is stored when a task ends, before the task leaves. */
export interface TaskEnds {
  /** @param report null where the service did not show it */
  onCreated(task: TaskOf<'create'>, report: Report | null): Promise<void>;
  /** @param report null where the service no longer has it; undefined where nobody knows what it is */
  onChanged(task: TaskOf<'change'>, report: Report | null | undefined): Promise<void>;
  onDeleted(task: TaskOf<'delete'>): Promise<void>;
}

interface AnswersTools extends TaskEnds {
  store: TaskStore;
  gate: GateControl;
  known: KnownReports;
  /** Called when a task needs a person from now on. */
  onStuck(task: Task): void;
}

/** Makes the place for the answers to one connection's tasks. */
export function createAnswers(tools: AnswersTools) {
  const { store, gate, known, onCreated, onChanged, onDeleted, onStuck } = tools;

  /** Stores the next state of a task that goes on. The task has it in memory at once. */
  async function goOn(task: Task): Promise<void> {
    await store.keep(task);
    if (isIn(task, 'stuck')) onStuck(task);
  }

  async function endCreation(task: TaskOf<'create'>, report: Report | null): Promise<void> {
    known.noteOwn(report?.id ?? null);
    const others = report === null ? [] : takenFromOthers(task, report);
    const made = { standing: DONE, report: report && referTo(report), summary: report };
    const ending = store.finish(task, made, () => onCreated(task, report));
    await Promise.all([...others.map(store.keep), ending]);
  }

  async function endChange(task: TaskOf<'change'>, end: End, report: Report | null): Promise<void> {
    const isGone = end.name === 'gone';
    const reference = report ? referTo(report) : task.work.report;
    const ending = store.finish(task, { standing: end, report: reference, summary: report }, () =>
      onChanged(task, isGone ? null : (report ?? undefined)),
    );
    if (isGone) await dropOthers(task.work.report.id);
    await ending;
  }

  async function endDeletion(task: TaskOf<'delete'>): Promise<void> {
    const { report } = task.work;
    const ending = store.finish(task, { standing: DONE, report, summary: null }, () =>
      onDeleted(task),
    );
    await dropOthers(report.id);
    await ending;
  }

  function endAs(task: Task, end: End, report: Report | null): Promise<void> {
    switch (task.work.kind) {
      case 'create':
        return endCreation(task as TaskOf<'create'>, report);
      case 'change':
        return endChange(task as TaskOf<'change'>, end, report);
      case 'delete':
        return endDeletion(task as TaskOf<'delete'>);
    }
  }

  /** Ends the other tasks of a report that is gone: the service would only answer each with 404. */
  async function dropOthers(reportId: string): Promise<void> {
    const rows = store.batches.untouchedAbout(new Set([reportId]));
    const left = [...store.ofReport(reportId), ...rows];
    await Promise.all(
      left.map((task) => store.finish(task, endedAs(task.work.kind === 'delete' ? DONE : GONE))),
    );
  }

  /** Other creations of the same page, told that a report is taken: they must not match it as theirs. */
  function takenFromOthers({ id, work }: TaskOf<'create'>, report: Report): Task[] {
    const page = addressKey(work.draft.url);
    return unsettled()
      .filter((other) => other.id !== id && addressKey(other.work.draft.url) === page)
      .flatMap((other) => {
        const { known } = other.work;
        if (known === null) return [];
        const ids = [...known.ids, report.id];
        return [{ ...other, work: { ...other.work, known: { ...known, ids } } }];
      });
  }

  /** A batch of which several are refused alike would most likely be refused as a whole. */
  async function pauseIfAlike(task: Task, failure: Failure | null): Promise<void> {
    const { batch } = task;
    if (batch === null) return;
    const { batches } = store;
    const words = batches.refusals.note(batch.id, addressOf(task), failure);
    const standing = batches.get(batch.id);
    if (words === null || standing === undefined || standing.isPaused) return;
    await batches.put({ ...standing, isPaused: true, pausedBy: words }).catch(() => {});
    await store.writeView();
  }

  /** The creations whose reports a list may show, the oldest first. */
  function unsettled(): TaskOf<'create'>[] {
    return store
      .open()
      .filter(mayBeMade)
      .sort((one, other) => one.askedAt - other.askedAt);
  }

  /**
   * Whether a list can tell the report of a creation: while a creation of the same page is out, a new
   * report may be that creation's.
   */
  function mayBeListed({ work }: TaskOf<'create'>): boolean {
    const page = addressKey(work.draft.url);
    const creations = store.open().filter(isCreation);
    const out = creations.filter((task) => isIn(task, 'sent'));
    return !out.some((other) => addressKey(other.work.draft.url) === page);
  }

  return {
    goOn,
    /** The task has its next state in memory at once; resolves when all is stored that follows. */
    async apply({ task, report, failure, ...answer }: Answer): Promise<void> {
      const isAlone = failure !== null && gate.isAlone(failure, task.id);
      const step: Step = isAlone ? { task: refused(task, failure) } : answer.step;
      // The task changes before the gate closes: pages would otherwise show the task as waiting.
      const noting = 'end' in step ? endAs(task, step.end, report) : goOn(step.task);
      const pausing = pauseIfAlike(task, failure);
      if (answer.tellsGate && !isAlone) gate.noteAnswer(failure, task.id);
      await Promise.all([noting, pausing]);
    },
    /** Ends a creation as made, with its report, or without one where the service did not show it. */
    endCreation,
    /** Ends the creations whose reports a list shows. */
    async settle(listed: readonly Report[]): Promise<void> {
      const candidates = unsettled();
      if (candidates.length === 0) return;
      const matches = matchReports(candidates.filter(mayBeListed), listed);
      await Promise.all(
        candidates.map((task) => {
          const report = matches.get(task.id);
          return report && endCreation(task, report);
        }),
      );
    },
  };
}

/** Whether the service may have made the report of a creation that is not out. */
function mayBeMade(task: Task): task is TaskOf<'create'> {
  const { standing, tries } = task;
  if (!isCreation(task)) return false;
  if (standing.name === 'stuck') return standing.reason === 'unconfirmed';
  return standing.name === 'unknown' || (standing.name === 'waiting' && tries > 0);
}
