import { activeBackoff } from '@/lib/jobs/backoff';
import { entryId, isCreationEntry } from '@/lib/jobs/entry';
import { currentEntry, entriesOf, isOperation, NO_JOBS } from '@/lib/jobs/jobs-state';
import { isFinished, isIn } from '@/lib/jobs/operation';
import { pressOf } from '@/lib/jobs/presses';
import { reduce } from '@/lib/jobs/reduce';
import { isDeciding } from '@/lib/jobs/steps';
import type {
  Command,
  Entry,
  Job,
  JobsEvent,
  JobsState,
  Moment,
  Preparation,
  Press,
  RecentOperation,
  Subject,
} from '@/lib/jobs/types';
import { wakeTime } from '@/lib/jobs/wake-time';
import type { Report, ReportList } from '@/lib/report/report';
import { NEWEST_QUERY } from '@/lib/report/report-query';
import { referTo } from '@/lib/report/report-reference';
import type { Result } from '@/lib/result';
import { FAILURES, type FailureName } from '../../support/sample-failures';
import { NOW } from './sample-state';
import { stateFindings, waitingFindings } from './state-findings';
import { createWorldService, oldReport } from './world-service';
import { createWorldStorage } from './world-storage';

type Action = 'cancel' | 'pause' | 'resume' | 'retry' | 'remove';

/** One event of a scenario. `at` chooses one of the jobs, or one of the requests in flight. */
export type Step =
  | { do: 'create'; page: number; isConfirmed: boolean }
  | { do: 'edit'; kind: 'update' | 'delete'; report: number }
  | { do: 'batch'; kind: Job['kind']; from: number; size: number }
  | { do: 'act'; at: number; action: Action }
  | { do: 'storage'; isRefused: boolean }
  | { do: 'prepare'; at: number; outcome: 'ready' | 'failed' | 'lostPassword' | 'noPermission' }
  | { do: 'answer'; at: number; failure: FailureName | null; isCarriedOut: boolean }
  | { do: 'look'; failure: FailureName | null }
  | { do: 'publish' }
  | { do: 'read'; failure: FailureName | null }
  | { do: 'list' }
  | { do: 'retry now' }
  | { do: 'pass'; seconds: number }
  | { do: 'restart'; areCarriedOut: boolean };

/** Failures after which the service may have carried out a request. */
const WITHOUT_ANSWER: readonly FailureName[] = [
  'unreachable',
  'timed out',
  '500',
  'a redirect',
  'a web page',
];

/** The unfinished work of a worker. */
interface Pending {
  storage: (Extract<Command, { kind: 'store' | 'remove' }> | { kind: 'removeFormerChunks' })[];
  preparing: string[];
  sent: Entry[];
  looking: Extract<Command, { kind: 'lookUp' | 'check' }>[];
  /** The finished single jobs whose outcomes are being published. */
  ended: string[];
  isPressed: boolean;
}

const NOTHING: Pending = {
  storage: [],
  preparing: [],
  sent: [],
  looking: [],
  ended: [],
  isPressed: false,
};

