import { type Failure, isReportGone, isServiceWide, serviceMessage } from '@/lib/failure';
import { hasFreshList } from '@/lib/jobs/baselines';
import type { Clock } from '@/lib/jobs/clock';
import { entryId, isCreationEntry, isEditEntry } from '@/lib/jobs/entry';
import { currentEntry } from '@/lib/jobs/jobs-state';
import { lookupQuery } from '@/lib/jobs/lookup';
import { isIn, privacyOf } from '@/lib/jobs/operation';
import { hasSucceededLately } from '@/lib/jobs/service-state';
import * as steps from '@/lib/jobs/steps';
import type {
  Answer,
  Creation,
  Edit,
  Entry,
  JobsEvent,
  JobsState,
  LookupLists,
  Moment,
  UndecidedEdit,
  UnverifiedCreation,
} from '@/lib/jobs/types';
import { Privacy } from '@/lib/report/privacy';
import type { Report, ReportList } from '@/lib/report/report';
import type { StoredChange } from '@/lib/report/report-change';
import {
  NEWEST_QUERY,
  pageQuery,
  RECENT_REPORTS_QUERY,
  type ReportQuery,
} from '@/lib/report/report-query';
import { hasFailed, type Result } from '@/lib/result';

// The processes of commands that need requests. A process is a generator: the model decides when a
// request ends, and continues the process with the result. The processes do the same as
// jobs-requests.ts, edits.ts and gone-reports.ts in lib/jobs.

/** `operationId` is null for a read by an extension page. */
export type ServiceRequest =
  | { verb: 'create'; operationId: string; url: string; privacy: Privacy }
  | { verb: 'update'; operationId: string; id: string; update: StoredChange }
  | { verb: 'remove'; operationId: string; id: string }
  | { verb: 'list'; operationId: string | null; query: ReportQuery }
  | { verb: 'get'; operationId: string | null; id: string };

/** The call whose result continues a process. */
export type AwaitedCall =
  | { kind: 'service'; request: ServiceRequest }
  /** A read of the permission and the password. */
  | { kind: 'browser' }
  /** A read of the list for baselines. Several creations share the list. */
  | { kind: 'baseline'; operationId: string };

/** A failure that counts as no answer. */
const NO_ANSWER: Failure = { code: 'webServerAnswer', status: 200 };

export type Process<T = void> = Generator<AwaitedCall, T, unknown>;

/** The parts of a worker that processes use. */
export interface ProcessTools {
  state(): JobsState;
  moment(): Moment;
  clock: Clock;
  dispatch(event: JobsEvent): void;
  missingPermission(): Failure | null;
  /** Returns the stored password of a job; undefined if it is lost. */
  password(jobId: string): string | undefined;
  /** Reads the finished batches with unverifiable creations, because a list may contain their reports. */
  readUnverifiable(): void;
}

export function* prepare(tools: ProcessTools, entry: Entry<Creation | Edit>): Process {
  const operationId = entryId(entry);
  const needsBaseline = isCreationEntry(entry) && entry.operation.attempts === 0;
  const needsList = needsBaseline && !hasFreshList(tools.state(), tools.moment());
  const list = needsList ? ((yield { kind: 'baseline', operationId }) as Result<ReportList>) : null;
  const failure = list !== null && hasFailed(list) ? list.failure : null;
  const finish = (preparation: Extract<JobsEvent, { type: 'prepared' }>['preparation']) =>
    tools.dispatch({ type: 'prepared', operationId, preparation });
  if (failure !== null && isServiceWide(failure)) {
    return finish({ kind: 'failed', missingPermission: null });
  }
  yield { kind: 'browser' };
  const missingPermission = tools.missingPermission();
  if (missingPermission !== null) return finish({ kind: 'failed', missingPermission });
  const canUseList = failure === null;
  if (privacyOf(entry.operation.subject) !== Privacy.Password) {
    return finish({ kind: 'ready', canUseList });
  }
  const password = tools.password(entry.job.id);
  if (password === undefined) finish({ kind: 'lostPassword' });
  else finish({ kind: 'ready', canUseList, password });
}

export function readBaseline(
  tools: ProcessTools,
  operationId: string,
): Process<Result<ReportList>> {
  return readList(tools, RECENT_REPORTS_QUERY, operationId);
}

export function* send(tools: ProcessTools, entry: Entry<Creation | Edit>): Process {
  const answer = isEditEntry(entry) ? yield* sendEdit(tools, entry) : yield* sendCreation(entry);
  tools.dispatch({ type: 'answered', operationId: entryId(entry), answer });
}

function* sendCreation(entry: Entry): Process<Answer> {
  const { url, privacy } = (entry as Entry<Creation>).operation.subject;
  const request = { verb: 'create', operationId: entryId(entry), url, privacy } as const;
  const result = (yield { kind: 'service', request }) as Result<Report | null>;
  return { result, isGone: false };
}

function* sendEdit(tools: ProcessTools, entry: Entry<Edit>): Process<Answer> {
  const { subject } = entry.operation;
  const operationId = entryId(entry);
  const { id } = subject.report;
  const request: ServiceRequest =
    subject.kind === 'delete'
      ? { verb: 'remove', operationId, id }
      : { verb: 'update', operationId, id, update: subject.update };
  const result = (yield { kind: 'service', request }) as Result<Report | null>;
  if (hasFailed(result)) {
    const failure = yield* failureOfEdit(tools, entry, result.failure);
    return { result: { failure }, isGone: false };
  }
  if (subject.kind === 'delete' || result.value !== null) return { result, isGone: false };
  // The answer does not contain the report.
  const read = yield* readReport(tools, id, operationId);
  if (hasFailed(read)) return { result: { value: null }, isGone: isReportGone(read.failure) };
  return { result: read, isGone: false };
}

