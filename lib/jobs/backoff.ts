import { Failure, isAboutAll, isShutOut, isThrottled } from '@/lib/failure';
import { Timestamp, z } from '@/lib/schema';
import {
  AFTER_NAMED_TIME_IN_PAST,
  AFTER_TOO_MANY_REQUESTS,
  dueTime,
  LONGEST_WAIT_MS,
  timeIn,
  WHILE_OUT_OF_REACH,
} from '@/lib/waiting-time';

/** Why no operation is sent for a while. */
export const Backoff = z.object({
  failure: Failure,
  /** When one operation probes whether it is over; null: once a person has changed something. */
  until: z.nullable(Timestamp),
  /** How often it was met in a row: first by any request, then by probes. */
  count: z.number(),
  /** Whether the service has named the time itself. */
  isNamed: z.boolean(),
  /** What has met it; a read's success ends what a read has met. */
  metBy: z.literal(['read', 'write']),
  /** The operations that have met it, so that another one probes; none where a read has. */
  operationIds: z.array(z.string()),
});
export type Backoff = z.infer<typeof Backoff>;

/** A request that has failed. */
export interface FailedRequest {
  failure: Failure;
  metBy: Backoff['metBy'];
  /** The operation that it was sent for; null for a read of a page. */
  operationId: string | null;
  isProbe: boolean;
}

/**
 * The backoff after a request that has failed; the same where the failure is about that request only.
 * @param now milliseconds since the epoch
 * @param countBefore the count of one that has ended without a probe
 */
export function afterFailure(
  backoff: Backoff | null,
  { failure, metBy, operationId, isProbe }: FailedRequest,
  now: number,
  countBefore = 0,
): Backoff | null {
  if (!isAboutAll(failure)) return backoff;
  const count = backoff === null ? countBefore + 1 : backoff.count + (isProbe ? 1 : 0);
  const isFirewall = failure.code === 'firewall' && backoff?.failure.code === 'firewall';
  // A firewall may refuse single requests only: each probe is an operation that it has not refused yet.
  const others = isFirewall ? backoff.operationIds.filter((id) => id !== operationId) : [];
  const operationIds = [...others, ...(operationId === null ? [] : [operationId])];
  const next = { failure, metBy, operationIds, count, ...waitFor(failure, count, now) };
  if (backoff === null || isProbe) return next;
  if (backoff.until === null) return isFirewall ? { ...backoff, operationIds } : backoff;
  // The request was in flight already, or a person's own: only a longer wait counts.
  const isLonger = next.until === null || (next.isNamed && next.until > backoff.until);
  return isLonger ? next : backoff;
}

/**
 * The backoff after a page's read that has succeeded: over if a read has met it, or else to be probed now.
 * What a firewall lets pass says nothing of what it has refused.
 */
export function afterRead(backoff: Backoff | null, now: number): Backoff | null {
  if (backoff === null || backoff.metBy === 'read') return null;
  return backoff.isNamed || backoff.failure.code === 'firewall' ? backoff : probedNow(backoff, now);
}

/** The backoff as it is probed now, whatever its time. */
export function probedNow(backoff: Backoff, now: number): Backoff {
  return { ...backoff, until: timeIn(0, now) };
}

/** When a probe is due, in milliseconds since the epoch; null: once a person has changed something. */
export function probeTime({ until, isNamed, count, failure }: Backoff, now: number): number | null {
  if (until === null) return null;
  const longest = isNamed ? LONGEST_WAIT_MS : pauseOf(pausesAfter(failure), count);
  return dueTime(until, now, longest);
}

function waitFor(failure: Failure, count: number, now: number): Pick<Backoff, 'until' | 'isNamed'> {
  if (isShutOut(failure) && failure.code !== 'protectionPage') {
    return { until: null, isNamed: false };
  }
  const named = 'retryAt' in failure && isThrottled(failure) ? failure.retryAt : null;
  const wait = named === null ? 0 : Date.parse(named) - now;
  if (wait > 0) return { until: timeIn(Math.min(wait, LONGEST_WAIT_MS), now), isNamed: true };
  const pauses = named === null ? pausesAfter(failure) : AFTER_NAMED_TIME_IN_PAST;
  return { until: timeIn(pauseOf(pauses, count), now), isNamed: false };
}

function pausesAfter(failure: Failure): readonly number[] {
  return isThrottled(failure) ? AFTER_TOO_MANY_REQUESTS : WHILE_OUT_OF_REACH;
}

/** In milliseconds. */
function pauseOf(pauses: readonly number[], count: number): number {
  return (pauses[Math.min(count, pauses.length) - 1] ?? 0) * 1000;
}
