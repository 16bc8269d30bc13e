import type { Failure } from '@/lib/failure';
import type { Report } from '@/lib/report/report';
import { hasFailed, type Result } from '@/lib/result';
import { BEFORE_DELETION, timeIn } from '@/lib/waiting-time';
import { changesOfAnswer, failureOfAnswer } from './answers';
import { afterListed, baselineOf, needsBaseline } from './baselines';
import { entryId } from './entry';
import {
  andThen,
  changedJobs,
  editsOf,
  entryAt,
  isFinishedSingle,
  isOperation,
  jobStateOf,
  jobsInOrder,
  next,
  recentOf,
  withChanges,
  withClaims,
  withoutFinishedSingles,
  withSummary,
} from './jobs-state';
import { changesOfCheck, changesOfList, changesOfLookup } from './lookups';
import { isEdit, isFinished, isIn, isUndecided, privacyOf, reportOfOperation } from './operation';
import { afterAnswerOfBatch, withoutAlikeAnswers } from './pausing';
import { effectOf, oldBatches } from './presses';
import { startRequests, withoutRequest } from './requests';
import * as service from './service-state';
import * as steps from './steps';
import {
  afterStored,
  entryStoredAsSending,
  maySend,
  startRemoval,
  startWrite,
  waitingChanges,
  withoutStored,
  withoutUnsendable,
  withRemovalOf,
} from './storing';
import type {
  Answer,
  Changes,
  Chunk,
  Entry,
  JobRemoval,
  JobState,
  JobsEvent,
  JobsState,
  LookupLists,
  Moment,
  Next,
  Operation,
  Preparation,
  Press,
  PressEffect,
  PublishedChanges,
  RecentOperation,
  UndecidedEdit,
  UnverifiedCreation,
  Write,
} from './types';

const NOTHING_FINISHED: PublishedChanges = {
  finished: [],
  needingAttention: [],
  isOnlyInBatches: false,
};

/**
 * Returns the state of all jobs after an event, with the commands that follow. After any event, the
 * last steps start the requests that may start, and store the changed jobs.
 */
export function reduce(state: JobsState, event: JobsEvent, moment: Moment): Next {
  // The next time of the state is never before the computer's clock.
  const time = Math.max(state.time, moment.time, moment.now - 1);
  const applied = afterEvent({ ...state, time }, event, moment);
  const ready = next(withoutUnsendable(applied.state), applied.commands);
  const requesting = andThen(ready, (one) => startRequests(one, moment));
  // A refused write is repeated at once only without its press, or with a press that was waiting.
  const belongsToPress = state.storage.write?.press != null || requesting.state.press !== null;
  const mayWrite = event.type !== 'refused' || belongsToPress;
  const written = mayWrite ? andThen(requesting, (one) => startWrite(one, moment)) : requesting;
  return event.type === 'removalRefused' ? written : andThen(written, startRemoval);
}

function afterEvent(state: JobsState, event: JobsEvent, moment: Moment): Next {
  switch (event.type) {
    case 'started':
      return afterStart(state, event, moment);
    case 'ending':
      return next(afterEnding(state));
    case 'pressed':
      return afterPress({ ...state, press: event.press }, moment);
    case 'stored':
      return afterWrite(state, moment);
    case 'refused':
      return afterRefusedWrite(state, moment);
    case 'published':
      return next(withRemovalOf(state, event.jobIds));
    case 'removed':
      return next(afterRemoval(state, event.removals));
    case 'removalRefused':
      return next({ ...state, storage: { ...state.storage, isRemoving: false } });
    case 'operationsRead':
      return next(withReadOperations(state, event.jobId, event.chunks));
    case 'prepared':
      return afterPreparation(state, event.operationId, event.preparation, moment);
    case 'answered':
      return afterAnswer(state, event.operationId, event.answer, moment);
    case 'lookedUp':
      // The end of the connection's use aborts lookups, and the lookups are repeated later.
      if (state.isEnding) return next(state);
      return afterLookup(state, event.operationId, event.lists, moment);
    case 'checked':
      if (state.isEnding) return next(state);
      return afterCheck(state, event.operationId, event.read, moment);
    case 'listed': {
      const { query, page, list, requestedAt } = event;
      const newestList =
        page === 1 ? afterListed(state.newestList, query, list, requestedAt) : state.newestList;
      return applyChanges({ ...state, newestList }, changesOfList(state, list.reports));
    }
    case 'readEnded': {
      const { operationId, failure } = event;
      const served = service.afterReadEnded(state.service, operationId, failure, moment);
      return next({ ...state, service: served });
    }
    case 'passwordsLost':
      return event.jobIds.reduce(
        (before, jobId) => andThen(before, (one) => afterLostPassword(one, jobId)),
        next(state),
      );
    case 'probeRequested':
      return next({ ...state, service: service.withDueProbe(state.service, moment) });
    case 'networkReturned':
      return next({ ...state, service: service.afterNetworkReturned(state.service, moment) });
    case 'woken':
      return next(state);
  }
}

