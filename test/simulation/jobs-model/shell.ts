import { activeBackoff } from '@/lib/jobs/backoff';
import { createClock } from '@/lib/jobs/clock';
import { isOperation, NO_JOBS } from '@/lib/jobs/jobs-state';
import { privacyOf } from '@/lib/jobs/operation';
import { pressOf } from '@/lib/jobs/presses';
import type {
  Command,
  JobState,
  JobsEvent,
  JobsState,
  Moment,
  RecentOperation,
} from '@/lib/jobs/types';
import { Privacy } from '@/lib/report/privacy';
import { batchViolations, eventViolations, sendViolations } from './event-violations';
import { commandText, eventText, writeLog } from './log';
import type { Model, RunningProcess, Worker } from './model';
import { listedReports } from './model-service';
import { readChunks, readJobs, removeOutdatedChunks, storedPassword } from './model-storage';
import { applyReply, type Call } from './person';
import { check, lookUp, type Process, prepare, readBaseline, refresh, send } from './requests';

// The shell of the model applies events and executes commands, as lib/jobs/jobs-shell.ts does. Asynchronous
// commands become pending calls.

/** Returns the running worker. Starts a new worker if the browser has stopped the former worker. */
export function runningWorker(model: Model): Worker {
  if (model.worker !== null) return model.worker;
  const clock = createClock(() => model.now);
  const worker: Worker = {
    state: NO_JOBS,
    clock,
    events: [],
    isDispatching: false,
    calls: [],
    isProcessingCall: false,
    tools: {
      state: () => worker.state,
      moment: () => momentOf(model, worker),
      clock,
      dispatch: (event) => dispatch(model, event),
      missingPermission: () =>
        model.isAllowed ? null : { code: 'noPermission', origin: 'https://service.example' },
      password: (jobId) => storedPassword(model.storage, jobId),
      readUnverifiable: () => readUnverifiable(model),
    },
    waitingForBaseline: [],
  };
  model.worker = worker;
  const { recent, backoff } = model.storage;
  removeOutdatedChunks(model.storage);
  dispatch(model, { type: 'started', jobs: readJobs(model.storage), recent, backoff });
  resumeWork(model);
  return worker;
}

/** Continues the work, as after an alarm. */
export function resumeWork(model: Model): void {
  const { state } = runningWorker(model);
  const jobs = [...state.jobs.values()].filter((job) => lacksPassword(model, job));
  if (jobs.length > 0) {
    dispatch(model, { type: 'passwordsLost', jobIds: jobs.map(({ header }) => header.id) });
  }
  dispatch(model, { type: 'woken' });
}

function lacksPassword({ storage }: Model, { header, counts, chunks }: JobState): boolean {
  const first = chunks?.[0]?.[0];
  const isWaiting = counts.queued > 0 && !header.isPaused && isOperation(first);
  const needsPassword = isWaiting && privacyOf(first.subject) === Privacy.Password;
  return needsPassword && storedPassword(storage, header.id) === undefined;
}

export function momentOf({ now, isOnline }: Model, { clock }: Worker): Moment {
  return { now, time: clock.latest(), isOnline };
}

/** Applies an event, and the events that follow. */
export function dispatch(model: Model, event: JobsEvent): void {
  const worker = runningWorker(model);
  worker.events.push(event);
  if (worker.isDispatching) return;
  worker.isDispatching = true;
  for (;;) {
    const next = worker.events.shift();
    if (next === undefined) break;
    apply(model, worker, next);
  }
  worker.isDispatching = false;
  while (!worker.isProcessingCall && worker.calls.length > 0) processFirstCall(model, worker);
}

function apply(model: Model, worker: Worker, event: JobsEvent): void {
  const before = worker.state;
  const { state, commands } = model.reduce(before, event, momentOf(model, worker));
  writeLog(model, () => `event ${eventText(event)}`);
  worker.state = state;
  worker.clock.pass(state.time);
  model.storage.backoff = activeBackoff(state.service.backoff);
  if (event.type === 'started') addFinished(model, state.recent);
  addViolations(model, eventViolations({ event, before, after: state, commands }));
  for (const command of commands) execute(model, worker, command, before);
  addViolations(model, batchViolations(model.person, state));
}

function addViolations(model: Model, violations: readonly string[]): void {
  for (const violation of violations) model.violations.add(violation);
}

