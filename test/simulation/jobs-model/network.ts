import type { Failure } from '@/lib/failure';
import type { Report, ReportList } from '@/lib/report/report';
import { hasFailed, type Result } from '@/lib/result';
import {
  addReport,
  existingRow,
  firstPageOf,
  listedReports,
  type ModelService,
  type Origin,
  removeReport,
  updateReport,
} from './model-service';
import type { ServiceRequest } from './requests';
import type { ReadOutcome, WriteOutcome } from './scenario';

export type WriteRequest = Extract<ServiceRequest, { verb: 'create' | 'update' | 'remove' }>;
export type ReadRequest = Exclude<ServiceRequest, WriteRequest>;

export type WriteResult = Result<Report | null>;

const GONE: Failure = { code: 'gone', what: 'report', message: null };
const FORBIDDEN: Failure = { code: 'notAllowed', message: null };
export const UNREACHABLE: Failure = { code: 'unreachable' };
const PLAN_LIMIT = { field: 'url', messages: ['You have reached the limit of your plan.'] };

/** The delay in each Retry-After header. */
const RETRY_AFTER_MS = 60_000;

export function isWrite(request: ServiceRequest): request is WriteRequest {
  return request.verb !== 'list' && request.verb !== 'get';
}

/** Returns when the service does the work of a write. */
export function workTimeOf(
  { verb }: WriteRequest,
  { answer, work }: WriteOutcome,
): WriteOutcome['work'] {
  switch (answer) {
    case 'succeeds':
    case 'omits the report':
      return 'before the answer';
    case 'cannot fetch':
      return verb === 'create' ? work : 'never';
    case 'breaks off':
    case 'says 500':
    case 'redirects':
    case 'sends HTML':
      // All edits need the same time, so no edit takes effect after a later edit.
      return work === 'after the answer' && verb !== 'create' ? 'never' : work;
    default:
      return 'never';
  }
}

/** Creates, updates or deletes a report at the service. Returns the result of a successful answer. */
export function doWork(service: ModelService, request: WriteRequest, now: number): WriteResult {
  const origin: Origin = { operationId: request.operationId };
  switch (request.verb) {
    case 'create':
      return { value: addReport(service, request, origin, now).report };
    case 'update': {
      const row = updateReport(service, request, origin, now);
      return row === null ? { failure: FORBIDDEN } : { value: row.report };
    }
    case 'remove':
      return removeReport(service, request.id, origin) ? { value: null } : { failure: GONE };
  }
}

/**
 * Returns the result that the worker gets for a write.
 * @param workResult the result of `doWork`; null before the work
 */
export function writeResult(
  workResult: WriteResult | null,
  answer: WriteOutcome['answer'],
  now: number,
): WriteResult {
  if (answer !== 'succeeds' && answer !== 'omits the report') {
    return { failure: failureOf(answer, now) };
  }
  if (workResult === null) return { failure: UNREACHABLE };
  if (hasFailed(workResult) || answer === 'succeeds') return workResult;
  return { value: null };
}

export function readResult(
  service: ModelService,
  request: ReadRequest,
  { answer, isFromRequestTime }: ReadOutcome,
  reportsAtRequest: readonly Report[],
  now: number,
): Result<Report | ReportList> {
  const isSuccess =
    answer === 'succeeds' ||
    answer === 'hides a row' ||
    answer === 'reverses the order' ||
    answer === 'omits the addresses';
  if (request.verb === 'get') {
    // The service never answers 404 if the report exists.
    if (!isSuccess && answer !== 'says 404') return { failure: failureOf(answer, now) };
    const row = existingRow(service, request.id);
    return row === null ? { failure: GONE } : { value: row.report };
  }
  if (!isSuccess) return { failure: failureOf(answer, now) };
  const reports = isFromRequestTime ? reportsAtRequest : listedReports(service);
  const inOrder = answer === 'reverses the order' ? reports.toReversed() : reports;
  return { value: changedList(firstPageOf(service, inOrder, request.query), answer) };
}

function changedList(list: ReportList, answer: ReadOutcome['answer']): ReportList {
  const { reports } = list;
  switch (answer) {
    case 'hides a row':
      return reports.length === 0 ? list : { ...list, reports: reports.slice(1), unreadable: 1 };
    case 'omits the addresses':
      return {
        ...list,
        reports: reports.map((report) => ({ ...report, url: null, fullUrl: null })),
      };
    default:
      return list;
  }
}

function failureOf(
  answer: Exclude<WriteOutcome['answer'] | ReadOutcome['answer'], 'succeeds'>,
  now: number,
): Failure {
  const namedTime = new Date(now + RETRY_AFTER_MS).toISOString();
  const message = null;
  switch (answer) {
    case 'says 500':
      return { code: 'serviceDown', status: 500, retryAt: null, message };
    case 'redirects':
      return { code: 'redirected', to: null };
    case 'sends HTML':
      return { code: 'unexpectedAnswer', problem: 'html' };
    case 'cannot fetch':
      return { code: 'pageFailed', message: 'The page could not be fetched.' };
    case 'says 422':
      return { code: 'invalid', message, fields: [PLAN_LIMIT] };
    case 'says 403':
      return FORBIDDEN;
    case 'says 404':
      return { code: 'gone', what: 'interface', message };
    case 'says 429':
      return { code: 'tooManyRequests', retryAt: null, message };
    case 'says 429 with a time':
      return { code: 'tooManyRequests', retryAt: namedTime, message };
    case 'says 503 with a time':
      return { code: 'serviceDown', status: 503, retryAt: namedTime, message };
    case 'says 401':
      return { code: 'keyRefused', message };
    case 'asks for a sign-in':
      return { code: 'proxySignIn' };
    case 'checks for bots':
      return { code: 'protectionPage' };
    case 'meets a firewall':
      return { code: 'firewall', status: 403 };
    case 'says 404 in HTML':
      return { code: 'webServerAnswer', status: 404 };
    default:
      return UNREACHABLE;
  }
}