/** Applies changes; without changes, nothing is published. */
function applyChanges(state: JobsState, changes: Changes): Next {
  const { operations = [], headers = [] } = changes;
  return operations.length + headers.length === 0 ? next(state) : withChanges(state, changes);
}

// The start of a worker.

function afterStart(
  state: JobsState,
  { jobs, recent, backoff, isUsedAgain = false }: Extract<JobsEvent, { type: 'started' }>,
  { now }: Moment,
): Next {
  // The browser may have stopped the worker after publishing the end of an operation, before
  // storing the end.
  const ends = new Map(recent.map((one) => [endId(one), one.operation]));
  const stored = jobsInOrder(jobs);
  const inOrder = [...stored.values()];
  const restarted = inOrder.map((job) => afterRestart(job, ends, now));
  const continued = isUsedAgain ? restarted.map((job) => withTimeToUndo(job, now)) : restarted;
  const times = [
    ...inOrder.map(({ header }) => header.createdAt),
    ...recent.map(({ endedAt }) => endedAt),
  ];
  // A read may have begun a backoff before the stored jobs were read.
  const isContinued = backoff !== null && state.service.backoff.kind === 'none';
  const before: JobsState = {
    ...state,
    isStarted: true,
    jobs: new Map(continued.map((job) => [job.header.id, job])),
    recent,
    time: Math.max(state.time, ...times),
    service: isContinued ? { ...state.service, backoff } : state.service,
    storage: { ...state.storage, stored },
  };
  const unlisted = unlistedEnds(before);
  const known = {
    ...before,
    recent: [...before.recent, ...unlisted],
    time: before.time + unlisted.length,
  };
  return withoutFinishedSingles(withoutOldBatches(known), NOTHING_FINISHED);
}

/** Removes the batches that the last worker has dropped, and may not have removed from storage. */
function withoutOldBatches(state: JobsState): JobsState {
  const kinds = ['create', 'update'] as const;
  const old = kinds.flatMap((kind) => oldBatches(state.jobs, kind, 0));
  return old.length === 0 ? state : withRemovalOf(withoutJobs(state, old), old);
}

function endId({ jobId, index }: Pick<RecentOperation, 'jobId' | 'index'>): string {
  return entryId({ job: { id: jobId }, index });
}

/** Returns a stored job, continued by a new worker. */
function afterRestart(job: JobState, ends: ReadonlyMap<string, Operation>, now: number): JobState {
  const { header, chunks } = job;
  if (chunks === null) return withSummary(job);
  const slots = chunks.flat();
  const continued = slots.map((slot, index) => {
    if (!isOperation(slot)) return slot;
    const end = ends.get(entryId({ job: header, index }));
    return end !== undefined && !isFinished(slot) ? end : steps.afterRestart(slot, now);
  });
  const isSame = continued.every((slot, index) => slot === slots[index]);
  return isSame ? withSummary(job) : jobStateOf(header, continued);
}

/** Returns a job whose time to undo begins now, if the job has deletions and none was sent. */
function withTimeToUndo(job: JobState, now: number): JobState {
  const { header, counts, chunks } = job;
  if (header.kind !== 'delete' || counts.queued === 0) return job;
  const wasSent = chunks?.some((chunk) =>
    chunk.some((slot) => isOperation(slot) && slot.attempts > 0),
  );
  if (wasSent) return job;
  return { ...job, header: { ...header, notBefore: timeIn(BEFORE_DELETION * 1000, now) } };
}