/** Simulates a person, storage, a service and workers around the reducer of one connection. */
export function createEventWorld() {
  const storage = createWorldStorage();
  const service = createWorldService();
  let state: JobsState = NO_JOBS;
  let now = NOW;
  let pending = structuredClone(NOTHING);
  let published: readonly RecentOperation[] = [];
  /** The batches that the current worker has read. */
  let startedBatches: ReadonlySet<string> = new Set();
  let jobCount = 0;
  /** For each job, the number of presses on *Retry*. */
  const retries = new Map<string, number>();
  const takenBack = new Set<string>();
  const seen = new Set<string>();
  const removed = new Set<string>();
  const findings: string[] = [];

  const moment = (): Moment => ({ now, time: now, isOnline: true });

  function expectThat(isTrue: boolean, finding: string): void {
    if (!isTrue) findings.push(finding);
  }

  function dispatch(event: JobsEvent): void {
    const before = state;
    const next = reduce(before, event, moment());
    state = next.state;
    for (const command of next.commands) execute(command);
    findings.push(...stateFindings(state));
    checkEvent(before, event);
  }

  function execute(command: Command): void {
    switch (command.kind) {
      case 'prepare':
        pending.preparing.push(entryId(command.entry));
        break;
      case 'send':
        checkSent(command.entry);
        pending.sent.push(command.entry);
        break;
      case 'lookUp':
      case 'check':
        pending.looking.push(command);
        break;
      case 'store':
      case 'remove':
        expectThat(
          pending.storage.every(({ kind }) => kind !== command.kind),
          `two commands to ${command.kind} at once`,
        );
        pending.storage.push(command);
        break;
      case 'publish':
        published = state.recent;
        pending.ended.push(...command.ended);
        break;
      case 'reply':
        expectThat(pending.isPressed, 'a reply without a press');
        pending.isPressed = false;
        break;
    }
  }

  // The person.

  function press(one: Press): void {
    if (pending.isPressed) return;
    pending.isPressed = true;
    dispatch({ type: 'pressed', press: one });
  }

  function create(subjects: readonly Subject[], isBatch: boolean, isConfirmed = false): void {
    jobCount += 1;
    const newJob = { id: `j${jobCount}`, subjects, isBatch, isConfirmed };
    press(pressOf(newJob, { ...moment(), time: now + jobCount }));
  }

  function act(at: number, kind: Action): void {
    const jobs = [...state.jobs.values()];
    const job = jobs[at % jobs.length];
    if (job === undefined || pending.isPressed) return;
    const { id } = job.header;
    if (job.chunks === null) {
      dispatch({ type: 'operationsRead', jobId: id, chunks: storage.chunksOf(job.header) });
    }
    if (kind === 'retry') retries.set(id, (retries.get(id) ?? 0) + 1);
    press({ kind: 'act', jobId: id, action: { kind } });
  }

  // Browser and service.

  function settleStorage(isRefused: boolean): void {
    const command = pending.storage.shift();
    if (command === undefined) return;
    switch (command.kind) {
      case 'store':
        if (!isRefused) {
          storage.store(command.parts);
          storage.remove(command.removals);
        }
        dispatch({ type: isRefused ? 'refused' : 'stored' });
        break;
      case 'remove': {
        const { removals } = command;
        if (!isRefused) storage.remove(removals);
        dispatch(isRefused ? { type: 'removalRefused' } : { type: 'removed', removals });
        break;
      }
      case 'removeFormerChunks': {
        const used = [...state.storage.stored.values()].map(({ header }) => header);
        if (!isRefused) storage.removeFormerChunks(startedBatches, used);
        break;
      }
    }
  }

  function prepare(at: number, outcome: Extract<Step, { do: 'prepare' }>['outcome']): void {
    const { preparing } = pending;
    const operationId = preparing[at % preparing.length];
    if (operationId === undefined) return;
    pending.preparing = preparing.filter((id) => id !== operationId);
    if (outcome === 'ready') list();
    // A list that the whole service has failed to return begins a backoff.
    if (outcome === 'failed') {
      dispatch({ type: 'readEnded', operationId, failure: FAILURES['500'] });
    }
    dispatch({ type: 'prepared', operationId, preparation: preparationOf(outcome) });
  }

  function answer(at: number, failure: FailureName | null, isCarriedOut: boolean): void {
    const { sent } = pending;
    const entry = sent[at % sent.length];
    if (entry === undefined) return;
    pending.sent = sent.filter((one) => one !== entry);
    const { subject } = entry.operation;
    const exists = subject.kind === 'create' || service.reportOf(subject) !== undefined;
    const actual = failure === null && !exists ? '404' : failure;
    const mayAct = actual === null || (WITHOUT_ANSWER.includes(actual) && isCarriedOut);
    const report = mayAct && exists ? service.carryOut(entry) : null;
    const result = actual === null ? { value: report } : { failure: FAILURES[actual] };
    dispatch({ type: 'answered', operationId: entryId(entry), answer: { result, isGone: false } });
  }

  function list(): void {
    const read = service.list();
    dispatch({ type: 'listed', query: NEWEST_QUERY, page: 1, list: read, requestedAt: now });
  }

  function look(name: FailureName | null): void {
    const command = pending.looking.shift();
    if (command === undefined) return;
    const operationId = entryId(command.entry);
    const failure = name === null ? null : FAILURES[name];
    dispatch({ type: 'readEnded', operationId, failure });
    if (command.kind === 'check') {
      const report = service.reportOf(command.entry.operation.subject);
      const shown: Result<Report> =
        report === undefined ? { failure: FAILURES['404'] } : { value: report };
      dispatch({ type: 'checked', operationId, read: failure === null ? shown : { failure } });
      return;
    }
    if (failure === null) list();
    const current = currentEntry(state.jobs, command.entry);
    const isFound = current === undefined || !isIn(current.operation, 'unverified');
    const read: Result<ReportList> = failure === null ? { value: service.list() } : { failure };
    const newest = isDeciding(command.entry.operation) ? read : null;
    dispatch({ type: 'lookedUp', operationId, lists: isFound ? null : { own: read, newest } });
  }

  /** Starts the next worker. The requests and writes of the current worker get no answer. */
  function restart(areCarriedOut: boolean): void {
    for (const entry of pending.sent) {
      const { subject } = entry.operation;
      const exists = subject.kind === 'create' || service.reportOf(subject) !== undefined;
      if (areCarriedOut && exists) service.carryOut(entry);
    }
    const backoff = activeBackoff(state.service.backoff);
    pending = structuredClone(NOTHING);
    state = NO_JOBS;
    const jobs = [...storage.headers.values()].map(storage.read);
    const batches = jobs.filter(({ header }) => header.isBatch);
    startedBatches = new Set(batches.map(({ header }) => header.id));
    dispatch({ type: 'started', jobs, recent: published, backoff });
    pending.storage.push({ kind: 'removeFormerChunks' });
  }

  // Checks.

  function checkSent(entry: Entry): void {
    const id = entryId(entry);
    const { backoff, probe } = state.service;
    const { attempts, baseline } = entry.operation;
    const header = storage.headers.get(entry.job.id);
    const stored = header && storage.chunksOf(header).flat()[entry.index];
    const isStored =
      isOperation(stored) &&
      isIn(stored, 'sending') &&
      stored.attempts === attempts &&
      stored.baseline === baseline;
    expectThat(isStored, `${id} is sent, and is not stored as sending`);
    expectThat(!takenBack.has(id), `${id} was taken back, and is sent`);
    const isAllowed = backoff.kind === 'none' || probe?.operationId === id;
    expectThat(isAllowed, `${id} is sent during a backoff`);
    expectThat(!isCreationEntry(entry) || attempts <= 4, `${id} is sent too often`);
  }

  function checkEvent(before: JobsState, event: JobsEvent): void {
    const { press: inWrite = null } = before.storage.write ?? {};
    const mayAdd = event.type === 'stored' || event.type === 'started';
    for (const id of state.jobs.keys()) {
      expectThat(mayAdd || before.jobs.has(id), `${id} appears at ${event.type}`);
      seen.add(id);
    }
    if (event.type === 'refused' && inWrite !== null) {
      expectThat(state.jobs === before.jobs, 'a refused press changes jobs');
    }
    if (event.type === 'stored' && inWrite?.kind === 'act') {
      if (inWrite.action.kind === 'cancel') checkTakenBack(before, inWrite.jobId);
    }
    if (event.type === 'stored' && inWrite?.kind === 'act' && inWrite.action.kind === 'remove') {
      if (!state.jobs.has(inWrite.jobId)) removed.add(inWrite.jobId);
    }
    for (const id of removed) expectThat(!state.jobs.has(id), `${id} comes back after its removal`);
    for (const id of seen) {
      const isKnown = state.jobs.has(id) || state.recent.some(({ jobId }) => jobId === id);
      expectThat(isKnown || removed.has(id), `${id} is lost`);
    }
  }

  /** Checks that a stored press has taken back the operations of a job. */
  function checkTakenBack(before: JobsState, jobId: string): void {
    const job = before.jobs.get(jobId);
    for (const entry of job === undefined ? [] : entriesOf(job)) {
      if (isIn(entry.operation, 'needsAttention') && entry.job.isBatch) continue;
      const current = currentEntry(state.jobs, entry)?.operation;
      const isStopped =
        current === undefined || isFinished(current) || current.isTakenBack === true;
      expectThat(isStopped, `${entryId(entry)} continues after Cancel`);
      takenBack.add(entryId(entry));
    }
  }

  /** Checks jobs, storage and service after everything has ended. */
  function checkEnd(): void {
    findings.push(...waitingFindings(state));
    for (const { header, chunks } of state.jobs.values()) {
      const isSame =
        JSON.stringify(storage.headers.get(header.id)) === JSON.stringify(header) &&
        (chunks === null || JSON.stringify(storage.chunksOf(header)) === JSON.stringify(chunks));
      expectThat(isSame, `${header.id} differs from storage`);
    }
    for (const id of storage.headers.keys()) {
      expectThat(state.jobs.has(id), `${id} is in storage only`);
    }
    for (const [id, count] of service.made) {
      const jobId = id.slice(0, id.lastIndexOf('-'));
      expectThat(count <= 1 + (retries.get(jobId) ?? 0), `${id} has made ${count} reports`);
    }
  }

  function play(step: Step): void {
    switch (step.do) {
      case 'create':
        create([creationOf(step.page)], false, step.isConfirmed);
        break;
      case 'edit':
        create([editOf(step.kind, step.report)], false);
        break;
      case 'batch':
        create(subjectsOf(step), true);
        break;
      case 'act':
        act(step.at, step.action);
        break;
      case 'storage':
        settleStorage(step.isRefused);
        break;
      case 'prepare':
        prepare(step.at, step.outcome);
        break;
      case 'answer':
        answer(step.at, step.failure, step.isCarriedOut);
        break;
      case 'look':
        look(step.failure);
        break;
      case 'publish': {
        const jobIds = pending.ended;
        pending.ended = [];
        if (jobIds.length > 0) dispatch({ type: 'published', jobIds });
        break;
      }
      case 'read': {
        const failure = step.failure === null ? null : FAILURES[step.failure];
        dispatch({ type: 'readEnded', operationId: null, failure });
        break;
      }
      case 'list':
        list();
        break;
      case 'retry now':
        dispatch({ type: 'probeRequested' });
        break;
      case 'pass':
        now += step.seconds * 1000;
        dispatch({ type: 'woken' });
        break;
      case 'restart':
        restart(step.areCarriedOut);
        break;
    }
  }

  function isBusy(): boolean {
    const { storage: stored, preparing, sent, looking, ended } = pending;
    return [stored, preparing, sent, looking, ended].some(({ length }) => length > 0);
  }

  /** Lets all requests and writes succeed until no work is left. */
  function finish(): void {
    for (let round = 0; round < 400; round += 1) {
      while (isBusy()) {
        settleStorage(false);
        prepare(0, 'ready');
        answer(0, null, true);
        look(null);
        play({ do: 'publish' });
      }
      play({ do: 'retry now' });
      if (!isBusy() && wakeTime(state, moment()) === null) return;
      play({ do: 'pass', seconds: 70 });
    }
    findings.push('the jobs never end');
  }

  return {
    /** Plays steps, then finishes all work. Returns violations of the guarantees, as sentences. */
    play(steps: readonly Step[]): readonly string[] {
      restart(false);
      for (const step of steps) {
        play(step);
        if (findings.length > 0) return findings;
      }
      finish();
      checkEnd();
      restart(false);
      finish();
      checkEnd();
      const headers = [...state.jobs.values()].map(({ header }) => header);
      expectThat(storage.hasOnlyChunksOf(headers), 'storage has other chunks');
      return findings;
    },
  };
}

function preparationOf(outcome: Extract<Step, { do: 'prepare' }>['outcome']): Preparation {
  if (outcome === 'ready') return { kind: 'ready', canUseList: true };
  if (outcome === 'lostPassword') return { kind: 'lostPassword' };
  const missing = outcome === 'noPermission' ? FAILURES['a missing permission'] : null;
  return { kind: 'failed', missingPermission: missing };
}

function creationOf(page: number): Subject {
  return { kind: 'create', url: `https://new.example/${page}`, privacy: 1 };
}

function editOf(kind: 'update' | 'delete', number: number): Subject {
  const report = referTo(oldReport(number));
  return kind === 'delete' ? { kind, report } : { kind, report, update: { privacy: 0 } };
}

function subjectsOf({ kind, from, size }: Extract<Step, { do: 'batch' }>): Subject[] {
  return Array.from({ length: size }, (_, at) =>
    kind === 'create' ? creationOf(from + at) : editOf(kind, from + at),
  );
}
