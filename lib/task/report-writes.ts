import { type Failure, isAboutAll, isReportGone } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import { type Report, type ReportDetails, toSummary } from '@/lib/report/report';
import { placeOf, type ReportPlace, type TaskReport } from '@/lib/report/report-page';
import type { Client } from '@/lib/service/client';
import type { GateControl } from './gate-control';
import type { AfterAnswer, Gateway } from './outgoing';
import * as steps from './steps';
import type { Task, TaskOf } from './task';
import type { TaskStore } from './task-store';

type Change = TaskOf<'change'>;
type Deletion = TaskOf<'delete'>;

/** Changes and deletes reports. None of these rejects. */
export interface ReportWrites {
  /** Sends a change or deletion; null where it did not go out, or the connection is closed. */
  send(task: Change | Deletion): Promise<AfterAnswer | null>;
}

interface ReportWriteTools {
  store: TaskStore;
  gate: GateControl;
  gateway: Gateway;
  client: Client;
  /** Reads one report. */
  get(id: string): Promise<Outcome<ReportDetails>>;
  /** A report as it is known here. */
  known(place: ReportPlace): Promise<Report | undefined>;
  /**
   * Stores what follows from a change.
   * @param report null where the service no longer has it; undefined where nobody knows what it is
   */
  onChanged(task: Change, report: Report | null | undefined): Promise<void>;
  onDeleted(task: Deletion): Promise<void>;
  signal: AbortSignal;
}

/** Makes the changes and deletions of one connection. */
export function createReportWrites(tools: ReportWriteTools): ReportWrites {
  const { store, gate, gateway, client, get, known, onChanged, onDeleted, signal } = tools;

  async function endChange(task: Change, report: Report | null | undefined): Promise<void> {
    const end = report === null ? 'gone' : 'done';
    const place = report ? placeOf(report) : task.work.report;
    const ending = store.finish(task, { end, report: place }, () => onChanged(task, report));
    if (report === null) await dropOthers(task.work.report);
    await ending;
  }

  async function endDeletion(task: Deletion): Promise<void> {
    const { report } = task.work;
    const ending = store.finish(task, { end: 'done', report }, () => onDeleted(task));
    await dropOthers(report);
    await ending;
  }

  /** What else waits for a report that is no more is of no use, and leaves before its turn comes. */
  async function dropOthers({ id }: ReportPlace): Promise<void> {
    const left = [...store.others, ...store.stuck].filter(
      ({ work }) => work.kind !== 'create' && work.report.id === id,
    );
    await Promise.all(left.map((task) => store.finish(task, { end: 'gone', report: null })));
  }

  /** What a report has become, where the answer to its change does not show that. */
  async function readChanged({ work }: Change): Promise<Report | null | undefined> {
    const read = await get(work.report.id);
    if (!hasFailed(read)) return toSummary(read.value);
    if (read.failure.code === 'gone' && read.failure.what === 'report') return null;
    const before = await known(work.report);
    return before && { ...before, privacy: work.change.privacy ?? before.privacy };
  }

  /**
   * A change as it is to be sent again: results that have come since are not asked for once more. Null
   * where nothing is left to send, or the service takes nothing for now.
   */
  async function again(task: Change): Promise<Change | AfterAnswer | null> {
    const { report, change } = task.work;
    if (task.tries === 0 || change.results !== 1) return task;
    const read = await get(report.id);
    if (signal.aborted) return null;
    if (hasFailed(read)) {
      const { failure } = read;
      if (failure.code === 'gone' && failure.what === 'report') return () => endChange(task, null);
      return isAboutAll(failure) ? null : task;
    }
    if (!isNewer(read.value, report)) return task;
    if (change.privacy === undefined) return () => endChange(task, toSummary(read.value));
    const { results: _, ...left } = change;
    return { ...task, work: { ...task.work, change: left } };
  }

  /**
   * What the failure of a write means, which one read of its report tells: services answer 403 where
   * the report is gone, a redirect to their sign-in page where the key of a deletion is refused, and
   * 500 where they could not fetch the page.
   */
  async function lookedInto(
    { work }: Change | Deletion,
    failure: Failure,
  ): Promise<Outcome<ReportDetails>> {
    const isUnclear =
      failure.code === 'notAllowed' ||
      failure.code === 'pageFailed' ||
      (failure.code === 'redirected' && work.kind === 'delete');
    if (!isUnclear) return { failure };
    const read = await get(work.report.id);
    if (hasFailed(read)) {
      const isTold = isReportGone(read.failure) || isAboutAll(read.failure);
      if (isTold) return read;
      return { failure: failure.code === 'pageFailed' ? steps.asOutage(failure) : failure };
    }
    const hasCome = failure.code === 'pageFailed' && isNewer(read.value, work.report);
    return hasCome ? read : { failure };
  }

  function afterAnswer(
    task: Task,
    outcome: Outcome<unknown>,
    counts: boolean,
  ): AfterAnswer | steps.Step {
    const failure: Failure | null = hasFailed(outcome) ? outcome.failure : null;
    const step = steps.afterWrite(task, outcome, counts);
    if ('end' in step) {
      gate.answered(failure, task.id);
      return step;
    }
    return () => {
      const goingOn = gateway.goOn(step.task);
      gate.answered(failure, task.id);
      return goingOn;
    };
  }

  async function sendChange(task: Change, counts: boolean): Promise<AfterAnswer | null> {
    const next = await again(task);
    if (next === null || typeof next === 'function') return next;
    const out = await gateway.letOut(task, next);
    if (out === null || signal.aborted) return null;
    const { report, change } = out.task.work;
    const sent = { ...change, password: out.password };
    const answer = await client.update(report.id, sent, signal);
    if (signal.aborted) return null;
    const outcome = hasFailed(answer) ? await lookedInto(out.task, answer.failure) : answer;
    if (signal.aborted) return null;
    const after = afterAnswer(out.task, outcome, counts);
    if (typeof after === 'function') return after;
    if (hasFailed(outcome)) return () => endChange(out.task, null);
    const changed = outcome.value ? toSummary(outcome.value) : await readChanged(out.task);
    return signal.aborted ? null : () => endChange(out.task, changed);
  }

  async function sendDeletion(task: Deletion, counts: boolean): Promise<AfterAnswer | null> {
    const out = await gateway.letOut(task, task);
    if (out === null || signal.aborted) return null;
    const answer = await client.remove(out.task.work.report.id, signal);
    if (signal.aborted) return null;
    const outcome = hasFailed(answer) ? await lookedInto(out.task, answer.failure) : answer;
    if (signal.aborted) return null;
    const after = afterAnswer(out.task, outcome, counts);
    return typeof after === 'function' ? after : () => endDeletion(out.task);
  }

  return {
    send(task) {
      // An outage counts as one try, however long it lasts.
      const counts = store.gate === null || store.gate.hasRead;
      return task.work.kind === 'change'
        ? sendChange(task as Change, counts)
        : sendDeletion(task as Deletion, counts);
    },
  };
}

function isNewer({ generatedAt }: Report, former: TaskReport): boolean {
  return generatedAt !== null && generatedAt > (former.generatedAt ?? '');
}