/** Returns the outcomes of stored single jobs that no worker has published. */
function unlistedEnds({ jobs, recent, time }: JobsState): RecentOperation[] {
  const over = [...jobs.values()].filter(
    (job) => isFinishedSingle(job) && !recent.some(({ jobId }) => jobId === job.header.id),
  );
  return over.flatMap(({ header }, at) => {
    const entry = entryAt(jobs, header.id, 0);
    if (entry === undefined) return [];
    const { status, subject } = entry.operation;
    const created = status.name === 'done' ? status.report : null;
    const report = created && reportOfOperation(created, privacyOf(subject) ?? null);
    return [recentOf({ ...entry, report }, time + 1 + at)];
  });
}

/** Ends the lookup, and the requests whose status is neither stored nor being stored. */
function afterEnding(state: JobsState): JobsState {
  const storing = state.storage.write?.sending ?? [];
  return [...state.requests].reduce(
    (before: JobsState, [id, { phase }]) =>
      phase === 'sent' || storing.includes(id) ? before : withoutRequest(before, id),
    { ...state, isEnding: true, lookupId: null },
  );
}

// Presses.

/** Replies to a press at once if there is nothing to store. */
function afterPress(state: JobsState, moment: Moment): Next {
  if (state.press === null) return next(state);
  const { press } = state;
  const effect = effectOf(state, press, moment);
  if (effect.changes === null) return endOfPress(state, effect, null);
  return next(
    press.kind === 'newJob' ? { ...state, press: { ...press, isAccepted: true } } : state,
  );
}

/**
 * Ends a press whose changes are stored and applied.
 * @param write the write of the press; null for a press that changes nothing
 */
function endOfPress(
  state: JobsState,
  { removed, restarted, reply }: PressEffect,
  write: Write | null,
): Next {
  const { alikeAnswers } = state;
  const ended: JobsState = {
    ...state,
    press: null,
    alikeAnswers: restarted === null ? alikeAnswers : withoutAlikeAnswers(alikeAnswers, restarted),
  };
  const replied = { kind: 'reply', reply } as const;
  if (removed.length === 0) return next(ended, [replied]);
  const without = withoutJobs(ended, removed);
  return next(
    write?.isRemoval ? withoutStored(without, removed) : withRemovalOf(without, removed),
    [{ kind: 'publish', changes: NOTHING_FINISHED, ended: [] }, replied],
  );
}

function withoutJobs(state: JobsState, jobIds: readonly string[]): JobsState {
  const removed = jobIds.flatMap((id) => state.jobs.get(id) ?? []);
  const jobs = new Map(state.jobs);
  for (const { header } of removed) jobs.delete(header.id);
  const claimedByRemoved = withClaims(state.claimedByRemoved, removed);
  return { ...state, jobs, lastRemoved: removed, claimedByRemoved };
}

// Requests of operations, in the order of their phases (`OperationRequest`). `steps.ts` has a
// diagram of the statuses.

function afterPreparation(
  state: JobsState,
  operationId: string,
  preparation: Preparation,
  moment: Moment,
): Next {
  const request = state.requests.get(operationId);
  if (request === undefined) return next(state);
  const { entry } = request;
  if (preparation.kind === 'failed') {
    const { missingPermission } = preparation;
    return next(
      missingPermission === null
        ? withoutRequest(state, operationId)
        : afterFailedStart(state, operationId, missingPermission, moment),
    );
  }
  if (!maySend(state, entry)) return next(withoutRequest(state, operationId));
  if (preparation.kind === 'lostPassword') {
    return afterLostPassword(withoutRequest(state, operationId), entry.job.id);
  }
  const baseline = preparation.canUseList ? baselineOf(state) : null;
  const based = needsBaseline(entry)
    ? { ...entry, operation: { ...entry.operation, baseline } }
    : entry;
  const requests = new Map(state.requests).set(operationId, {
    ...request,
    entry: based,
    phase: 'storing',
    password: preparation.password ?? null,
  });
  return next({ ...state, requests });
}

/**
 * Applies the changes that were waiting for storage, and sends the requests whose status is stored.
 */
