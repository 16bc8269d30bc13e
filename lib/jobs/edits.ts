import { type Failure, isReportGone, isServiceWide } from '@/lib/failure';
import { type Report, type ReportDetails, withoutDetails } from '@/lib/report/report';
import { hasFailed, type Result } from '@/lib/result';
import type { ServiceClient } from '@/lib/service/client';
import { entryId } from './entry';
import type { GoneReports } from './gone-reports';
import type { Reads } from './reads';
import type { Answer, Edit, Entry, UndecidedEdit } from './types';
import type { WrittenReports } from './written-reports';

/** Updates and deletes reports. Never rejects. */
export interface Edits {
  /** Sends the request of an edit. */
  request(entry: Entry<Edit>, password: string | null): Promise<Answer>;
  /**
   * Reads the report of an undecided edit. If the service says that the report is gone, reads a list to
   * confirm this.
   */
  readUndecided(entry: Entry<UndecidedEdit>): Promise<Result<Report>>;
}

interface EditsTools {
  client: ServiceClient;
  get: Reads['get'];
  goneReports: GoneReports;
  written: WrittenReports;
  signal: AbortSignal;
}

/** The failure of an edit without an answer of the service itself. The service may have acted. */
const NO_ANSWER: Failure = { code: 'webServerAnswer', status: 200 };

/** Sends the edits of one connection. */
export function createEdits({ client, get, goneReports, written, signal }: EditsTools): Edits {
  /**
   * Returns the updated report. Notes the checks of a new result for the next read of the report.
   */
  function updatedReport({ job, operation }: Entry<Edit>, report: ReportDetails): Report {
    const { subject } = operation;
    const isNew = (report.generatedAt ?? '') > (subject.report.generatedAt ?? '');
    const hasResults = subject.kind === 'update' && subject.update.results === 1 && isNew;
    if (hasResults && report.checks.length > 0) written.note(report, !job.isBatch);
    return withoutDetails(report);
  }

  function send({ subject }: Edit, password: string | null) {
    const { id } = subject.report;
    if (subject.kind === 'delete') return client.remove(id, signal);
    return client.update(id, { ...subject.update, ...(password && { password }) }, signal);
  }

  /** Returns the actual failure of an edit. If the answer is unclear, reads the report. */
  async function actualFailure(entry: Entry<Edit>, failure: Failure): Promise<Failure> {
    const { job, operation } = entry;
    const { report } = operation.subject;
    const operationId = entryId(entry);
    /** Reads a list to confirm that a report is gone. Without a decision, the edit counts as unanswered. */
    const confirm = async (gone: Failure): Promise<Failure> => {
      const requester = { operationId, isPrivate: job.isPrivate };
      const confirmed = await goneReports.confirm(report, gone, requester);
      const isDecided =
        isReportGone(confirmed) ||
        confirmed.code === 'goneUnconfirmed' ||
        confirmed.code === 'interrupted';
      return isDecided ? confirmed : NO_ANSWER;
    };
    if (isReportGone(failure)) return confirm(failure);
    if (!isUnclear(operation, failure)) return failure;
    const read = await get(report.id, operationId);
    if (!hasFailed(read)) return refusalOf(failure);
    if (isReportGone(read.failure)) return confirm(read.failure);
    // The end of the connection's use aborts the read. The edit is sent again later.
    if (read.failure.code === 'interrupted') return read.failure;
    if (isServiceWide(read.failure)) {
      // `notAllowed` is a refusal in JSON, which shows that the service has not acted.
      return failure.code === 'notAllowed' ? read.failure : NO_ANSWER;
    }
    const isReached = !mayBeFromWebServer(failure) || !isWithoutJson(read.failure);
    return isReached ? refusalOf(failure) : NO_ANSWER;
  }

  return {
    async request(entry, password) {
      const { subject } = entry.operation;
      written.drop(subject.report.id);
      const result = await send(entry.operation, password);
      if (hasFailed(result)) {
        return { result: { failure: await actualFailure(entry, result.failure) }, isGone: false };
      }
      if (subject.kind === 'delete') return { result: { value: null }, isGone: false };
      if (result.value)
        return { result: { value: updatedReport(entry, result.value) }, isGone: false };
      // The answer does not contain the report.
      const read = await get(subject.report.id, entryId(entry));
      // The update has reached the service itself, so no list has to confirm that the report is gone.
      if (hasFailed(read)) return { result: { value: null }, isGone: isReportGone(read.failure) };
      return { result: { value: updatedReport(entry, read.value) }, isGone: false };
    },
    async readUndecided(entry) {
      const { report } = entry.operation.subject;
      const operationId = entryId(entry);
      const read = await get(report.id, operationId);
      if (!hasFailed(read)) return { value: updatedReport(entry, read.value) };
      if (!isReportGone(read.failure)) return read;
      const requester = { operationId, isPrivate: entry.job.isPrivate };
      return { failure: await goneReports.confirm(report, read.failure, requester) };
    },
  };
}

/**
 * Whether an answer does not say why the edit failed:
 * - 403 to an update may mean that the report is gone.
 * - 403 or 404 with a web page may come from a server in front of the service.
 * - A redirect or a web page as answer to a deletion may mean that the key is invalid. Services then
 *   send no JSON, because a deletion has no Accept header.
 */
function isUnclear({ subject }: Edit, failure: Failure): boolean {
  const { code } = failure;
  if (code === 'notAllowed' || code === 'firewall' || code === 'webServerAnswer') return true;
  return subject.kind === 'delete' && (code === 'redirected' || isPage(failure));
}

function isPage(failure: Failure): boolean {
  return failure.code === 'unexpectedAnswer' && failure.problem === 'html';
}

/** Whether the answer may come from a web server or a proxy in front of the service. */
function mayBeFromWebServer({ code }: Failure): boolean {
  return code === 'firewall' || code === 'webServerAnswer' || code === 'redirected';
}

/** Whether an answer with a success status had no JSON body. */
function isWithoutJson(failure: Failure): boolean {
  const problems = ['html', 'notJson', 'empty'];
  return failure.code === 'unexpectedAnswer' && problems.includes(failure.problem);
}

/**
 * Returns the failure of an edit that the service itself has refused. A failure that names another
 * server becomes a refusal.
 */
function refusalOf(failure: Failure): Failure {
  return failure.code === 'firewall' || failure.code === 'webServerAnswer'
    ? { code: 'refused', status: failure.status, message: null }
    : failure;
}
