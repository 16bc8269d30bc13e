import type { Behaviour } from './behaviour';
import type { RecordedRequest } from './recorded-request';
import { readId, writeAccount, writeId, writeList, writeSingle } from './report-json';
import { type ReportStore, selectReports } from './report-store';
import { type Answer, invalid, jsonAnswer, keyRefusal, refusal } from './served-answer';
import type { Privacy, StoredReport } from './served-report';
import { findEndpoint, parameterMistakes, protocolMistake } from './strictness';

/** What the API works on. */
export interface ApiContext {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly store: ReportStore;
  /** Further keys, with the reports of their accounts; an id is null where the key may not read whose it is. */
  readonly others: ReadonlyMap<string, { readonly id: number | null; readonly store: ReportStore }>;
}

type Parameters = ReadonlyMap<string, string>;

/** Judges a request strictly by the interface, does its work and answers. Errors are JSON answers. */
export function answerCall(
  request: RecordedRequest,
  { baseUrl, apiKey, others, ...own }: ApiContext,
  { shape = {}, analysis = 'wait' }: Behaviour,
): Answer {
  const endpoint = findEndpoint(request.method, request.path);
  if ('status' in endpoint) return endpoint;
  const { authorization = '' } = request.headers;
  const other = others.get(authorization.replace('Bearer ', ''));
  if (authorization !== `Bearer ${apiKey}` && !other) return keyRefusal;
  const { store } = other ?? own;
  const mistake = protocolMistake(request);
  if (mistake !== null) return refusal(400, mistake);

  const id = endpoint.path.exec(request.path)?.[1];
  const report = id === undefined ? undefined : store.find(readId(id));
  if (id !== undefined && !report) return refusal(404, 'There is no report with this id.');
  // The one of them that the call does not use is empty by now.
  const given = [...request.query, ...request.form];
  const mistakes = parameterMistakes(endpoint, given, report);
  if (mistakes) return invalid(mistakes);

  const parameters = new Map(given);
  if (endpoint.call === 'account') {
    if (other?.id === null) return refusal(403, 'This key may not read its account.');
    return jsonAnswer(200, writeAccount(other?.id));
  }
  if (!report && endpoint.call === 'list') {
    const page = selectReports(store.newestFirst(), parameters);
    return jsonAnswer(200, writeList(page, baseUrl, shape));
  }
  if (!report) {
    const created = create(store, parameters);
    const shown = analysis === 'wait' ? store.analyse(created) : created;
    return jsonAnswer(201, writeSingle(shown, baseUrl, shape));
  }
  if (endpoint.call === 'remove') {
    store.remove(report.id);
    return jsonAnswer(200, { object: 'report', id: writeId(report.id, shape), deleted: true });
  }
  let shown = endpoint.call === 'update' ? update(store, parameters, report) : report;
  const isDue = analysis === 'wait' && parameters.get('results') === '1';
  if (isDue) shown = store.analyse(shown);
  return jsonAnswer(200, writeSingle(shown, baseUrl, shape));
}

function create(store: ReportStore, parameters: Parameters): StoredReport {
  const password = parameters.get('password');
  return store.add({
    url: parameters.get('url') ?? '',
    privacy: readPrivacy(parameters) ?? 1,
    ...(password !== undefined && { password }),
    result: null,
    created_at: new Date().toISOString(),
  });
}

function update(store: ReportStore, parameters: Parameters, report: StoredReport): StoredReport {
  const privacy = readPrivacy(parameters) ?? report.privacy;
  // A report that is no longer behind a password forgets it.
  const password = privacy === 2 ? (parameters.get('password') ?? report.password) : null;
  const again = parameters.get('results') === '1';
  const pending = again && { result: null, generated_at: null, checks: [] };
  return store.change(report, { privacy, password, ...pending });
}

function readPrivacy(parameters: Parameters): Privacy | undefined {
  return ([0, 1, 2] as const).find((privacy) => String(privacy) === parameters.get('privacy'));
}