function afterWrite(state: JobsState, moment: Moment): Next {
  const { write } = state.storage;
  if (write === null) return next(state);
  const { sending } = write;
  // If no other event has changed the jobs during the write, the jobs of the write are current.
  const isUnchanged =
    !write.isRemoval &&
    state.jobs === write.base &&
    sending.every((id) => maySendStored(state, id));
  const { changes, effect } = isUnchanged ? write.waiting : waitingChanges(state, write, moment);
  const jobs = isUnchanged ? write.jobs : changedJobs(state.jobs, changes);
  const written: JobsState = { ...state, storage: afterStored(state) };
  const applied = jobs === state.jobs ? next(written) : withChanges(written, changes, jobs);
  const ended = andThen(applied, (one) =>
    effect === null ? next(one) : endOfPress(one, effect, write),
  );
  return sending.reduce((before, id) => andThen(before, (one) => sendStored(one, id)), ended);
}

/** Sends a request whose status `sending` is stored, unless a press has taken it back. */
function sendStored(state: JobsState, operationId: string): Next {
  const request = state.requests.get(operationId);
  if (request === undefined) return next(state);
  const entry = entryStoredAsSending(state, request);
  if (entry === undefined) return next(withoutRequest(state, operationId));
  // The next write stores the press, which may make the request unnecessary.
  if (mayStop(state.press, entry)) return next(state);
  const isStopped =
    state.isEnding ||
    entry.job.isPaused ||
    !service.allows(state.service, operationId) ||
    isAfterUndecidedEdit(state, entry);
  if (isStopped) return queuedAgain(state, operationId);
  const { password } = request;
  const sent = { ...request, entry, phase: 'sent', password: null } as const;
  const requests = new Map(state.requests).set(operationId, sent);
  return next({ ...state, requests }, [{ kind: 'send', entry, password }]);
}

/** Whether another edit of the same report has no answer yet. */
function isAfterUndecidedEdit({ jobs }: JobsState, { operation }: Entry): boolean {
  return (
    isEdit(operation) &&
    editsOf(jobs, operation.subject.report.id).some((other) => isUndecided(other.operation))
  );
}

function maySendStored(state: JobsState, operationId: string): boolean {
  const request = state.requests.get(operationId);
  return request !== undefined && maySend(state, request.entry);
}

/** Ends a request that was not sent. Its operation is queued again, and no attempt counts. */
function queuedAgain(state: JobsState, operationId: string): Next {
  const request = state.requests.get(operationId);
  const stored = request && entryStoredAsSending(state, request);
  const ended = withoutRequest(state, operationId);
  if (stored === undefined) return next(ended);
  const operation = steps.asNotSent(stored.operation);
  return withChanges(ended, { operations: [{ ...stored, operation }] });
}

/** Whether a waiting press may stop the request of an operation. */
function mayStop(press: Press | null, { job }: Entry): boolean {
  return press?.kind === 'act' && press.jobId === job.id;
}

/** The request of an operation was not sent, because of a failure that concerns all operations. */
function afterFailedStart(
  state: JobsState,
  operationId: string,
  failure: Failure,
  moment: Moment,
): JobsState {
  const failed = {
    ...state,
    service: service.afterAnswer(state.service, operationId, failure, moment),
  };
  return withoutRequest(failed, operationId);
}

/** Stops a job without its password. A batch pauses, because it has one password. */
function afterLostPassword(state: JobsState, jobId: string): Next {
  const job = state.jobs.get(jobId);
  // A person may have cancelled the job in the meantime.
  if (job === undefined || job.header.isPaused || job.counts.queued === 0) return next(state);
  if (job.header.isBatch) {
    const paused = { ...job.header, isPaused: true, pauseReason: { code: 'password' as const } };
    return withChanges(state, { headers: [paused] });
  }
  const entry = entryAt(state.jobs, jobId, 0);
  if (entry === undefined) return next(state);
  const operation = steps.afterLostPassword(entry.operation);
  return withChanges(state, { operations: [{ ...entry, operation }] });
}

function afterAnswer(state: JobsState, operationId: string, answer: Answer, moment: Moment): Next {
  const request = state.requests.get(operationId);
  if (request === undefined) return next(state);
  const failure = failureOfAnswer(answer);
  const isOwnFailure = service.concernsOnly(state.service, failure, operationId);
  const changes = changesOfAnswer(state, request, answer, isOwnFailure, moment);
  const [first] = changes.operations ?? [];
  const applied = applyChanges(state, changes);
  const counted = andThen(applied, (one) =>
    first === undefined
      ? next(one)
      : withCountedAnswer(one, request.entry, first.operation, failure),
  );
  return andThen(counted, (one) => {
    const served = isOwnFailure
      ? one
      : { ...one, service: service.afterAnswer(one.service, operationId, failure, moment) };
    return next(withoutRequest(served, operationId));
  });
}

