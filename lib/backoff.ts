import { LONGEST_WAIT_MS, timeIn } from './due-work';
import { Failure } from './failure';
import { AFTER_TOO_MANY_REQUESTS, WHEN_TOLD_AT_ONCE, WHILE_OUT_OF_REACH } from './pauses';
import { Timestamp, z } from './schema';

/** Nothing goes out to a service by itself for a while. */
export const Backoff = z.object({
  /** Then one request goes out, and the others when it is answered. */
  until: Timestamp,
  /** Why. */
  failure: Failure,
  /** Pauses in a row, this one included. */
  count: z.number(),
});
export type Backoff = z.infer<typeof Backoff>;

/** The service's own wish is never taken for less. */
const SHORTEST_WAIT_MS = 1000;

/**
 * The pause that a failure makes for all that waits; null where it is about one report only. The
 * service's own wish counts, up to an hour: then it is asked again.
 * @param before the pause that ends with this failure
 * @param now milliseconds since the epoch
 */
export function backoffAfter(
  before: Backoff | null,
  failure: Failure,
  now: number,
): Backoff | null {
  if (!isAboutMore(failure)) return null;
  const count = (before?.count ?? 0) + 1;
  const told = 'retryAt' in failure ? failure.retryAt : null;
  const wait = told === null ? 0 : Date.parse(told) - now;
  if (wait > 0) {
    const bounded = Math.min(Math.max(wait, SHORTEST_WAIT_MS), LONGEST_WAIT_MS);
    return { until: timeIn(bounded, now), failure, count };
  }
  const pauses = told === null ? untoldPauses(failure) : WHEN_TOLD_AT_ONCE;
  const seconds = pauses[Math.min(count, pauses.length) - 1] ?? 0;
  return { until: timeIn(seconds * 1000, now), failure, count };
}

function untoldPauses(failure: Failure): readonly number[] {
  return isThrottled(failure) ? AFTER_TOO_MANY_REQUESTS : WHILE_OUT_OF_REACH;
}

/**
 * Whether the service takes no request for now: it has not acted on this one, and the same one may
 * go out later.
 */
export function isThrottled(failure: Failure): boolean {
  return (
    failure.code === 'tooManyRequests' ||
    (failure.code === 'serviceDown' && failure.status === 503 && failure.retryAt !== null)
  );
}

/**
 * Whether the service, or the browser, lets nobody in: it has not acted on this request, and takes
 * none before a person has changed something. After 403 its list tells whether that is so.
 */
export function isShutOut({ code }: Failure): boolean {
  return (
    code === 'keyRefused' ||
    code === 'notAllowed' ||
    code === 'noPermission' ||
    code === 'protectionPage'
  );
}

/** Whether any answer of the service shows that the pause is over: nothing else was its reason. */
export function endsWithAnswer({ failure }: Backoff): boolean {
  return !isThrottled(failure) && failure.code !== 'notStored';
}

/** Whether the next request, whatever it is about, would most likely fail alike. */
export function isAboutMore(failure: Failure): boolean {
  return isThrottled(failure) || isShutOut(failure) || isOutOfReach(failure);
}

function isOutOfReach({ code }: Failure): boolean {
  return (
    code === 'offline' ||
    code === 'unreachable' ||
    code === 'timedOut' ||
    code === 'serviceDown' ||
    code === 'notStored'
  );
}
