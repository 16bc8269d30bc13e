import { analyse } from './analysis';
import type { AnalysisTime } from './behaviour';
import type { RecordedRequest } from './recorded-request';
import { readId, writeId } from './report-id';
import { writeAccount, writeList, writeSingle } from './report-json';
import type { ReportStore } from './report-store';
import {
  type Answer,
  emptyAnswer,
  invalid,
  jsonAnswer,
  keyRefusal,
  refusal,
} from './served-answer';
import { findEndpoint } from './served-endpoints';
import { selectReports } from './served-list';
import type { Privacy, StoredReport } from './served-report';
import type { Shape } from './shape';
import { parameterMistakes, protocolMistake } from './strictness';

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
  if (endpoint.call === 'account') {
    if (other?.id === null) return refusal(403, 'This key may not read its account.');
    return jsonAnswer(200, writeAccount(task.shape, other?.id));
  }
  if (endpoint.call === 'create') return create(task);
  if (!report) return list(task);
  if (endpoint.call === 'update') return update(task, report);
  if (endpoint.call === 'remove') return remove(task, report);
  return jsonAnswer(200, writeSingle(report, task.baseUrl, task.shape));
}

/** Analyses a report and keeps what was found. */
export function analyseReport(report: StoredReport, store: ReportStore): StoredReport {
  return store.change(report, { ...analyse(report.url), generated_at: now() });
}

function list({ baseUrl, parameters, shape, store }: Task): Answer {
  const page = selectReports(store.newestFirst(), parameters);
  return jsonAnswer(200, writeList(page, baseUrl, shape));
}

function create({ analysis, baseUrl, parameters, shape, store }: Task): Answer {
  const password = parameters.get('password');
  const created = store.add({
    url: parameters.get('url') ?? '',
    privacy: readPrivacy(parameters) ?? 1,
    ...(password !== undefined && { password }),
    result: null,
    created_at: now(),
  });
  const report = analysis === 'wait' ? analyseReport(created, store) : created;
  if (shape.create === 204) return emptyAnswer();
  return jsonAnswer(shape.create, writeSingle(report, baseUrl, shape));
}

function update(
  { analysis, baseUrl, parameters, shape, store }: Task,
  report: StoredReport,
): Answer {
  const privacy = readPrivacy(parameters) ?? report.privacy;
  // A report that is no longer behind a password forgets it.
  const password = privacy === 2 ? (parameters.get('password') ?? report.password) : null;
  const again = parameters.get('results') === '1';
  const pending = again && { result: null, generated_at: null, checks: [] };
  let updated = store.change(report, { privacy, password, ...pending });
  if (again && analysis === 'wait') updated = analyseReport(updated, store);
  return shape.update === 204
    ? emptyAnswer()
    : jsonAnswer(200, writeSingle(updated, baseUrl, shape));
}

function remove({ shape, store }: Task, report: StoredReport): Answer {
  store.remove(report.id);
  if (shape.remove === 204) return emptyAnswer();
  return jsonAnswer(200, { object: 'report', id: writeId(report.id, shape), deleted: true });
}

function readPrivacy(parameters: ReadonlyMap<string, string>): Privacy | undefined {
  const privacies: Readonly<Record<string, Privacy>> = { 0: 0, 1: 1, 2: 2 };
  return privacies[parameters.get('privacy') ?? ''];
}

function now(): string {
  return new Date().toISOString();
}
