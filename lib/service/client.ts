import type { Account } from '@/lib/connection/connection';
import type { Outcome } from '@/lib/outcome';
import { hasFailed } from '@/lib/outcome';
import type { ReportDetails, ReportList } from '@/lib/report/report';
import type { ReportChange } from '@/lib/report/report-change';
import type { ReportQuery } from '@/lib/report/report-query';
import type { ReportDraft } from '@/lib/submission/report-draft';
import { type Answer, isSuccess, readAnswer, readJson } from './answer';
import { readAccount, readReportList, readSingleReport } from './answer-bodies';
import { answerFailure, type Subject } from './answer-failure';
import type { Endpoint } from './endpoints';
import * as endpoints from './endpoints';
import { withoutSecrets } from './redaction';
import { buildRequest, type Credentials } from './request';
import { createServiceClock } from './service-clock';

/**
 * The service's six calls. None ever rejects: an outcome is a value, or a failure of the union.
 * A `signal` gives up waiting, with the failure `interrupted`.
 */
export interface Client {
  list(query: ReportQuery, signal?: AbortSignal): Promise<Outcome<ReportList>>;
  get(id: string, signal?: AbortSignal): Promise<Outcome<ReportDetails>>;
  create(draft: ReportDraft, signal?: AbortSignal): Promise<Outcome<Written>>;
  update(id: string, change: ReportChange, signal?: AbortSignal): Promise<Outcome<Written>>;
  remove(id: string, signal?: AbortSignal): Promise<Outcome<null>>;
  account(signal?: AbortSignal): Promise<Outcome<Account>>;
  /**
   * The time by the service's own clock, in milliseconds since the epoch; late by seconds at the
   * most. Null until an answer has told it.
   */
  serviceTime(): number | null;
}

/** The report that was written, or null when the service answered 2xx without a word. */
type Written = ReportDetails | null;

const READ_SECONDS = 60;
/** Creation and update may wait for the page's analysis. */
const WRITE_SECONDS = 180;

/**
 * Makes a client for one service and key.
 * @param timeLimit gives a signal that aborts after so many milliseconds
 */
export function createClient(
  credentials: Credentials,
  fetchFrom: typeof fetch = (...request) => fetch(...request),
  timeLimit: (milliseconds: number) => AbortSignal = AbortSignal.timeout.bind(AbortSignal),
): Client {
  const { baseUrl } = credentials;
  const clock = createServiceClock();

  const readList = (json: unknown) => readReportList(json, baseUrl);
  const readReport = (json: unknown) => readSingleReport(json, baseUrl);

  /** Services may answer a write with the report, or with nothing at all. */
  const readWritten = (json: unknown, isEmpty: boolean): Written | undefined =>
    isEmpty ? null : readReport(json);

  /** Sends one request and reads the whole answer within its time limit. */
  async function send(endpoint: Endpoint, signal?: AbortSignal): Promise<Outcome<Answer>> {
    const { url, init } = buildRequest(credentials, endpoint);
    const seconds = endpoint.form === undefined ? READ_SECONDS : WRITE_SECONDS;
    const limit = timeLimit(seconds * 1000);
    const either = signal === undefined ? limit : AbortSignal.any([signal, limit]);
    // A redirect to a host without permission fails like a dead line; only asking again without
    // following tells the two apart, and a read may be asked twice.
    const attempts: RequestInit[] =
      endpoint.method === 'GET' ? [init, { ...init, redirect: 'manual' }] : [init];
    for (const attempt of attempts) {
      try {
        const response = await fetchFrom(url, { ...attempt, signal: either });
        clock.note(response.headers.get('date'));
        const answer = await readAnswer(response, url);
        return { value: redact(answer, credentials, endpoint) };
      } catch {
        // The error itself is not looked at: browsers may quote the request's headers in it.
        if (signal?.aborted) return { failure: { code: 'interrupted' } };
        if (limit.aborted) return { failure: { code: 'timedOut', seconds } };
      }
    }
    return { failure: { code: 'unreachable' } };
  }

  async function call<T>(
    endpoint: Endpoint,
    subject: Subject,
    read: (json: unknown, isEmpty: boolean) => T | undefined,
    signal?: AbortSignal,
  ): Promise<Outcome<T>> {
    const sent = await send(endpoint, signal);
    if (hasFailed(sent)) return sent;
    const failure = answerFailure(sent.value, subject, Date.now());
    if (failure !== null) return { failure };
    const json = readJson(sent.value);
    const isEmpty = sent.value.body?.trim() === '';
    const value = read(json, isEmpty);
    if (value !== undefined) return { value };
    const problem = isEmpty ? 'empty' : json === undefined ? 'notJson' : 'wrongShape';
    return { failure: { code: 'unexpectedAnswer', problem } };
  }

  return {
    list: (query, signal) => call(endpoints.listReports(query), 'interface', readList, signal),
    get: (id, signal) => call(endpoints.getReport(id), 'report', readReport, signal),
    create: (draft, signal) =>
      call(endpoints.createReport(draft), 'interface', readWritten, signal),
    update: (id, change, signal) =>
      call(endpoints.updateReport(id, change), 'report', readWritten, signal),
    remove: (id, signal) => call(endpoints.removeReport(id), 'report', readRemoved, signal),
    account: (signal) => call(endpoints.getAccount(), 'interface', readAccount, signal),
    serviceTime: clock.now,
  };
}

/** Nothing, or any JSON. */
function readRemoved(json: unknown, isEmpty: boolean): null | undefined {
  return isEmpty || json !== undefined ? null : undefined;
}

/** The answer without what it may quote of the request: the key, and a refused report's password. */
function redact(answer: Answer, { apiKey }: Credentials, { form = [] }: Endpoint): Answer {
  const [, password = ''] = form.find(([name]) => name === 'password') ?? [];
  const secrets = isSuccess(answer) ? [apiKey] : [apiKey, password];
  return {
    ...answer,
    body: answer.body && withoutSecrets(answer.body, secrets),
    redirectedTo: answer.redirectedTo && withoutSecrets(answer.redirectedTo, [apiKey]),
  };
}
