import { wakeTime } from '@/lib/jobs/wake-time';
import { requestText, writeLog } from './log';
import type { Model, PendingCall, PendingRequest, WriteAnswer } from './model';
import { closeBrowser, remove, write } from './model-storage';
import {
  doWork,
  isWrite,
  readResult,
  UNREACHABLE,
  type WriteRequest,
  workTimeOf,
  writeResult,
} from './network';
import { applyMissingReply } from './person';
import type { CallEnd, ExceptedCalls, Outage, ReadOutcome, WriteOutcome } from './scenario';
import { dispatch, momentOf, resumeProcess, resumeWork, runningWorker } from './shell';

/** The longest time from an answer until the service carries out the request. */
const MAX_LATE_WORK_MS = 45_000;

/** Limit for calls at one time. */
const MAX_CALLS = 4_000;

/** Limit for wakes at one time. */
const MAX_WAKES = 10;

type StorageCall = Extract<PendingCall, { kind: 'store' | 'remove' }>;

function isStorageCall(call: PendingCall): call is StorageCall {
  return call.kind === 'store' || call.kind === 'remove';
}

/**
 * Continues the pending call at a position. Storage calls end in order: in place of any storage call, the
 * first storage call continues.
 */
export function continueCall(model: Model, index: number): void {
  const { pendingCalls } = model;
  const chosen = pendingCalls[index % Math.max(1, pendingCalls.length)];
  if (chosen === undefined) return;
  const call = isStorageCall(chosen) ? (pendingCalls.find(isStorageCall) ?? chosen) : chosen;
  pendingCalls.splice(pendingCalls.indexOf(call), 1);
  switch (call.kind) {
    case 'store':
    case 'remove':
      endStorageCall(model, call);
      return;
    case 'publish': {
      publish(model);
      const { ended } = call.command;
      if (ended.length > 0) dispatch(model, { type: 'published', jobIds: ended });
      return;
    }
    case 'browser':
      resumeProcess(model, call.running, undefined);
      return;
    case 'request':
      if (isWrite(call.request)) continueWrite(model, call, call.request);
      else endRead(model, call);
      return;
    case 'lateWork':
      writeLog(model, () => `the service does late work: ${requestText(call.request)}`);
      doWork(model.service, call.request, model.now);
  }
}

function endStorageCall(model: Model, call: StorageCall): void {
  const isAccepted = model.plannedOutcomes.storage.shift() ?? true;
  if (call.kind === 'store') {
    if (isAccepted) write(model.storage, call.command);
    dispatch(model, { type: isAccepted ? 'stored' : 'refused' });
    return;
  }
  if (isAccepted) remove(model.storage, call.command);
  const { removals } = call.command;
  dispatch(model, isAccepted ? { type: 'removed', removals } : { type: 'removalRefused' });
}

function publish(model: Model): void {
  if (model.worker !== null) model.storage.recent = model.worker.state.recent;
}

function currentOutage({ outage, now }: Model): Outage | null {
  return outage !== null && now < outage.until ? outage.answer : null;
}

function continueWrite(model: Model, call: PendingRequest, request: WriteRequest): void {
  if (call.delayedAnswer !== null) {
    const { answer } = call.delayedAnswer.outcome;
    writeLog(model, () => `${requestText(request)} gets its answer: ${answer}`);
    endWrite(model, call, call.delayedAnswer);
    return;
  }
  if (!model.isOnline || !model.isAllowed) {
    resumeProcess(model, call.running, { failure: UNREACHABLE });
    return;
  }
  const outcome = nextWriteOutcome(model, request);
  const workTime = workTimeOf(request, outcome);
  writeLog(model, () => `${requestText(request)} ${outcome.answer}, work: ${workTime}`);
  const isWorkDone = workTime === 'before the answer';
  const workResult = isWorkDone ? doWork(model.service, request, model.now) : null;
  if (workTime === 'after the answer') planLateWork(model, request);
  if (outcome.answer === 'cannot fetch') model.notFetched.add(request.operationId);
  if (outcome.isAnswerDelayed && workResult !== null) {
    model.pendingCalls.push({ ...call, delayedAnswer: { outcome, workResult } });
    return;
  }
  endWrite(model, call, { outcome, workResult });
}

function endWrite(
  model: Model,
  { running, request }: PendingRequest,
  { outcome, workResult }: WriteAnswer,
): void {
  const { answer } = outcome;
  const isUnreadable =
    answer === 'redirects' || answer === 'sends HTML' || answer === 'omits the report';
  if (request.verb === 'create' && isUnreadable) {
    const retries = model.person.operations.get(request.operationId)?.retries ?? 0;
    model.creationsWithUnreadableAnswer.set(request.operationId, retries);
  }
  resumeProcess(model, running, writeResult(workResult, answer, model.now));
}

function nextWriteOutcome(model: Model, { verb }: WriteRequest): WriteOutcome {
  const outage = currentOutage(model);
  if (outage !== null) return { answer: outage, work: 'never', isAnswerDelayed: false };
  const { creations, edits } = model.plannedOutcomes;
  const planned = (verb === 'create' ? creations : edits).shift();
  return planned ?? { answer: 'succeeds', work: 'before the answer', isAnswerDelayed: false };
}

