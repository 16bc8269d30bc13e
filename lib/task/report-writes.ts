import { type Failure, isAboutAll, isReportGone } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import { type Report, type ReportDetails, toSummary } from '@/lib/report/report';
import type { ReportReference } from '@/lib/report/report-reference';
import type { Client } from '@/lib/service/client';
import { asDeletion } from '@/lib/storage/locks';
import type { TaskStore } from '@/lib/task/store/task-store';
import type { Answer } from './answers';
import type { Dispatch } from './dispatch';
import * as steps from './steps';
import type { Task, TaskOf, WriteTask } from './task';

type Change = TaskOf<'change'>;
type Deletion = TaskOf<'delete'>;

/** Changes and deletes reports. None of these rejects. */
export interface ReportWrites {
  /** Sends a change or deletion; null where it did not go out, or the connection is closed. */
  send(task: WriteTask): Promise<Answer | null>;
}

interface ReportWriteTools {
  store: Pick<TaskStore, 'gate'>;
  dispatch: Dispatch;
  client: Client;
  /** Reads one report. */
  get(id: string): Promise<Outcome<ReportDetails>>;
  /** A report as it is known here. */
  find(place: ReportReference): Promise<Report | undefined>;
  signal: AbortSignal;
}

/** Makes the changes and deletions of one connection. */
export function createReportWrites(tools: ReportWriteTools): ReportWrites {
  const { store, dispatch, client, get, find, signal } = tools;

  /** The answer to a change that does not show the report, with what the report has become. */
  async function withReport(answer: Answer, { report, change }: Change['work']): Promise<Answer> {
    const read = await get(report.id);
    if (!hasFailed(read)) return { ...answer, report: toSummary(read.value) };
    if (isReportGone(read.failure)) return { ...answer, step: { end: 'gone' } };
    const before = await find(report);
    const changed = before && { ...before, privacy: change.privacy ?? before.privacy };
    return { ...answer, report: changed ?? null };
  }

  /**
   * What the failure of a write means, which one read of its report tells: services answer 403 where
   * the report is gone, a redirect to their sign-in page where the key of a deletion is refused, and
   * 500 where they could not fetch the page.
   */
  async function lookedInto(
    { work }: WriteTask,
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

  async function sendChange(task: Change, counts: boolean): Promise<Answer | null> {
    const out = await dispatch.letOut(task, task);
    if (out === null || signal.aborted) return null;
    const { report, change } = out.task.work;
    const sent = { ...change, password: out.password };
    const answer = await client.update(report.id, sent, signal);
    if (signal.aborted) return null;
    const outcome = hasFailed(answer) ? await lookedInto(out.task, answer.failure) : answer;
    if (signal.aborted) return null;
    if (hasFailed(outcome)) return answerTo(out.task, outcome, counts);
    const done = answerTo(out.task, outcome, counts);
    if (outcome.value) return { ...done, report: toSummary(outcome.value) };
    const read = await withReport(done, out.task.work);
    return signal.aborted ? null : read;
  }

  async function sendDeletion(task: Deletion, counts: boolean): Promise<Answer | null> {
    const out = await dispatch.letOut(task, task);
    if (out === null || signal.aborted) return null;
    const answer = await asDeletion(() => client.remove(out.task.work.report.id, signal));
    if (signal.aborted) return null;
    const outcome = hasFailed(answer) ? await lookedInto(out.task, answer.failure) : answer;
    return signal.aborted ? null : answerTo(out.task, outcome, counts);
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

function answerTo(task: Task, outcome: Outcome<unknown>, counts: boolean): Answer {
  const step = steps.afterWrite(task, outcome, counts);
  const failure = hasFailed(outcome) ? outcome.failure : null;
  return { task, step, report: null, failure, tellsGate: true };
}

function isNewer({ generatedAt }: Report, former: ReportReference): boolean {
  return generatedAt !== null && generatedAt > (former.generatedAt ?? '');
}
