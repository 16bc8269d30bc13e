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
import { eventFindings, pauseFindings, sendFindings } from './event-violations';
import { commandText, eventText, note } from './log';
import type { RunningProcess, Worker, World } from './model';
import { listedReports } from './model-service';
import { hasPassword, readChunks, readJobs, removeFormerParts } from './model-storage';
import { type Call, noteReply } from './person';
import { check, lookUp, type Process, prepare, readBaseline, refresh, send } from './requests';

// A plain shell of the jobs: applies events, and turns commands into pending calls.

/** Returns the running worker. Starts a worker if the browser has stopped it. */
export function runningWorker(world: World): Worker {
  if (world.worker !== null) return world.worker;
  const clock = createClock(() => world.now);
  const worker: Worker = {
    state: NO_JOBS,
    clock,
    events: [],
    isDispatching: false,
    calls: [],
    isCalling: false,
    tools: {
      state: () => worker.state,
      moment: () => momentOf(world, worker),
      clock,
      dispatch: (event) => dispatch(world, event),
      missingPermission: () =>
        world.isAllowed ? null : { code: 'noPermission', origin: 'https://service.example' },
      hasPassword: (jobId) => hasPassword(world.storage, jobId),
      withPassword: new Set(),
      readUnverifiable: () => readUnverifiable(world),
    },
    waitingForBaseline: [],
  };
  world.worker = worker;
  const { recent, backoff } = world.storage;
  removeFormerParts(world.storage);
  dispatch(world, { type: 'started', jobs: readJobs(world.storage), recent, backoff });
  resumeWork(world);
  return worker;
}

/** Continues the work after an alarm. */
export function resumeWork(world: World): void {
  const { state } = runningWorker(world);
  const jobIds = [...state.jobs.values()].filter((one) => lacksPassword(world, one));
  if (jobIds.length > 0) {
    dispatch(world, { type: 'passwordsLost', jobIds: jobIds.map(({ header }) => header.id) });
  }
  dispatch(world, { type: 'woken' });
}

function lacksPassword({ storage }: World, { header, counts, chunks }: JobState): boolean {
  const first = chunks?.[0]?.[0];
  const isWaiting = counts.queued > 0 && !header.isPaused && isOperation(first);
  const needsPassword = isWaiting && privacyOf(first.subject) === Privacy.Password;
  return needsPassword && !hasPassword(storage, header.id);
}

export function momentOf({ now, isOnline }: World, { clock }: Worker): Moment {
  return { now, time: clock.latest(), isOnline };
}

/** Applies an event, and the events that follow. */
export function dispatch(world: World, event: JobsEvent): void {
  const worker = runningWorker(world);
  worker.events.push(event);
  if (worker.isDispatching) return;
  worker.isDispatching = true;
  for (let one = worker.events.shift(); one !== undefined; one = worker.events.shift()) {
    apply(world, worker, one);
  }
  worker.isDispatching = false;
  while (!worker.isCalling && worker.calls.length > 0) beginCall(world, worker);
}

function apply(world: World, worker: Worker, event: JobsEvent): void {
  const before = worker.state;
  const { state, commands } = world.reduce(before, event, momentOf(world, worker));
  note(world, () => `event ${eventText(event)}`);
  worker.state = state;
  worker.clock.pass(state.time);
  world.storage.backoff = state.service.backoff;
  if (event.type === 'started') noteOutcomes(world, state.recent);
  addFindings(world, eventFindings({ event, before, after: state, commands }));
  for (const command of commands) execute(world, worker, command, before);
  addFindings(world, pauseFindings(world.person, state));
}

function addFindings(world: World, findings: readonly string[]): void {
  for (const finding of findings) world.findings.add(finding);
}

function noteOutcomes({ outcomes }: World, ends: readonly RecentOperation[]): void {
  for (const { jobId, index, operation } of ends) outcomes.set(`${jobId}-${index}`, operation);
}

