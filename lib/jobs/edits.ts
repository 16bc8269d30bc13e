import { type Failure, isAboutAll, isReportGone } from '@/lib/failure';
import { type Report, type ReportDetails, toSummary } from '@/lib/report/report';
import { hasFailed, type Result } from '@/lib/result';
import type { ServiceClient } from '@/lib/service/client';
import type { Answer } from './answers';
import { type Entry, entryId } from './entry';
import type { Edit } from './operation';
import type { Reads } from './reads';
import * as steps from './steps';
import type { WrittenReports } from './written-reports';

/** Updates and deletes reports. Never rejects. */
export type Edits = ReturnType<typeof createEdits>;

interface EditsTools {
  client: ServiceClient;
  get: Reads['get'];
  written: WrittenReports;
  signal: AbortSignal;
}

/** Sends the edits of one connection. */
export function createEdits({ client, get, written, signal }: EditsTools) {
  /**
   * Returns the updated report. Notes the checks of a new result for the next read of the report.
   */
  function shown({ job, operation }: Entry<Edit>, report: ReportDetails): Report {
    const { subject } = operation;
    const isNew = (report.generatedAt ?? '') > (subject.report.generatedAt ?? '');
    const hasResults = subject.kind === 'update' && subject.update.results === 1 && isNew;
    if (hasResults && report.checks.length > 0) written.note(report, !job.isBatch);
    return toSummary(report);
  }

  function send({ subject }: Edit, password: string | undefined) {
    const { id } = subject.report;
    if (subject.kind === 'delete') return client.remove(id, signal);
    return client.update(id, { ...subject.update, ...(password && { password }) }, signal);
  }

  /**
   * Returns the actual failure of an edit. One read of the report resolves unclear answers:
   * - 403 to an update may mean that the report is gone.
   * - A redirect or a web page as answer to a deletion may mean that the key is refused. Services
   *   send no JSON there, because a deletion has no Accept header.
   */
  async function decided(
    { subject }: Edit,
    failure: Failure,
    read: () => Promise<Result<ReportDetails>>,
  ): Promise<Failure> {
    const isPage = failure.code === 'firewall' || isHtml(failure);
    const isUnclear =
      failure.code === 'notAllowed' ||
      (subject.kind === 'delete' && (failure.code === 'redirected' || isPage));
    if (!isUnclear) return failure;
    const report = await read();
    const isTold =
      hasFailed(report) && (isReportGone(report.failure) || isAboutAll(report.failure));
    if (isTold) return report.failure;
    // The read has passed the firewall, so the service itself has refused the edit.
    const isOwn = failure.code === 'firewall';
    return isOwn ? { code: 'refused', status: failure.status, message: null } : failure;
  }

  return {
    /** Sends the request of an edit. */
    async request(
      entry: Entry<Edit>,
      password: string | undefined,
      facts: steps.EditFacts,
    ): Promise<Answer> {
      const { operation } = entry;
      const { subject } = operation;
      const read = () => get(subject.report.id, entryId(entry));
      written.drop(subject.report.id);
      const result = await send(operation, password);
      if (hasFailed(result)) {
        const failure = await decided(operation, result.failure, read);
        const next = steps.afterEdit(operation, { failure }, facts);
        return { entry, operation: next, report: null, failure };
      }
      const done = { entry, operation: steps.done(operation), report: null, failure: null };
      if (subject.kind === 'delete') return done;
      if (result.value) return { ...done, report: shown(entry, result.value) };
      // The answer does not contain the report.
      const report = await read();
      if (!hasFailed(report)) return { ...done, report: shown(entry, report.value) };
      return isReportGone(report.failure) ? { ...done, operation: steps.gone(operation) } : done;
    },
  };
}

function isHtml(failure: Failure): boolean {
  return failure.code === 'unexpectedAnswer' && failure.problem === 'html';
}
