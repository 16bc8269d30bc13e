import type { Failure } from '@/lib/failure';
import type { Report, ReportList } from '@/lib/report/report';
import type { Result } from '@/lib/result';
import {
  addReport,
  existingRow,
  listedReports,
  listOf,
  type ModelService,
  type Origin,
  removeReport,
  updateReport,
} from './model-service';
import type { ServiceRequest } from './requests';
import type { ReadFate, WriteFate } from './scenario';

// The network between browser and service: the outcome of each request.

export type WriteRequest = Extract<ServiceRequest, { verb: 'create' | 'update' | 'remove' }>;
export type ReadRequest = Exclude<ServiceRequest, WriteRequest>;

/** The result of a write in the browser. */
export type WriteResult = Result<Report | null>;

const GONE: Failure = { code: 'gone', what: 'report', message: null };
const FORBIDDEN: Failure = { code: 'notAllowed', message: null };
export const CUT: Failure = { code: 'unreachable' };
const LIMIT = { field: 'url', messages: ['You have reached the limit of your plan.'] };

/** The time that the service names, in milliseconds after the answer. */
const NAMED_MS = 60_000;

export function isWrite(request: ServiceRequest): request is WriteRequest {
  return request.verb !== 'list' && request.verb !== 'get';
}

/** Whether the service carries out a write before or after its answer, or never. */
export function actsOf({ verb }: WriteRequest, { answer, acts }: WriteFate): WriteFate['acts'] {
  switch (answer) {
    case 'succeeds':
    case 'omits the report':
      return 'before the answer';
    case 'cannot fetch':
      return verb === 'create' ? acts : 'never';
    case 'breaks off':
    case 'says 500':
    case 'redirects':
    case 'sends HTML':
      // All edits need the same time, so no edit takes effect after a later edit.
      return acts === 'after the answer' && verb !== 'create' ? 'never' : acts;
    default:
      return 'never';
  }
}

/** Lets the service carry out a write. Returns the result of a successful answer. */
export function act(service: ModelService, request: WriteRequest, now: number): WriteResult {
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

/** Returns the result of a write in the browser. */
export function writeResult(
  made: WriteResult | null,
  { answer }: Pick<WriteFate, 'answer'>,
  now: number,
): WriteResult {
  switch (answer) {
    case 'succeeds':
      return made ?? { failure: CUT };
    case 'omits the report':
      return made !== null && 'value' in made ? { value: null } : (made ?? { failure: CUT });
    default:
      return { failure: failureOf(answer, now) };
  }
}

/** Returns the result of a read. */
export function readResult(
  service: ModelService,
  request: ReadRequest,
  { answer, isOld }: ReadFate,
  reportsAtRequest: readonly Report[],
  now: number,
): Result<Report | ReportList> {
  const isListing =
    answer === 'succeeds' ||
    answer === 'hides a row' ||
    answer === 'reverses the order' ||
    answer === 'omits the addresses';
  if (request.verb === 'get') {
    // The service never denies a report that exists.
    if (!isListing && answer !== 'says 404') return { failure: failureOf(answer, now) };
    const row = existingRow(service, request.id);
    return row === null ? { failure: GONE } : { value: row.report };
  }
  if (!isListing) return { failure: failureOf(answer, now) };
  const reports = isOld ? reportsAtRequest : listedReports(service);
  const inOrder = answer === 'reverses the order' ? reports.toReversed() : reports;
  return { value: changedList(listOf(service, inOrder, request.query), answer) };
}

function changedList(list: ReportList, answer: ReadFate['answer']): ReportList {
  const { reports } = list;
  switch (answer) {
    case 'hides a row':
      return reports.length === 0 ? list : { ...list, reports: reports.slice(1), unreadable: 1 };
    case 'omits the addresses':
      return { ...list, reports: reports.map((one) => ({ ...one, url: null, fullUrl: null })) };
    default:
      return list;
  }
}

function failureOf(
  answer: Exclude<WriteFate['answer'] | ReadFate['answer'], 'succeeds'>,
  now: number,
): Failure {
  const named = new Date(now + NAMED_MS).toISOString();
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
      return { code: 'invalid', message, fields: [LIMIT] };
    case 'says 403':
      return FORBIDDEN;
    case 'says 404':
      return { code: 'gone', what: 'interface', message };
    case 'says 429':
      return { code: 'tooManyRequests', retryAt: null, message };
    case 'says 429 with a time':
      return { code: 'tooManyRequests', retryAt: named, message };
    case 'says 503 with a time':
      return { code: 'serviceDown', status: 503, retryAt: named, message };
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
      return CUT;
  }
}
