import { wakeTime } from '@/lib/jobs/wake-time';
import { note, requestText } from './log';
import type { PendingCall, PendingRequest, World } from './model';
import { closeBrowser, remove, write } from './model-storage';
import { act, actsOf, CUT, isWrite, readResult, type WriteRequest, writeResult } from './network';
import { noteNoReply } from './person';
import type { Except, Outage, WriteFate } from './scenario';
import { dispatch, momentOf, resume, resumeWork, runningWorker } from './shell';

/** The longest work of the service after its answer, in milliseconds. */
const LONGEST_WORK_MS = 45_000;

/** Limit for steps at one moment. */
const MAX_STEPS = 4_000;

/** Limit for wake-ups at one moment. */
const MAX_WAKES = 10;

// The calls that are pending, and the time that passes meanwhile.

function isOfStorage({ kind }: PendingCall): boolean {
  return kind === 'store' || kind === 'remove';
}

/** Continues one pending call. Writes and removals follow one another. */
export function continueCall(world: World, which: number): void {
  const { pending } = world;
  const chosen = pending[which % Math.max(1, pending.length)];
  if (chosen === undefined) return;
  const one = isOfStorage(chosen) ? (pending.find(isOfStorage) ?? chosen) : chosen;
  pending.splice(pending.indexOf(one), 1);
  switch (one.kind) {
    case 'store':
    case 'remove':
      endOfStorage(world, one, world.fates.storage.shift() ?? true);
      return;
    case 'publish': {
      publish(world);
      const { ended } = one.command;
      if (ended.length > 0) dispatch(world, { type: 'published', jobIds: ended });
      return;
    }
    case 'browser':
      resume(world, one.running, undefined);
      return;
    case 'request':
      if (isWrite(one.request)) continueWrite(world, one, one.request);
      else endOfRead(world, one);
      return;
    case 'work':
      note(world, () => `the service acts late: ${requestText(one.request)}`);
      act(world.service, one.request, world.now);
  }
}

function endOfStorage(
  world: World,
  one: Extract<PendingCall, { kind: 'store' | 'remove' }>,
  isAccepted: boolean,
): void {
  if (one.kind === 'store') {
    if (isAccepted) write(world.storage, one.command);
    dispatch(world, { type: isAccepted ? 'stored' : 'refused' });
    return;
  }
  if (isAccepted) remove(world.storage, one.command);
  const { layouts } = one.command;
  dispatch(world, isAccepted ? { type: 'removed', layouts } : { type: 'removalRefused' });
}

function publish(world: World): void {
  if (world.worker !== null) world.storage.recent = world.worker.state.recent;
}

function currentOutage({ outage, now }: World): Outage | null {
  return outage !== null && now < outage.until ? outage.answer : null;
}

function continueWrite(world: World, one: PendingRequest, request: WriteRequest): void {
  const { service, now } = world;
  if (one.slow !== null) {
    const { made, fate } = one.slow;
    note(world, () => `${requestText(request)} gets its answer: ${fate.answer}`);
    answerWrite(world, one, { made, fate });
    return;
  }
  if (!world.isOnline || !world.isAllowed) {
    resume(world, one.running, { failure: CUT });
    return;
  }
  const fate = writeFateOf(world, request);
  const acts = actsOf(request, fate);
  note(world, () => `${requestText(request)} ${fate.answer}, acts: ${acts}`);
  const made = acts === 'before the answer' ? act(service, request, now) : null;
  if (acts === 'after the answer') actLater(world, request);
  if (fate.answer === 'cannot fetch') world.notFetched.add(request.operationId);
  if (fate.isSlow && made !== null) {
    world.pending.push({ ...one, slow: { fate, made } });
    return;
  }
  answerWrite(world, one, { made, fate });
}

function answerWrite(
  world: World,
  { running, request }: PendingRequest,
  { made, fate }: NonNullable<PendingRequest['slow']>,
): void {
  const { answer } = fate;
  const isUnreadable =
    answer === 'redirects' || answer === 'sends HTML' || answer === 'omits the report';
  if (request.verb === 'create' && isUnreadable) {
    const retries = world.person.operations.get(request.operationId)?.retries ?? 0;
    world.unreadableCreations.set(request.operationId, retries);
  }
  resume(world, running, writeResult(made, fate, world.now));
}

function writeFateOf(world: World, { verb }: WriteRequest): WriteFate {
  const answer = currentOutage(world);
  if (answer !== null) return { answer, acts: 'never', isSlow: false };
  const planned = verb === 'create' ? world.fates.creations : world.fates.edits;
  return planned.shift() ?? { answer: 'succeeds', acts: 'before the answer', isSlow: false };
}

function actLater(world: World, request: WriteRequest): void {
  world.pending.push({ kind: 'work', until: world.now + LONGEST_WORK_MS, request });
}