function addFinished({ finishedOperations }: Model, recent: readonly RecentOperation[]): void {
  for (const { jobId, index, operation } of recent) {
    finishedOperations.set(`${jobId}-${index}`, operation);
  }
}

function execute(model: Model, worker: Worker, command: Command, before: JobsState): void {
  writeLog(model, () => `  command ${commandText(command)}`);
  switch (command.kind) {
    case 'store':
      model.pendingCalls.push({ kind: 'store', command });
      return;
    case 'remove':
      model.pendingCalls.push({ kind: 'remove', command });
      return;
    case 'publish': {
      addFinished(model, command.changes.finished);
      model.pendingCalls.push({ kind: 'publish', command });
      return;
    }
    case 'reply': {
      const call = worker.calls.shift();
      worker.isProcessingCall = false;
      if (call === undefined) {
        model.violations.add('a reply belongs to no press');
        return;
      }
      addViolations(model, applyReply(call, command.reply, before, worker.state));
      return;
    }
    case 'prepare':
      startProcess(model, 'prepare', prepare(worker.tools, command.entry));
      return;
    case 'send':
      addViolations(model, sendViolations(model, { before, after: worker.state }, command));
      startProcess(model, 'send', send(worker.tools, command.entry));
      return;
    case 'lookUp':
      startProcess(model, 'look up', lookUp(worker.tools, command.entry));
      return;
    case 'check':
      startProcess(model, 'check', check(worker.tools, command.entry));
      return;
  }
}

/** Calls the worker. The worker processes the call after all earlier calls. */
export function callWorker(model: Model, call: Call): void {
  const worker = runningWorker(model);
  worker.calls.push(call);
  if (!worker.isProcessingCall && !worker.isDispatching) processFirstCall(model, worker);
}

function processFirstCall(model: Model, worker: Worker): void {
  const [call] = worker.calls;
  if (call === undefined) return;
  worker.isProcessingCall = true;
  const { newJob } = call.job;
  readOperations(model, newJob.id);
  const moment = momentOf(model, worker);
  const press =
    call.kind === 'create'
      ? pressOf(newJob, { ...moment, time: worker.clock.next() })
      : ({ kind: 'act', jobId: newJob.id, action: call.action } as const);
  writeLog(model, () => `press ${JSON.stringify(call.kind === 'act' ? call.action : newJob)}`);
  dispatch(model, { type: 'pressed', press });
}

/** Reads the operations of a finished batch, unless the worker has already read them. */
export function readOperations(model: Model, jobId: string): void {
  const job = model.worker?.state.jobs.get(jobId);
  if (job === undefined || job.chunks !== null) return;
  const chunks = readChunks(model.storage, job.header);
  dispatch(model, { type: 'operationsRead', jobId, chunks });
}

function readUnverifiable(model: Model): void {
  for (const { header } of model.worker?.state.jobs.values() ?? []) {
    if (header.finished?.hasUnverifiable) readOperations(model, header.id);
  }
}

export function refreshList(model: Model): void {
  const { tools } = runningWorker(model);
  startProcess(model, 'refresh', refresh(tools));
}

function startProcess(model: Model, name: string, process: Process): void {
  resumeProcess(model, { name, process }, undefined);
}

/** Continues a process until its next request or read. */
export function resumeProcess(model: Model, running: RunningProcess, result: unknown): void {
  const { done, value: awaited } = running.process.next(result);
  if (done === true) return;
  switch (awaited.kind) {
    case 'browser':
      model.pendingCalls.push({ kind: 'browser', running });
      return;
    case 'service': {
      const { request } = awaited;
      const reports = request.verb === 'list' ? listedReports(model.service) : [];
      model.pendingCalls.push({ kind: 'request', running, request, reports, delayedAnswer: null });
      return;
    }
    case 'baseline': {
      const worker = runningWorker(model);
      worker.waitingForBaseline.push(running);
      if (worker.waitingForBaseline.length > 1) return;
      startProcess(model, 'baseline', readSharedBaseline(model, worker, awaited.operationId));
    }
  }
}

/** Reads the list for baselines, and continues the processes that wait for the list. */
function* readSharedBaseline(model: Model, worker: Worker, operationId: string): Process {
  const list = yield* readBaseline(worker.tools, operationId);
  const processes = worker.waitingForBaseline;
  worker.waitingForBaseline = [];
  for (const running of processes) resumeProcess(model, running, list);
}
