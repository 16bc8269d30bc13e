import { withHeaderNames } from '@/lib/failure';
import type { Account } from '@/lib/report/extra-fields';
import type { ReportDetails, ReportList } from '@/lib/report/report';
import type { ReportChange } from '@/lib/report/report-change';
import type { ReportDraft } from '@/lib/report/report-draft';
import type { ReportQuery } from '@/lib/report/report-query';
import type { Result } from '@/lib/result';
import { hasFailed } from '@/lib/result';
import {
  hasEmptyBody,
  jsonBody,
  readAnswer,
  type ServiceAnswer,
} from '@/lib/service/answer/answer';
import {
  readAccount,
  readRemovalAnswer,
  readReportList,
  readSingleReport,
  readUpdateAnswer,
  readWriteAnswer,
  type WrittenReport,
} from '@/lib/service/answer/answer-bodies';
import {
  answerFailure,
  type RequestTarget,
  reportedFailure,
  unreadableFailure,
} from '@/lib/service/answer/answer-failure';
import type { Endpoint } from './endpoints';
import * as endpoints from './endpoints';
import { createRedaction } from './redaction';
import { buildRequest, type Credentials } from './request';

/** No call rejects. If `signal` aborts a call, the failure is `interrupted`. */
export interface ServiceClient {
  /** @param page 1, or `ReportList.next` of an answer to the same query */
  list(query: ReportQuery, signal?: AbortSignal, page?: number): Promise<Result<ReportList>>;
  get(id: string, signal?: AbortSignal): Promise<Result<ReportDetails>>;
  create(draft: ReportDraft, signal?: AbortSignal): Promise<Result<WrittenReport>>;
  update(id: string, change: ReportChange, signal?: AbortSignal): Promise<Result<WrittenReport>>;
  remove(id: string, signal?: AbortSignal): Promise<Result<null>>;
  account(signal?: AbortSignal): Promise<Result<Account>>;
}

interface ClientTools {
  fetchFrom?: typeof fetch;
  timeLimit?: (milliseconds: number) => AbortSignal;
}

// Time limits. A service may analyse the page before it answers a write.
const READ_SECONDS = 60;
const WRITE_SECONDS = 180;

/** The result of a call with an impossible report id, for which the client sends no request. */
const IMPOSSIBLE_REPORT = { failure: { code: 'gone', what: 'report', message: null } } as const;

export function createClient(
  credentials: Credentials,
  {
    fetchFrom = (...request) => fetch(...request),
    timeLimit = AbortSignal.timeout.bind(AbortSignal),
  }: ClientTools = {},
): ServiceClient {
  const { apiKey, headers = [] } = credentials;
  const headerNames = headers.map(({ name }) => name);
  const credentialSecrets = [apiKey, ...headers.map(({ value }) => value)];

  /** Sends a request, and reads the whole answer within the time limit. */
  async function send(endpoint: Endpoint, signal?: AbortSignal): Promise<Result<ServiceAnswer>> {
    const { url, init } = buildRequest(credentials, endpoint);
    const seconds = endpoint.form === undefined ? READ_SECONDS : WRITE_SECONDS;
    const timeout = timeLimit(seconds * 1000);
    const signalOrTimeout = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    // `fetch` throws the same error for a broken connection and for a redirect to a host without
    // permission. A second read, which follows no redirect, distinguishes the two.
    const attempts: RequestInit[] =
      init.redirect === 'follow' ? [init, { ...init, redirect: 'manual' }] : [init];
    for (const attempt of attempts) {
      try {
        const response = await fetchFrom(url, { ...attempt, signal: signalOrTimeout });
        // A password may be an ordinary word that the report in a successful answer contains.
        const passwords = response.ok ? [] : passwordsIn(endpoint);
        const redact = createRedaction(credentialSecrets, passwords);
        return { value: await readAnswer(response, url, redact) };
      } catch {
        // The failure omits the error, which may quote the request's headers.
        if (signal?.aborted) return { failure: { code: 'interrupted' } };
        if (timeout.aborted) return { failure: { code: 'timedOut', seconds } };
      }
    }
    return { failure: { code: 'unreachable' } };
  }

  /**
   * @param endpoint null for an impossible report id
   * @param read returns undefined if the answer is unreadable
   */
  async function call<T>(
    endpoint: Endpoint | null,
    target: RequestTarget,
    read: (json: unknown, answer: ServiceAnswer) => T | undefined,
    signal?: AbortSignal,
  ): Promise<Result<T>> {
    if (endpoint === null) return IMPOSSIBLE_REPORT;
    const sent = await send(endpoint, signal);
    if (hasFailed(sent)) return sent;
    const failure = answerFailure(sent.value, target, startsAnalysis(endpoint), Date.now());
    if (failure !== null) return { failure: withHeaderNames(failure, headerNames) };
    const value = read(jsonBody(sent.value), sent.value);
    // A 2xx without a report may be a refusal, which may quote the password.
    const redact = createRedaction(credentialSecrets, passwordsIn(endpoint));
    const failureInBody = value == null ? reportedFailure({ ...sent.value, redact }) : null;
    if (failureInBody !== null) return { failure: failureInBody };
    return value === undefined ? { failure: unreadableFailure(sent.value) } : { value };
  }

  return {
    list: (query, signal, page) =>
      call(
        endpoints.listReports(query, page),
        'interface',
        (json, { printsMessages }) => {
          const list = readReportList(json, page);
          if (list !== undefined && printsMessages) list.printsMessages = true;
          return list;
        },
        signal,
      ),
    get: (id, signal) =>
      call(
        endpoints.getReport(id),
        'report',
        (json, { redact }) => {
          const report = readSingleReport(json, redact);
          // Later updates and deletions need the requested id, even if the answer has another id.
          return report && { ...report, id };
        },
        signal,
      ),
    create: (draft, signal) =>
      call(
        endpoints.createReport(draft),
        'interface',
        (json, answer) => readWriteAnswer(json, hasEmptyBody(answer), answer.redact),
        signal,
      ),
    update: (id, change, signal) =>
      call(
        endpoints.updateReport(id, change),
        'report',
        (json, answer) => readUpdateAnswer(json, hasEmptyBody(answer), id, answer.redact),
        signal,
      ),
    remove: (id, signal) =>
      call(
        endpoints.removeReport(id),
        'report',
        (json, answer) => readRemovalAnswer(json, hasEmptyBody(answer)),
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

/** Whether a call makes the service fetch and analyse a page. */
function startsAnalysis({ method, form = [] }: Endpoint): boolean {
  return method === 'POST' || form.some(([name, value]) => name === 'results' && value === '1');
}

function passwordsIn({ form = [] }: Endpoint): string[] {
  return form.filter(([name]) => name === 'password').map(([, password]) => password);
}