function execute(world: World, worker: Worker, command: Command, before: JobsState): void {
  note(world, () => `  command ${commandText(command)}`);
  switch (command.kind) {
    case 'store':
      world.pending.push({ kind: 'store', command });
      return;
    case 'remove':
      world.pending.push({ kind: 'remove', command });
      return;
    case 'publish': {
      noteOutcomes(world, command.changes.finished);
      world.pending.push({ kind: 'publish', command });
      return;
    }
    case 'reply': {
      const call = worker.calls.shift();
      worker.isCalling = false;
      if (call === undefined) {
        world.findings.add('a reply belongs to no press');
        return;
      }
      addFindings(world, noteReply(call, command.reply, before, worker.state));
      return;
    }
    case 'prepare':
      start(world, 'prepare', prepare(worker.tools, command.entry));
      return;
    case 'send':
      addFindings(world, sendFindings(world, { before, after: worker.state }, command.entry));
      start(world, 'send', send(worker.tools, command.entry));
      return;
    case 'lookUp':
      start(world, 'look up', lookUp(worker.tools, command.entry));
      return;
    case 'check':
      start(world, 'check', check(worker.tools, command.entry));
      return;
  }
}

// Calls of extension pages.

/** Calls the worker. Calls follow one another. */
export function call(world: World, made: Call): void {
  const worker = runningWorker(world);
  worker.calls.push(made);
  if (!worker.isCalling && !worker.isDispatching) beginCall(world, worker);
}

function beginCall(world: World, worker: Worker): void {
  const [made] = worker.calls;
  if (made === undefined) return;
  worker.isCalling = true;
  const { newJob } = made.job;
  readOperations(world, newJob.id);
  const moment = momentOf(world, worker);
  const press =
    made.kind === 'create'
      ? pressOf(newJob, { ...moment, time: worker.clock.next() })
      : ({ kind: 'act', jobId: newJob.id, action: made.action } as const);
  note(world, () => `press ${JSON.stringify(made.kind === 'act' ? made.action : newJob)}`);
  dispatch(world, { type: 'pressed', press });
}

/** Reads the operations of a finished batch. */
export function readOperations(world: World, jobId: string): void {
  const job = world.worker?.state.jobs.get(jobId);
  if (job === undefined || job.chunks !== null) return;
  const chunks = readChunks(world.storage, job.header);
  dispatch(world, { type: 'operationsRead', jobId, chunks });
}

function readUnverifiable(world: World): void {
  for (const { header } of world.worker?.state.jobs.values() ?? []) {
    if (header.finished?.hasUnverifiable) readOperations(world, header.id);
  }
}

/** Reads the list of an extension page. */
export function refreshList(world: World): void {
  const { tools } = runningWorker(world);
  start(world, 'refresh', refresh(tools));
}

// Processes.

function start(world: World, name: string, process: Process): void {
  resume(world, { name, process }, undefined);
}

/** Continues a process until it waits again. */
export function resume(world: World, running: RunningProcess, result: unknown): void {
  const { done, value: waiting } = running.process.next(result);
  if (done === true) return;
  switch (waiting.on) {
    case 'browser':
      world.pending.push({ kind: 'browser', running });
      return;
    case 'service': {
      const { request } = waiting;
      const reports = request.verb === 'list' ? listedReports(world.service) : [];
      world.pending.push({ kind: 'request', running, request, reports, slow: null });
      return;
    }
    case 'baseline': {
      const worker = runningWorker(world);
      worker.waitingForBaseline.push(running);
      if (worker.waitingForBaseline.length > 1) return;
      start(world, 'baseline', shareBaseline(world, worker, waiting.operationId));
    }
  }
}

/** Reads the list for baselines, and continues the processes that wait for the list. */
function* shareBaseline(world: World, worker: Worker, operationId: string): Process {
  const list = yield* readBaseline(worker.tools, operationId);
  const waiting = worker.waitingForBaseline;
  worker.waitingForBaseline = [];
  for (const running of waiting) resume(world, running, list);
}