function planLateWork(model: Model, request: WriteRequest): void {
  model.pendingCalls.push({ kind: 'lateWork', until: model.now + MAX_LATE_WORK_MS, request });
}

function endRead(model: Model, { request, running, reports }: PendingRequest): void {
  if (isWrite(request)) return;
  if (!model.isOnline || !model.isAllowed) {
    resumeProcess(model, running, { failure: UNREACHABLE });
    return;
  }
  const outcome = nextReadOutcome(model);
  const { answer } = outcome;
  writeLog(model, () => `${requestText(request)} ${answer}`);
  const isUnreadable = ['redirects', 'sends HTML', 'says 422', 'says 403'].includes(answer);
  if (request.verb === 'get' && request.operationId !== null && isUnreadable) {
    model.editsWithUnreadableRead.add(request.operationId);
  }
  resumeProcess(model, running, readResult(model.service, request, outcome, reports, model.now));
}

function nextReadOutcome(model: Model): ReadOutcome {
  const outage = currentOutage(model);
  if (outage !== null) return { answer: outage, isFromRequestTime: false };
  const planned = model.plannedOutcomes.reads.shift();
  return planned ?? { answer: 'succeeds', isFromRequestTime: false };
}

/** Continues calls until none is pending, except late work and `except`. */
export function completeCalls(model: Model, except: ExceptedCalls = 'nothing'): void {
  for (let count = 0; count < MAX_CALLS; count += 1) {
    const index = model.pendingCalls.findIndex(
      (call) => call.kind !== 'lateWork' && !isExcepted(call, except),
    );
    if (index < 0) return;
    continueCall(model, index);
  }
  model.violations.add('the calls at one time never end');
}

function isExcepted(call: PendingCall, except: ExceptedCalls): boolean {
  if (except === 'storage') return isStorageCall(call);
  return except === 'writes' && call.kind === 'request' && isWrite(call.request);
}

/** Returns the time of the next alarm; null for none. */
export function nextAlarm(model: Model): number | null {
  const { worker } = model;
  return worker === null ? model.alarmAt : wakeTime(worker.state, momentOf(model, worker));
}

/** Lets time pass, with the alarms and the late work of the service. */
export function advanceTime(model: Model, milliseconds: number): void {
  const end = model.now + milliseconds;
  let wakes = 0;
  for (;;) {
    const alarmAt = nextAlarm(model) ?? Number.POSITIVE_INFINITY;
    const workTimes = model.pendingCalls.flatMap((call) =>
      call.kind === 'lateWork' ? call.until : [],
    );
    const next = Math.min(alarmAt, ...workTimes);
    if (next > end) break;
    wakes = next > model.now ? 0 : wakes + 1;
    if (wakes > MAX_WAKES) {
      model.violations.add('the worker wakes again and again at the same time');
      break;
    }
    model.now = Math.max(model.now, next);
    const dueWork = model.pendingCalls.findIndex(
      (call) => call.kind === 'lateWork' && call.until <= model.now,
    );
    if (dueWork >= 0) continueCall(model, dueWork);
    else wake(model);
  }
  model.now = end;
}

export function wake(model: Model): void {
  if (model.worker === null) runningWorker(model);
  else resumeWork(model);
}

/** Stops the worker, as the browser does. Pending calls may still have an effect. */
export function stopWorker(model: Model, callEnds: readonly CallEnd[]): void {
  const { worker } = model;
  if (worker === null) return;
  writeLog(model, () => 'the worker stops');
  model.alarmAt = nextAlarm(model);
  const calls = model.pendingCalls;
  model.pendingCalls = calls.filter(({ kind }) => kind === 'lateWork');
  const firstStorageCall = calls.find(isStorageCall);
  for (const [index, call] of calls.entries()) {
    // Storage calls follow one another, so only the first call has reached the storage.
    if (isStorageCall(call) && call !== firstStorageCall) continue;
    const end = callEnds[index % callEnds.length];
    if (end !== undefined) endInterruptedCall(model, call, end);
  }
  // The next worker may not know the last answers.
  model.creationsWithUnreadableAnswer.clear();
  for (const call of worker.calls) applyMissingReply(call);
  model.worker = null;
}

function endInterruptedCall(model: Model, call: PendingCall, end: CallEnd): void {
  if (end.isStored) {
    if (call.kind === 'store') write(model.storage, call.command);
    if (call.kind === 'remove') remove(model.storage, call.command);
    if (call.kind === 'publish') publish(model);
  }
  if (call.kind !== 'request' || !isWrite(call.request)) return;
  const hasReachedService =
    model.isOnline && model.isAllowed && currentOutage(model) === null && end.work !== 'never';
  if (!hasReachedService || call.delayedAnswer !== null) return;
  const { request } = call;
  writeLog(model, () => `the service does the work: ${requestText(request)}`);
  // All edits need the same time, so no edit takes effect after a later edit.
  if (end.work === 'later' && request.verb === 'create') planLateWork(model, request);
  else doWork(model.service, request, model.now);
}

/** Restarts the browser. Private jobs and passwords are lost. */
export function restartBrowser(model: Model, callEnds: readonly CallEnd[]): void {
  stopWorker(model, callEnds);
  closeBrowser(model.storage);
  for (const job of model.person.jobs) {
    if (job.newJob.isPrivate || job.isStored !== true) job.mayBeDropped = true;
  }
  runningWorker(model);
}
