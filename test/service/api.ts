import { setTimeout as pause } from 'node:timers/promises';
import type { Behaviour } from './behaviour';
import type { RecordedRequest } from './recorded-request';
import {
  ACCOUNT_ID,
  accountJson,
  idJson,
  listJson,
  readId,
  type Shape,
  singleReportJson,
} from './report-json';
import { type ReportStore, selectReports } from './report-store';
import {
  type Answer,
  answerWithStatus,
  cannotFetch,
  forbidden,
  invalid,
  jsonAnswer,
  keyRefusal,
  redirectAnswer,
  refusal,
} from './served-answer';
import type { Privacy, StoredReport } from './served-report';
import { type Endpoint, findEndpoint, parameterMistakes, protocolMistake } from './strictness';
import type { Throttle } from './throttle';

export interface ApiContext {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly store: ReportStore;
  /** The accounts of other API keys, by key. */
  readonly otherAccounts: ReadonlyMap<string, Account>;
  readonly throttle: Throttle | null;
  /** Duration of an analysis. The request waits for the analysis. */
  readonly analysisMs: number;
  /** The shape of all answers. A behaviour's shape replaces fields of this shape. */
  readonly shape: Shape;
}

interface Account {
  /** Null if the key may not read its account. */
  readonly id: number | null;
  readonly store: ReportStore;
}

type Parameters = ReadonlyMap<string, string>;

/** Checks a request against the interface, carries out the call, and returns the answer. */
export async function answerCall(
  request: RecordedRequest,
  context: ApiContext,
  behaviour: Behaviour,
): Promise<Answer> {
  const { baseUrl, apiKey, otherAccounts, throttle } = context;
  const endpoint = findEndpoint(request.method, request.path);
  if ('status' in endpoint) return endpoint;
  const { authorization = '' } = request.headers;
  const otherAccount = otherAccounts.get(authorization.replace('Bearer ', ''));
  if (authorization !== `Bearer ${apiKey}` && !otherAccount) {
    // A deletion sends no `Accept: application/json`, so Laravel redirects it to the sign-in page.
    return endpoint.call === 'remove' ? redirectAnswer(`${baseUrl}/login`) : keyRefusal;
  }
  const account = otherAccount ?? { id: ACCOUNT_ID, store: context.store };
  const { isLimitExceeded, headers } = throttle?.countRequest(account.store) ?? {
    isLimitExceeded: false,
    headers: {},
  };
  const answer = isLimitExceeded
    ? jsonAnswer(429, { message: 'Too Many Attempts.' })
    : await answerForAccount(request, endpoint, account, context, behaviour);
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

async function answerForAccount(
  request: RecordedRequest,
  endpoint: Endpoint,
  account: Account,
  context: ApiContext,
  behaviour: Behaviour,
): Promise<Answer> {
  const { store } = account;
  const mistake = protocolMistake(request);
  if (mistake !== null) return refusal(400, mistake);

  const id = endpoint.path.exec(request.path)?.[1];
  const report = id === undefined ? undefined : store.find(readId(id));
  if (id !== undefined && !report) {
    const isUpdate = endpoint.call === 'update';
    return isUpdate ? forbidden : refusal(404, 'Resource not found.');
  }
  // `protocolMistake` refuses requests with both a query and a form.
  const sentParameters = [...request.query, ...request.form];
  const mistakes = parameterMistakes(endpoint, sentParameters, report);
  if (mistakes) return invalid(mistakes);

  const shape = { ...context.shape, ...behaviour.shape };
  const parameters = new Map(sentParameters);
  const analyseUnlessLater = (written: StoredReport) =>
    behaviour.analysis === 'later' ? written : store.analyse(written);
  if (endpoint.call === 'account') {
    if (account.id === null) return forbidden;
    return answerWithStatus(200, accountJson(account.id));
  }
  if (!report && endpoint.call === 'list') {
    const page = selectReports(store.newestFirst(), parameters);
    const query = new URLSearchParams(request.search);
    return answerWithStatus(200, listJson(page, query, context.baseUrl, shape));
  }
  if (!report) {
    const url = parameters.get('url') ?? '';
    await pause(context.analysisMs);
    if (!store.canFetch(url)) return cannotFetch(url);
    const created = analyseUnlessLater(create(store, url, parameters));
    return answerWithStatus(201, singleReportJson(created, shape, { isAfterWrite: true }));
  }
  if (endpoint.call === 'remove') {
    store.remove(report.id);
    const deleted = { id: idJson(report.id, shape), object: 'report', deleted: true };
    return answerWithStatus(200, deleted);
  }
  if (endpoint.call === 'get') return answerWithStatus(200, singleReportJson(report, shape));
  const areResultsRequested = parameters.get('results') === '1';
  if (areResultsRequested) await pause(context.analysisMs);
  if (areResultsRequested && !store.canFetch(report.url)) return cannotFetch(report.url);
  // Another request may have changed or deleted the report during the pause.
  const current = store.find(report.id);
  if (!current) return forbidden;
  const changed = update(store, parameters, current);
  const shown = areResultsRequested ? analyseUnlessLater(changed) : changed;
  return answerWithStatus(200, singleReportJson(shown, shape, { isAfterWrite: true }));
}

function create(store: ReportStore, url: string, parameters: Parameters): StoredReport {
  const password = parameters.get('password');
  const privacy = readPrivacy(parameters) ?? 1;
  return store.create({ url, privacy, ...(password !== undefined && { password }) });
}

function update(store: ReportStore, parameters: Parameters, report: StoredReport): StoredReport {
  const privacy = readPrivacy(parameters) ?? report.privacy;
  // Any privacy other than Password removes the report's password.
  const password = privacy === 2 ? (parameters.get('password') ?? report.password) : null;
  const areResultsRequested = parameters.get('results') === '1';
  const noResult = areResultsRequested && { score: null, result: null, generated_at: null };
  return store.change(report, { privacy, password, ...noResult });
}

function readPrivacy(parameters: Parameters): Privacy | undefined {
  return ([0, 1, 2] as const).find((privacy) => String(privacy) === parameters.get('privacy'));
}
