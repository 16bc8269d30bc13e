import type { AnalysisTime } from './behaviour';
import type { RecordedRequest } from './recorded-request';
import { readId, type Shape, writeAccount, writeId, writeList, writeSingle } from './report-json';
import { type ReportStore, selectReports } from './report-store';
import { type Answer, invalid, jsonAnswer, keyRefusal, refusal } from './served-answer';
import type { Privacy, StoredReport } from './served-report';
import { findEndpoint, parameterMistakes, protocolMistake } from './strictness';

/** What the API works on. */
export interface ApiContext {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly store: ReportStore;
  /** Keys of other accounts, which have reports of their own. */
  readonly others: ReadonlyMap<string, OtherAccount>;
}

/** An account beside the one that `apiKey` belongs to. */
export interface OtherAccount {
  /** Null: the key may not read whose it is. */
  readonly id: number | null;
  readonly store: ReportStore;
}

/** How one request is to be answered. */
export interface Manner {
  readonly shape: Shape;
  readonly analysis: AnalysisTime;
}

interface Task extends ApiContext, Manner {
  readonly parameters: ReadonlyMap<string, string>;
}

/** Judges a request strictly by the interface, does its work and answers. Errors are JSON answers. */
export function answerCall(request: RecordedRequest, all: ApiContext, manner: Manner): Answer {
  const endpoint = findEndpoint(request.method, request.path);
  if ('status' in endpoint) return endpoint;
  const { authorization = '' } = request.headers;
  const other = all.others.get(authorization.replace('Bearer ', ''));
  if (authorization !== `Bearer ${all.apiKey}` && !other) return keyRefusal;
  const context = { ...all, ...(other && { store: other.store }) };
  const mistake = protocolMistake(request);
  if (mistake !== null) return refusal(400, mistake);

  const id = endpoint.path.exec(request.path)?.[1];
  const report = id === undefined ? undefined : context.store.find(readId(id));
  if (id !== undefined && !report) return refusal(404, 'There is no report with this id.');
  // The one of them that the call does not use is empty by now.
  const given = [...request.query, ...request.form];
  const mistakes = parameterMistakes(endpoint, given, report);
  if (mistakes) return invalid(mistakes);

  const task = { ...context, ...manner, parameters: new Map(given) };
  const { baseUrl, shape, store } = task;
  if (endpoint.call === 'account') {
    if (other?.id === null) return refusal(403, 'This key may not read its account.');
    return jsonAnswer(200, writeAccount(other?.id));
  }
  if (endpoint.call === 'create') return jsonAnswer(201, writeSingle(create(task), baseUrl, shape));
  if (!report) {
    const page = selectReports(store.newestFirst(), task.parameters);
    return jsonAnswer(200, writeList(page, baseUrl, shape));
  }
  if (endpoint.call === 'remove') {
    store.remove(report.id);
    return jsonAnswer(200, { object: 'report', id: writeId(report.id, shape), deleted: true });
  }
  const shown = endpoint.call === 'update' ? update(task, report) : report;
  return jsonAnswer(200, writeSingle(shown, baseUrl, shape));
}

function create({ analysis, parameters, store }: Task): StoredReport {
  const password = parameters.get('password');
  const created = store.add({
    url: parameters.get('url') ?? '',
    privacy: readPrivacy(parameters) ?? 1,
    ...(password !== undefined && { password }),
    result: null,
    created_at: new Date().toISOString(),
  });
  return analysis === 'wait' ? store.analyse(created) : created;
}

function update({ analysis, parameters, store }: Task, report: StoredReport): StoredReport {
  const privacy = readPrivacy(parameters) ?? report.privacy;
  // A report that is no longer behind a password forgets it.
  const password = privacy === 2 ? (parameters.get('password') ?? report.password) : null;
  const again = parameters.get('results') === '1';
  const pending = again && { result: null, generated_at: null, checks: [] };
  const updated = store.change(report, { privacy, password, ...pending });
  return again && analysis === 'wait' ? store.analyse(updated) : updated;
}

function readPrivacy(parameters: ReadonlyMap<string, string>): Privacy | undefined {
  const privacies: Readonly<Record<string, Privacy>> = { 0: 0, 1: 1, 2: 2 };
  return privacies[parameters.get('privacy') ?? ''];
}