/** Counts an answer to an operation of a batch. Pauses the batch after too many alike answers. */
function withCountedAnswer(
  state: JobsState,
  entry: Entry,
  operation: Operation,
  failure: Failure | null,
): Next {
  const { alikeAnswers, paused } = afterAnswerOfBatch(state, entry, operation, failure);
  const counted = { ...state, alikeAnswers };
  return paused === null ? next(counted) : withChanges(counted, { headers: [paused] });
}

// Storage.

/** Takes back the press that storage has refused. Without a press, the refusal begins a backoff. */
function afterRefusedWrite(state: JobsState, moment: Moment): Next {
  const { write } = state.storage;
  if (write === null) return next(state);
  const unwritten: JobsState = {
    ...state,
    storage: { ...state.storage, write: null },
  };
  if (write.press !== null) {
    return next({ ...unwritten, press: null }, [{ kind: 'reply', reply: { kind: 'notStored' } }]);
  }
  return write.sending.reduce(
    (before, id) => andThen(before, (one) => withRefusedStart(one, id, moment)),
    next(unwritten),
  );
}

function afterRemoval(state: JobsState, done: readonly JobRemoval[]): JobsState {
  const { storage } = state;
  const removals = storage.removals.filter((one) => !done.includes(one));
  return { ...state, storage: { ...storage, removals, isRemoving: false } };
}

/** Adds the operations of a finished batch, as they are stored. */
function withReadOperations(state: JobsState, jobId: string, chunks: readonly Chunk[]): JobsState {
  const job = state.jobs.get(jobId);
  if (job === undefined || job.chunks !== null) return state;
  const read: JobState = { ...job, chunks };
  const { storage } = state;
  return {
    ...state,
    jobs: new Map(state.jobs).set(jobId, read),
    storage: { ...storage, stored: new Map(storage.stored).set(jobId, read) },
  };
}

/** Storage has refused the status `sending` of an operation. A backoff begins. */
function withRefusedStart(state: JobsState, operationId: string, moment: Moment): Next {
  const failure = { code: 'notStored' } as const;
  const failed = {
    ...state,
    service: service.afterAnswer(state.service, operationId, failure, moment),
  };
  return queuedAgain(failed, operationId);
}

// Lookups.

/** The lists of a lookup were read; null if another list has shown the report during the lookup. */
function afterLookup(
  state: JobsState,
  operationId: string,
  lists: LookupLists | null,
  moment: Moment,
): Next {
  const entry = entryOf(state, operationId);
  const isSought = lists !== null && entry !== undefined && isUnverified(entry);
  const changes = isSought ? changesOfLookup(state, entry, lists, moment) : {};
  return applyChanges(withoutLookup(state, operationId, moment), changes);
}

/** The read of an undecided edit's report has ended. Without an answer, a backoff may begin. */
function afterCheck(
  state: JobsState,
  operationId: string,
  read: Result<Report>,
  moment: Moment,
): Next {
  const entry = entryOf(state, operationId);
  const changes = entry && isUndecidedEntry(entry) ? changesOfCheck(state, entry, read) : {};
  const isUnanswered = hasFailed(read) && changes.operations === undefined;
  const after = isUnanswered
    ? service.afterReadEnded(state.service, operationId, read.failure, moment)
    : state.service;
  return applyChanges(withoutLookup({ ...state, service: after }, operationId, moment), changes);
}

/** Ends the lookup, or the read of an undecided edit's report. */
function withoutLookup(state: JobsState, operationId: string, moment: Moment): JobsState {
  const after = service.afterLookedUp(state.service, operationId, moment);
  return { ...state, lookupId: null, service: after };
}

function entryOf({ jobs }: JobsState, operationId: string): Entry | undefined {
  const at = operationId.lastIndexOf('-');
  return entryAt(jobs, operationId.slice(0, at), Number(operationId.slice(at + 1)));
}

function isUnverified(entry: Entry): entry is Entry<UnverifiedCreation> {
  return isIn(entry.operation, 'unverified');
}

function isUndecidedEntry(entry: Entry): entry is Entry<UndecidedEdit> {
  return isUndecided(entry.operation);
}
