// The lists contain the pauses after the first, second and further failures, in seconds. A time
// that the service names takes precedence.

/** Pauses after 429. The last pause repeats. */
export const AFTER_TOO_MANY_REQUESTS = [30, 60, 120, 300, 900];

/** Pauses after 429 or 503 if the time in `Retry-After` is in the past. The last pause repeats. */
export const AFTER_NAMED_TIME_IN_PAST = [1, ...AFTER_TOO_MANY_REQUESTS];

/** Pauses while the service is unreachable or down. The last pause repeats. */
export const WHILE_OUT_OF_REACH = [5, 10, 20, 40, 80, 160, 300, 600, 900];

/**
 * Pauses between the lookups of an unverified creation. The first lookup has no pause. A service
 * may finish a creation minutes after the proxy in front of it has timed out. If no lookup finds
 * the report, the extension assumes that the service has not created the report.
 */
export const BETWEEN_LOOKUPS = [5, 15, 30, 70];

/** Pause after a newest list that has failed to decide about a creation, in seconds. */
export const BEFORE_DECIDING_AGAIN = 60;

/** Time to undo a deletion, in seconds. */
export const BEFORE_DELETION = 6;

/** Pause before the next attempt to store after a failed write, in seconds. */
export const BEFORE_STORING_AGAIN = 30;

/**
 * Delay of the wake-up that continues unfinished work, in milliseconds. The browser may stop the
 * worker before the work ends.
 */
export const CUT_OFF_MS = 90_000;

/** The longest wait that the extension plans, in milliseconds. */
export const MAX_WAIT_MS = 3600_000;

/**
 * Returns the time after a delay, ISO 8601 in UTC.
 * @param now milliseconds since the epoch
 */
export function timeIn(milliseconds: number, now: number): string {
  return new Date(now + milliseconds).toISOString();
}

/**
 * Converts a planned time to milliseconds since the epoch. Returns `now` if the wait would exceed
 * its maximum, because the computer's clock was then set back.
 * @param at the planned time, ISO 8601
 * @param now milliseconds since the epoch
 * @param maxWait the longest wait of this kind, in milliseconds
 */
export function dueTime(at: string, now: number, maxWait = MAX_WAIT_MS): number {
  const time = Date.parse(at);
  return time - now > maxWait ? now : time;
}

/** Returns the earliest time. Ignores nulls; returns null if all times are null. */
export function earliest(...times: (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}