/** Returns the failure of an edit. If the answer is unclear, one read of the report decides. */
function* failureOfEdit(
  tools: ProcessTools,
  entry: Entry<Edit>,
  failure: Failure,
): Process<Failure> {
  if (isReportGone(failure)) return yield* confirmedOrNoAnswer(tools, entry, failure);
  if (!isUnclear(entry.operation, failure)) return failure;
  const { id } = entry.operation.subject.report;
  const read = yield* readReport(tools, id, entryId(entry));
  if (!hasFailed(read)) return refusalOf(failure);
  if (isReportGone(read.failure)) return yield* confirmedOrNoAnswer(tools, entry, read.failure);
  if (isServiceWide(read.failure)) {
    return failure.code === 'notAllowed' ? read.failure : NO_ANSWER;
  }
  const mayBeFromWebServer = ['firewall', 'webServerAnswer', 'redirected'].includes(failure.code);
  const isReadWebPage = read.failure.code === 'unexpectedAnswer';
  return mayBeFromWebServer && isReadWebPage ? NO_ANSWER : refusalOf(failure);
}

function isUnclear({ subject }: Edit, { code }: Failure): boolean {
  if (code === 'notAllowed' || code === 'firewall' || code === 'webServerAnswer') return true;
  return subject.kind === 'delete' && (code === 'redirected' || code === 'unexpectedAnswer');
}

function refusalOf(failure: Failure): Failure {
  return failure.code === 'firewall' || failure.code === 'webServerAnswer'
    ? { code: 'refused', status: failure.status, message: null }
    : failure;
}

/** Returns the failure of an edit whose report may be gone. Without a confirmation, the edit has no answer. */
function* confirmedOrNoAnswer(
  tools: ProcessTools,
  entry: Entry<Edit>,
  gone: Failure,
): Process<Failure> {
  const confirmed = yield* confirmGone(tools, entry, gone);
  return isReportGone(confirmed) || confirmed.code === 'goneUnconfirmed' ? confirmed : NO_ANSWER;
}

/** Confirms that a report is gone, by a recent success of the service or by a list. */
function* confirmGone(tools: ProcessTools, entry: Entry<Edit>, failure: Failure): Process<Failure> {
  if (hasSucceededLately(tools.state().service, tools.moment())) return failure;
  const { id, url } = entry.operation.subject.report;
  const query = url === null ? RECENT_REPORTS_QUERY : pageQuery(url);
  const list = yield* readList(tools, query, entryId(entry));
  if (hasFailed(list) && isServiceWide(list.failure)) return list.failure;
  const isListed = !hasFailed(list) && list.value.reports.some((report) => report.id === id);
  if (!hasFailed(list) && !isListed) return failure;
  return { code: 'goneUnconfirmed', isListed, message: serviceMessage(failure) };
}

export function* lookUp(tools: ProcessTools, entry: Entry<UnverifiedCreation>): Process {
  const operationId = entryId(entry);
  const { operation } = entry;
  const own = yield* readList(tools, lookupQuery(operation), operationId);
  const current = currentEntry(tools.state().jobs, entry);
  let lists: LookupLists | null = null;
  if (current !== undefined && isIn(current.operation, 'unverified')) {
    const hasFailedBefore = operation.status.failedDecisions !== undefined;
    const isUncertain = hasFailed(own) && (isServiceWide(own.failure) || hasFailedBefore);
    const needsNewest = steps.isDeciding(operation) && !isUncertain;
    const newest = needsNewest ? yield* readList(tools, NEWEST_QUERY, operationId) : null;
    lists = { own, newest };
  }
  tools.dispatch({ type: 'lookedUp', operationId, lists });
}

/** Reads the report of an undecided edit. */
export function* check(tools: ProcessTools, entry: Entry<UndecidedEdit>): Process {
  const operationId = entryId(entry);
  const read = yield* readReport(tools, entry.operation.subject.report.id, operationId);
  const isGone = hasFailed(read) && isReportGone(read.failure);
  const confirmed: Result<Report> = isGone
    ? { failure: yield* confirmGone(tools, entry, read.failure) }
    : read;
  tools.dispatch({ type: 'checked', operationId, read: confirmed });
}

export function* refresh(tools: ProcessTools): Process {
  yield* readList(tools, RECENT_REPORTS_QUERY, null);
}

function* readList(
  tools: ProcessTools,
  query: ReportQuery,
  operationId: string | null,
): Process<Result<ReportList>> {
  const requestedAt = tools.clock.next();
  const request = { verb: 'list', operationId, query } as const;
  const list = (yield* read(tools, request)) as Result<ReportList>;
  if (!hasFailed(list)) {
    tools.readUnverifiable();
    tools.dispatch({ type: 'listed', query, page: 1, list: list.value, requestedAt });
  }
  return list;
}

function* readReport(
  tools: ProcessTools,
  id: string,
  operationId: string,
): Process<Result<Report>> {
  return (yield* read(tools, { verb: 'get', operationId, id })) as Result<Report>;
}

function* read(
  tools: ProcessTools,
  request: Extract<ServiceRequest, { verb: 'list' | 'get' }>,
): Process<Result<unknown>> {
  const result = (yield { kind: 'service', request }) as Result<unknown>;
  const isUnreachable = hasFailed(result) && result.failure.code === 'unreachable';
  const missingPermission = tools.missingPermission();
  // A request without the permission fails like a request without a network.
  const actual =
    isUnreachable && missingPermission !== null ? { failure: missingPermission } : result;
  const failure = hasFailed(actual) ? actual.failure : null;
  tools.dispatch({ type: 'readEnded', operationId: request.operationId, failure });
  return actual;
}
