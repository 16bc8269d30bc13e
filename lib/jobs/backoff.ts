import { type Failure, isServiceWide, isShutOut, isThrottled } from '@/lib/failure';
import {
  AFTER_NAMED_TIME_IN_PAST,
  AFTER_TOO_MANY_REQUESTS,
  dueTime,
  MAX_WAIT_MS,
  timeIn,
  WHILE_OUT_OF_REACH,
} from '@/lib/waiting-time';
import type { Backoff } from './types';

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
 * @param countBefore the count of the last backoff that ended without a probe
 */
export function afterFailure(
  backoff: Backoff | null,
  { failure, metBy, operationId, isProbe }: FailedRequest,
  now: number,
  countBefore = 0,
): Backoff | null {
  if (!isServiceWide(failure)) return backoff;
  const count = backoff === null ? countBefore + 1 : backoff.count + (isProbe ? 1 : 0);
  const isFirewall = failure.code === 'firewall' && backoff?.failure.code === 'firewall';
  // A firewall may refuse only some requests. Each probe is an operation that was not refused yet.
  const others = isFirewall ? backoff.operationIds.filter((id) => id !== operationId) : [];
  const operationIds = [...others, ...(operationId === null ? [] : [operationId])];
  const next = { failure, metBy, operationIds, count, ...waitFor(failure, count, now) };
  if (backoff === null || isProbe) return next;
  if (backoff.until === null) return isFirewall ? { ...backoff, operationIds } : backoff;
  // The request was sent before the backoff, or by a person. Only a longer wait replaces the
  // backoff.
  const isLonger = next.until === null || (next.isNamed && next.until > backoff.until);
  return isLonger ? next : backoff;
}

/**
 * Returns the backoff after an extension page's successful read. A backoff that began at a read
 * ends. For any other backoff, a probe is due. A firewall that accepts a read may still refuse
 * operations.
 */
export function afterRead(backoff: Backoff | null, now: number): Backoff | null {
  if (backoff === null || backoff.metBy === 'read') return null;
  return backoff.isNamed || backoff.failure.code === 'firewall' ? backoff : probedNow(backoff, now);
}

/** Returns the backoff with a probe due now. */
export function probedNow(backoff: Backoff, now: number): Backoff {
  return { ...backoff, until: timeIn(0, now) };
}

/**
 * Returns the time of the next probe, in milliseconds since the epoch; null if a person must act.
 */
export function probeTime({ until, isNamed, count, failure }: Backoff, now: number): number | null {
  if (until === null) return null;
  const longest = isNamed ? MAX_WAIT_MS : pauseOf(pausesAfter(failure), count);
  return dueTime(until, now, longest);
}

function waitFor(failure: Failure, count: number, now: number): Pick<Backoff, 'until' | 'isNamed'> {
  if (isShutOut(failure) && failure.code !== 'protectionPage') {
    return { until: null, isNamed: false };
  }
  const named = 'retryAt' in failure && isThrottled(failure) ? failure.retryAt : null;
  const wait = named === null ? 0 : Date.parse(named) - now;
  if (wait > 0) return { until: timeIn(Math.min(wait, MAX_WAIT_MS), now), isNamed: true };
  const pauses = named === null ? pausesAfter(failure) : AFTER_NAMED_TIME_IN_PAST;
  return { until: timeIn(pauseOf(pauses, count), now), isNamed: false };
}

function pausesAfter(failure: Failure): readonly number[] {
  return isThrottled(failure) ? AFTER_TOO_MANY_REQUESTS : WHILE_OUT_OF_REACH;
}

/** Returns the pause after a number of failures, in milliseconds. */
function pauseOf(pauses: readonly number[], count: number): number {
  return (pauses[Math.min(count, pauses.length) - 1] ?? 0) * 1000;
}