function endOfRead(world: World, { request, running, reports }: PendingRequest): void {
  if (isWrite(request)) return;
  const answer = currentOutage(world);
  const planned = () => world.fates.reads.shift() ?? { answer: 'succeeds' as const, isOld: false };
  if (!world.isOnline || !world.isAllowed) {
    resume(world, running, { failure: CUT });
    return;
  }
  const fate = answer === null ? planned() : { answer, isOld: false };
  note(world, () => `${requestText(request)} ${fate.answer}${fate.isOld ? ', old' : ''}`);
  const decidesNothing = ['redirects', 'sends HTML', 'says 422', 'says 403'].includes(fate.answer);
  if (request.verb === 'get' && request.operationId !== null && decidesNothing) {
    world.unreadableChecks.add(request.operationId);
  }
  resume(world, running, readResult(world.service, request, fate, reports, world.now));
}

/** Continues calls until none is pending, without late work of the service. */
export function settle(world: World, except: Except = 'nothing'): void {
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const at = world.pending.findIndex((one) => one.kind !== 'work' && !isOf(except, one));
    if (at < 0) return;
    continueCall(world, at);
  }
  world.findings.add('the requests of one moment never end');
}

function isOf(except: Except, one: PendingCall): boolean {
  if (except === 'storage') return isOfStorage(one);
  return except === 'writes' && one.kind === 'request' && isWrite(one.request);
}

// Time.

/** Returns the time of the next alarm; null for none. */
export function nextAlarm(world: World): number | null {
  const { worker } = world;
  return worker === null ? world.alarmAt : wakeTime(worker.state, momentOf(world, worker));
}

/** Lets time pass, with the alarms and the late work of the service. */
export function pass(world: World, milliseconds: number): void {
  const end = world.now + milliseconds;
  let wakes = 0;
  for (;;) {
    const alarmAt = nextAlarm(world) ?? Number.POSITIVE_INFINITY;
    const works = world.pending.flatMap((one) => (one.kind === 'work' ? one.until : []));
    const next = Math.min(alarmAt, ...works);
    if (next > end) break;
    wakes = next > world.now ? 0 : wakes + 1;
    if (wakes > MAX_WAKES) {
      world.findings.add('the worker wakes again and again at the same moment');
      break;
    }
    world.now = Math.max(world.now, next);
    const due = world.pending.findIndex((one) => one.kind === 'work' && one.until <= world.now);
    if (due >= 0) continueCall(world, due);
    else wake(world);
  }
  world.now = end;
}

/** An alarm wakes the worker. */
export function wake(world: World): void {
  if (world.worker === null) runningWorker(world);
  else resumeWork(world);
}

/**
 * The browser stops the worker. Requests in flight reach the service or not, and writes in flight
 * reach storage or not.
 * @param ends the end of each pending call, see `endOfLost`
 */
export function stopWorker(world: World, ends: readonly number[]): void {
  const { worker } = world;
  if (worker === null) return;
  note(world, () => 'the worker stops');
  world.alarmAt = nextAlarm(world);
  const lost = world.pending;
  const firstOfStorage = lost.find(isOfStorage);
  world.pending = lost.filter(({ kind }) => kind === 'work');
  for (const [at, one] of lost.entries()) {
    if (isOfStorage(one) && one !== firstOfStorage) continue;
    endOfLost(world, one, ends[at % ends.length] ?? 0);
  }
  // The next worker may not know the last answers.
  world.unreadableCreations.clear();
  for (const made of worker.calls) noteNoReply(made);
  world.worker = null;
}

/** @param end 0 to 5; even: storage accepts the write, 1 and 4: the service acts, 2 and 5: later */
function endOfLost(world: World, one: PendingCall, end: number): void {
  if (one.kind === 'store' && end % 2 === 0) write(world.storage, one.command);
  if (one.kind === 'remove' && end % 2 === 0) remove(world.storage, one.command);
  if (one.kind === 'publish' && end % 2 === 0) publish(world);
  if (one.kind !== 'request' || !isWrite(one.request) || one.slow !== null) return;
  if (!world.isOnline || !world.isAllowed || currentOutage(world) !== null) return;
  const { request } = one;
  if (end % 3 === 0) return;
  note(world, () => `the service acts: ${requestText(request)}`);
  if (end % 3 === 2 && request.verb === 'create') actLater(world, request);
  else act(world.service, request, world.now);
}

/** The browser closes. Private jobs and passwords are lost. */
export function closeTheBrowser(world: World, ends: readonly number[]): void {
  stopWorker(world, ends);
  closeBrowser(world.storage);
  for (const job of world.person.jobs) {
    if (job.newJob.isPrivate || job.isStored !== true) job.mayBeDropped = true;
  }
  // The browser starts the extension again.
  runningWorker(world);
}
