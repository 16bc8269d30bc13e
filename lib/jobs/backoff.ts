import { type Failure, isServiceWide, isShutOut, isThrottled } from '@/lib/failure';
import {
  AFTER_NAMED_TIME_IN_PAST,
  AFTER_TOO_MANY_REQUESTS,
  dueTime,
  MAX_WAIT_MS,
  timeIn,
  WHILE_OUT_OF_REACH,
} from '@/lib/waiting-time';
import type { Backoff, NoBackoff } from './types';

/** No backoff, after a successful request. */
export const NO_BACKOFF: NoBackoff = { kind: 'none', count: 0, since: null };

/** A request that has failed. */
export interface FailedRequest {
  failure: Failure;
  metBy: Backoff['metBy'];
  /** The operation that needs the request; null for a read of an extension page. */
  operationId: string | null;
  isProbe: boolean;
}

/**
 * Returns the backoff after a failed request. A failure that concerns only the request changes
 * nothing.
 * @param now milliseconds since the epoch
 */
export function afterFailure(
  backoff: Backoff | NoBackoff,
  { failure, metBy, operationId, isProbe }: FailedRequest,
  now: number,
): Backoff | NoBackoff {
  if (!isServiceWide(failure)) return backoff;
  const isNew = backoff.kind === 'none' || isProbe;
  const count = isNew ? backoff.count + 1 : backoff.count;
  const isSameFirewall = failure.code === 'firewall' && hasBegunAtFirewall(backoff);
  // A firewall may block only some requests. Each probe is an operation that was not blocked yet.
  const others = isSameFirewall ? backoff.operationIds.filter((id) => id !== operationId) : [];
  const operationIds = operationId === null ? others : [...others, operationId];
  const since = backoff.since ?? timeIn(0, now);
  const next: Backoff = {
    ...waitAfter(failure, count, now),
    failure,
    metBy,
    operationIds,
    count,
    since,
  };
  if (isNew) return next;
  if (backoff.kind === 'needsPerson')
    return isSameFirewall ? { ...backoff, operationIds } : backoff;
  // The request was sent before the backoff, or by a person. Only a longer wait replaces the
  // backoff.
  const isLonger = next.kind === 'needsPerson' || (next.isNamed && next.until > backoff.until);
  return isLonger ? next : backoff;
}

/** Whether the backoff began because a firewall blocked a request. */
export function hasBegunAtFirewall(backoff: Backoff | NoBackoff): backoff is Backoff {
  return backoff.kind !== 'none' && backoff.failure.code === 'firewall';
}

/**
 * Returns the backoff after a successful read. A backoff that began at a read ends. Otherwise a
 * probe is due, unless the service has set a time. A firewall that accepts reads may still block
 * operations.
 */
export function afterRead(backoff: Backoff | NoBackoff, now: number): Backoff | NoBackoff {
  if (backoff.kind === 'none' || backoff.metBy === 'read') return NO_BACKOFF;
  return hasNamedTime(backoff) || hasBegunAtFirewall(backoff) ? backoff : probedNow(backoff, now);
}

/** Returns the backoff with a probe due now. */
export function probedNow(backoff: Backoff, now: number): Backoff {
  return { ...backoff, kind: 'waiting', until: timeIn(0, now), isNamed: hasNamedTime(backoff) };
}

function hasNamedTime(backoff: Backoff): boolean {
  return backoff.kind === 'waiting' && backoff.isNamed;
}

/** Returns the time of the next probe, in milliseconds since the epoch; null without a time. */
export function probeTime(backoff: Backoff | NoBackoff, now: number): number | null {
  if (backoff.kind !== 'waiting') return null;
  const { until, isNamed, count, failure } = backoff;
  const longest = isNamed ? MAX_WAIT_MS : pauseOf(pausesAfter(failure), count);
  return dueTime(until, now, longest);
}

/** Returns the current backoff, or null. */
export function activeBackoff(backoff: Backoff | NoBackoff): Backoff | null {
  return backoff.kind === 'none' ? null : backoff;
}

/** The shortest wait for a time that the service has set, in milliseconds. */
const MIN_WAIT_MS = 1000;

type Wait = { kind: 'needsPerson' } | { kind: 'waiting'; until: string; isNamed: boolean };

function waitAfter(failure: Failure, count: number, now: number): Wait {
  if (isShutOut(failure) && failure.code !== 'protectionPage') return { kind: 'needsPerson' };
  const named = 'retryAt' in failure && isThrottled(failure) ? failure.retryAt : null;
  const wait = named === null ? 0 : Date.parse(named) - now;
  if (wait > 0) {
    const pause = Math.min(Math.max(wait, MIN_WAIT_MS), MAX_WAIT_MS);
    return { kind: 'waiting', until: timeIn(pause, now), isNamed: true };
  }
  const pauses = named === null ? pausesAfter(failure) : AFTER_NAMED_TIME_IN_PAST;
  return { kind: 'waiting', until: timeIn(pauseOf(pauses, count), now), isNamed: false };
}

function pausesAfter(failure: Failure): readonly number[] {
  return isThrottled(failure) ? AFTER_TOO_MANY_REQUESTS : WHILE_OUT_OF_REACH;
}

/** Returns the pause after a number of failures, in milliseconds. */
function pauseOf(pauses: readonly number[], count: number): number {
  return (pauses[Math.min(count, pauses.length) - 1] ?? 0) * 1000;
}
