import { naming } from '@/lib/failure';
import type { Account } from '@/lib/report/extra-fields';
import type { ReportDetails, ReportList } from '@/lib/report/report';
import type { ReportChange } from '@/lib/report/report-change';
import type { ReportDraft } from '@/lib/report/report-draft';
import type { ReportQuery } from '@/lib/report/report-query';
import type { Result } from '@/lib/result';
import { hasFailed } from '@/lib/result';
import { type Answer, isEmpty, readAnswer, readJson } from '@/lib/service/answer/answer';
import {
  readAccount,
  readRemoved,
  readReportList,
  readSingleReport,
  readUpdated,
  readWritten,
  type Written,
} from '@/lib/service/answer/answer-bodies';
import {
  answerFailure,
  reportedFailure,
  type Subject,
  unreadableFailure,
} from '@/lib/service/answer/answer-failure';
import type { Endpoint } from './endpoints';
import * as endpoints from './endpoints';
import { createRedaction } from './redaction';
import { buildRequest, type Credentials } from './request';

/**
 * The service's six calls. None ever rejects: an outcome is a value, or a failure of the union.
 * A `signal` gives up waiting, with the failure `interrupted`.
 */
export interface Client {
  /** @param page beyond the first only where an answer to this query has named it as its next */
  list(query: ReportQuery, signal?: AbortSignal, page?: number): Promise<Result<ReportList>>;
  get(id: string, signal?: AbortSignal): Promise<Result<ReportDetails>>;
  create(draft: ReportDraft, signal?: AbortSignal): Promise<Result<Written>>;
  update(id: string, change: ReportChange, signal?: AbortSignal): Promise<Result<Written>>;
  remove(id: string, signal?: AbortSignal): Promise<Result<null>>;
  account(signal?: AbortSignal): Promise<Result<Account>>;
}

interface ClientTools {
  fetchFrom?: typeof fetch;
  /** Gives a signal that aborts after so many milliseconds. */
  timeLimit?: (milliseconds: number) => AbortSignal;
}

const READ_SECONDS = 60;
/** Nothing is sent for an id that no report can have. */
const NO_SUCH_REPORT = { failure: { code: 'gone', what: 'report', message: null } } as const;
/** Creation and update may wait for the page's analysis. */
const WRITE_SECONDS = 180;

/** Makes a client for one service and key. */
export function createClient(
  credentials: Credentials,
  {
    fetchFrom = (...request) => fetch(...request),
    timeLimit = AbortSignal.timeout.bind(AbortSignal),
  }: ClientTools = {},
): Client {
  const { apiKey, headers = [] } = credentials;
  const headerNames = headers.map(({ name }) => name);
  const ownSecrets = [apiKey, ...headers.map(({ value }) => value)];

  /** Sends one request and reads the whole answer within its time limit. */
  async function send(endpoint: Endpoint, signal?: AbortSignal): Promise<Result<Answer>> {
    const { url, init } = buildRequest(credentials, endpoint);
    const seconds = endpoint.form === undefined ? READ_SECONDS : WRITE_SECONDS;
    const limit = timeLimit(seconds * 1000);
    const either = signal === undefined ? limit : AbortSignal.any([signal, limit]);
    // A redirect to a host without permission fails like a dead line; only asking again without
    // following tells the two apart, and a read may be asked twice.
    const attempts: RequestInit[] =
      init.redirect === 'follow' ? [init, { ...init, redirect: 'manual' }] : [init];
    for (const attempt of attempts) {
      try {
        const response = await fetchFrom(url, { ...attempt, signal: either });
        // What the service has done shows the report as it is.
        const passwords = response.ok ? [] : passwordsIn(endpoint);
        const redact = createRedaction(ownSecrets, passwords);
        return { value: await readAnswer(response, url, redact) };
      } catch {
        // The error itself is not looked at: browsers may quote the request's headers in it.
        if (signal?.aborted) return { failure: { code: 'interrupted' } };
        if (limit.aborted) return { failure: { code: 'timedOut', seconds } };
      }
    }
    return { failure: { code: 'unreachable' } };
  }

  async function call<T>(
    endpoint: Endpoint | null,
    subject: Subject,
    read: (json: unknown, answer: Answer) => T | undefined,
    signal?: AbortSignal,
  ): Promise<Result<T>> {
    if (endpoint === null) return NO_SUCH_REPORT;
    const sent = await send(endpoint, signal);
    if (hasFailed(sent)) return sent;
    const failure = answerFailure(sent.value, subject, analyses(endpoint), Date.now());
    if (failure !== null) return { failure: naming(failure, headerNames) };
    const value = read(readJson(sent.value), sent.value);
    // Only what shows no report may be a refusal, which may quote what was sent.
    const redact = createRedaction(ownSecrets, passwordsIn(endpoint));
    const reported = value == null ? reportedFailure({ ...sent.value, redact }) : null;
    if (reported !== null) return { failure: reported };
    return value === undefined ? { failure: unreadableFailure(sent.value) } : { value };
  }

  return {
    list: (query, signal, page) =>
      call(
        endpoints.listReports(query, page),
        'interface',
        (json, { printsMessages }) => {
          const list = readReportList(json, page);
          return list && { ...list, ...(printsMessages && { printsMessages }) };
        },
        signal,
      ),
    get: (id, signal) =>
      call(
        endpoints.getReport(id),
        'report',
        (json, { redact }) => {
          const report = readSingleReport(json, redact);
          // What is changed or deleted later is what was asked for.
          return report && { ...report, id };
        },
        signal,
      ),
    create: (draft, signal) =>
      call(
        endpoints.createReport(draft),
        'interface',
        (json, answer) => readWritten(json, isEmpty(answer), answer.redact),
        signal,
      ),
    update: (id, change, signal) =>
      call(
        endpoints.updateReport(id, change),
        'report',
        (json, answer) => readUpdated(json, isEmpty(answer), id, answer.redact),
        signal,
      ),
    remove: (id, signal) =>
      call(
        endpoints.removeReport(id),
        'report',
        (json, answer) => readRemoved(json, isEmpty(answer)),
        signal,
      ),
    account: (signal) =>
      call(
        endpoints.getAccount(),
        'interface',
        (json, { redact }) => readAccount(json, redact),
        signal,
      ),
  };
}

/** Whether a call has the service fetch a page. */
function analyses({ method, form = [] }: Endpoint): boolean {
  return method === 'POST' || form.some(([name, value]) => name === 'results' && value === '1');
}

/** The report password that a call sends, where it sends one. */
function passwordsIn({ form = [] }: Endpoint): string[] {
  return form.filter(([name]) => name === 'password').map(([, password]) => password);
}
