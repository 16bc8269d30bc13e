import { type Answer, emptyAnswer, invalid, jsonAnswer, refusal } from './answer';
import { type Call, findRoute } from './api-route';
import type { AnalysisTime } from './behaviour';
import { parameterMistakes } from './parameter-rules';
import { protocolRefusal } from './protocol-rules';
import type { RecordedRequest } from './recorded-request';
import type { Analysis, Privacy, StoredReport } from './report';
import { readId, writeId } from './report-id';
import { writeAccount, writeList, writeSingle } from './report-json';
import { selectReports } from './report-list';
import type { ReportChanges, ReportStore } from './report-store';
import type { Shape } from './shape';

/** What the API works on. */
export interface ApiContext {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly store: ReportStore;
  /** Rates an absolute http or https URL; never rejects. */
  readonly analyse: (url: string) => Promise<Analysis>;
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
export async function answerCall(
  request: RecordedRequest,
  context: ApiContext,
  manner: Manner,
): Promise<Answer> {
  const route = findRoute(request.method, request.path);
  if ('status' in route) return route;
  const { call, id } = route;
  const refused = protocolRefusal(call, request, context.apiKey);
  if (refused) return refused;

  const report = id === null ? undefined : context.store.find(readId(id) ?? 0);
  if (id !== null && !report) return refusal(404, 'There is no report with this id.');
  const given = call === 'create' || call === 'update' ? request.form : request.query;
  const mistakes = parameterMistakes(call, given, report);
  if (mistakes) return invalid(mistakes);

  const task = { ...context, ...manner, parameters: new Map(given) };
  return report ? workOnReport(call, task, report) : work(call, task);
}

/** Analyses a report and keeps what was found; undefined when it was deleted meanwhile. */
export async function analyseReport(
  report: StoredReport,
  { store, analyse }: ApiContext,
): Promise<StoredReport | undefined> {
  const analysis = await analyse(report.url);
  const at = now();
  return store.change(report.id, { ...analysis, generated_at: at }, { at, event: 'analysed' });
}

function work(call: Call, task: Task): Answer | Promise<Answer> {
  if (call === 'create') return create(task);
  if (call === 'account') return jsonAnswer(200, writeAccount(task.shape));
  const page = selectReports(task.store.newestFirst(), task.parameters);
  return jsonAnswer(200, writeList(page, `${task.baseUrl}/api/v1/reports`, task.shape));
}

function workOnReport(call: Call, task: Task, report: StoredReport): Answer | Promise<Answer> {
  if (call === 'update') return update(task, report);
  if (call === 'remove') return remove(task, report);
  return jsonAnswer(200, writeSingle(report, task.shape));
}

async function create(task: Task): Promise<Answer> {
  const { parameters, shape, store } = task;
  const password = parameters.get('password');
  const created = store.add({
    url: parameters.get('url') ?? '',
    privacy: readPrivacy(parameters.get('privacy')) ?? 1,
    ...(password !== undefined && { password }),
    result: null,
    created_at: now(),
  });
  const report = task.analysis === 'wait' ? await analyseReport(created, task) : created;
  return shape.create === 204
    ? emptyAnswer()
    : jsonAnswer(shape.create, writeSingle(report ?? created, shape));
}

async function update(task: Task, report: StoredReport): Promise<Answer> {
  const { parameters, shape, store } = task;
  const again = parameters.get('results') === '1';
  const changes: ReportChanges = {
    ...privacyChanges(parameters, report),
    ...(again && { result: null, generated_at: null, checks: [] }),
  };
  const changed = store.change(report.id, changes, { at: now(), event: 'updated' }) ?? report;
  const updated = again && task.analysis === 'wait' ? await analyseReport(changed, task) : changed;
  return shape.update === 204
    ? emptyAnswer()
    : jsonAnswer(200, writeSingle(updated ?? changed, shape));
}

function remove({ shape, store }: Task, report: StoredReport): Answer {
  store.remove(report.id);
  return shape.remove === 204
    ? emptyAnswer()
    : jsonAnswer(200, { object: 'report', id: writeId(report.id, shape), deleted: true });
}

/** A report that is no longer behind a password forgets it. */
function privacyChanges(
  parameters: ReadonlyMap<string, string>,
  report: StoredReport,
): ReportChanges {
  const privacy = readPrivacy(parameters.get('privacy'));
  if (privacy === undefined) return {};
  const password = privacy === 2 ? (parameters.get('password') ?? report.password) : null;
  return { privacy, password };
}

function readPrivacy(value: string | undefined): Privacy | undefined {
  if (value === undefined) return undefined;
  return value === '0' ? 0 : value === '2' ? 2 : 1;
}

function now(): string {
  return new Date().toISOString();
}
