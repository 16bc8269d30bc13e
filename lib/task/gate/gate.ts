import { Failure, isAboutAll, isOutOfReach, isShutOut, isThrottled } from '@/lib/failure';
import { Timestamp, z } from '@/lib/schema';
import { AFTER_TOO_MANY_REQUESTS, WHEN_TOLD_AT_ONCE, WHILE_OUT_OF_REACH } from '@/lib/timings';
import { dueTime, LONGEST_WAIT_MS, timeIn } from '@/lib/waiting-time';

/** Why nothing goes out by itself for a while. A connection without one has an open gate. */
export const Gate = z.object({
  failure: Failure,
  /** When one task tries whether the service takes it; null: once a person has changed something. */
  until: z.nullable(Timestamp),
  /** Closures in a row, this one included. */
  count: z.number(),
  /** The service has named the time itself: no read that succeeds ends it. */
  isTold: z.boolean(),
  /** A read has succeeded since, so that the next failure is about its task and not about the service. */
  hasRead: z.boolean(),
  /** The tasks that met it, so that another one tries first; empty where a read did. */
  taskIds: z.array(z.string()),
});
export type Gate = z.infer<typeof Gate>;

/** What a request has met, as the gate looks at it. */
export interface Met {
  failure: Failure;
  /** The task that the request was for; null for a read. */
  taskId: string | null;
  /** Whether the request was to try if the gate can open. */
  isTrial: boolean;
}

/**
 * The gate after a request that failed; the same where the failure is about that request alone.
 * @param now milliseconds since the epoch
 * @param before closures in a row before one that has ended by time, with nothing to try
 */
export function closedBy(
  gate: Gate | null,
  { failure, taskId, isTrial }: Met,
  now: number,
  before = 0,
): Gate | null {
  if (!isAboutAll(failure)) return gate;
  const count = gate === null ? before + 1 : gate.count + (isTrial ? 1 : 0);
  const isFirewall = failure.code === 'firewall' && gate?.failure.code === 'firewall';
  // It may refuse single requests alone: each press of a person tries one that it has not refused yet.
  const others = isFirewall ? gate.taskIds.filter((id) => id !== taskId) : [];
  const taskIds = [...others, ...(taskId === null ? [] : [taskId])];
  const next = { failure, taskIds, hasRead: false, count, ...waitFor(failure, count, now) };
  if (gate === null || isTrial) return next;
  if (gate.until === null) return isFirewall ? { ...gate, taskIds } : gate;
  // A request that was out already, or a person who asks again: only a longer wait counts.
  return next.until === null || (next.isTold && next.until > gate.until) ? next : gate;
}

/** The gate as one task tries it now, whatever the time: a person wants it, or something has changed. */
export function triedNow(gate: Gate | null, now: number): Gate | null {
  return gate && { ...gate, until: timeIn(0, now) };
}

/**
 * The gate after a read that succeeded: a trial is due at once, unless the service has named a time. What a
 * firewall lets pass says nothing of what it has refused.
 */
export function afterRead(gate: Gate | null, now: number): Gate | null {
  if (gate === null || gate.isTold) return gate;
  if (gate.failure.code === 'firewall') return gate.hasRead ? gate : { ...gate, hasRead: true };
  return { ...gate, until: timeIn(0, now), hasRead: true };
}

/** When a task may try the gate, in milliseconds since the epoch; null where it waits for a change. */
export function trialTime({ until, isTold, count, failure }: Gate, now: number): number | null {
  if (until === null) return null;
  const pauses = isTold ? null : pausesAfter(failure);
  const longest = pauses === null ? LONGEST_WAIT_MS : pauseOf(pauses, count);
  return dueTime(until, now, longest);
}

/** Whether a report may be looked for all the same: a service that was only out of reach may be back. */
export function letsLookPass({ failure }: Gate): boolean {
  return isOutOfReach(failure);
}

function waitFor(failure: Failure, count: number, now: number): Pick<Gate, 'until' | 'isTold'> {
  const { code } = failure;
  if (isShutOut(failure) && code !== 'protectionPage') return { until: null, isTold: false };
  const told = 'retryAt' in failure && failure.retryAt !== null && isThrottled(failure);
  const wait = told ? Date.parse(failure.retryAt ?? '') - now : 0;
  if (wait > 0) return { until: timeIn(Math.min(wait, LONGEST_WAIT_MS), now), isTold: true };
  const pauses = told ? WHEN_TOLD_AT_ONCE : pausesAfter(failure);
  return { until: timeIn(pauseOf(pauses, count), now), isTold: false };
}

function pausesAfter(failure: Failure): readonly number[] {
  return isThrottled(failure) ? AFTER_TOO_MANY_REQUESTS : WHILE_OUT_OF_REACH;
}

/** In milliseconds. */
function pauseOf(pauses: readonly number[], count: number): number {
  return (pauses[Math.min(count, pauses.length) - 1] ?? 0) * 1000;
}
