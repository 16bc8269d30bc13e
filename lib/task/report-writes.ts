import { type Failure, isAboutAll, isReportGone } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import { type Report, type ReportDetails, toSummary } from '@/lib/report/report';
import type { ReportReference } from '@/lib/report/report-reference';
import type { Client } from '@/lib/service/client';
import { asDeletion } from '@/lib/storage/locks';
import type { Answer } from './answers';
import { GONE } from './standing';
import * as steps from './steps';
import type { Task, TaskOf, WriteTask } from './task';
import type { WrittenReports } from './written-reports';

type Change = TaskOf<'change'>;

/** Changes and deletes reports. None of these rejects. */
export type ReportWrites = ReturnType<typeof createReportWrites>;

interface ReportWriteTools {
  client: Client;
  /** Reads one report. */
  get(id: string): Promise<Outcome<ReportDetails>>;
  /** A report as it is known here. */
  find(place: ReportReference): Promise<Report | undefined>;
  written: WrittenReports;
  signal: AbortSignal;
}

/** Makes the changes and deletions of one connection. */
export function createReportWrites(tools: ReportWriteTools) {
  const { client, get, find, written, signal } = tools;

  /** What a report has become; whoever reads it next gets the checks of its new result with it. */
  function shown({ batch, work }: Change, report: ReportDetails): Report {
    const hasChecks = isNewer(report, work.report) && report.checks.length > 0;
    if (work.change.results === 1 && hasChecks) written.note(report, batch === null);
    return toSummary(report);
  }

  /** The answer to a change that does not show the report, with what the report has become. */
  async function withReport(answer: Answer, task: Change): Promise<Answer> {
    const { report, change } = task.work;
    const read = await get(report.id);
    if (!hasFailed(read)) return { ...answer, report: shown(task, read.value) };
    if (isReportGone(read.failure)) return { ...answer, step: { end: GONE } };
    const before = await find(report);
    const changed = before && { ...before, privacy: change.privacy ?? before.privacy };
    return { ...answer, report: changed ?? null };
  }

  /**
   * What the failure of a write means, which one read of its report tells: services answer 403 where
   * the report is gone, and 500 where they could not fetch the page. A deletion sends no `Accept`, so they
   * answer it with a redirect to their sign-in page where the key is refused, and with a web page where
   * they refuse it themselves.
   */
  async function lookedInto(
    { work }: WriteTask,
    failure: Failure,
  ): Promise<Outcome<ReportDetails>> {
    const isUnclear =
      failure.code === 'notAllowed' ||
      failure.code === 'pageFailed' ||
      ((failure.code === 'redirected' || failure.code === 'firewall') && work.kind === 'delete');
    if (!isUnclear) return { failure };
    const read = await get(work.report.id);
    if (hasFailed(read)) {
      const isTold = isReportGone(read.failure) || isAboutAll(read.failure);
      if (isTold) return read;
      return { failure: failure.code === 'pageFailed' ? steps.asOutage(failure) : own(failure) };
    }
    const hasCome = failure.code === 'pageFailed' && isNewer(read.value, work.report);
    return hasCome ? read : { failure: own(failure) };
  }

  return {
    /**
     * Sends the request of a change or deletion.
     * @param counts whether a request without an answer counts as a try
     */
    async request(task: WriteTask, password: string | undefined, counts: boolean): Promise<Answer> {
      const { id } = task.work.report;
      written.drop(id);
      const answer = await (isChange(task)
        ? client.update(id, { ...task.work.change, password }, signal)
        : asDeletion(() => client.remove(id, signal)));
      const outcome = hasFailed(answer) ? await lookedInto(task, answer.failure) : answer;
      const done = answerTo(task, outcome, counts);
      if (hasFailed(outcome) || !isChange(task)) return done;
      if (outcome.value) return { ...done, report: shown(task, outcome.value) };
      return withReport(done, task);
    },
  };
}

function isChange(task: WriteTask): task is Change {
  return task.work.kind === 'change';
}

function answerTo(task: Task, outcome: Outcome<unknown>, counts: boolean): Answer {
  const step = steps.afterWrite(task, outcome, counts);
  const failure = hasFailed(outcome) ? outcome.failure : null;
  return { task, step, report: null, failure, tellsGate: true };
}

/** The failure of a deletion that nothing before the service has refused: a read has passed. */
function own(failure: Failure): Failure {
  if (failure.code !== 'firewall') return failure;
  return { code: 'refused', status: failure.status, message: null };
}

function isNewer({ generatedAt }: Report, former: ReportReference): boolean {
  return generatedAt !== null && generatedAt > (former.generatedAt ?? '');
}
