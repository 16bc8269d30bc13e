// The following lists contain pauses in seconds. A time in `Retry-After` takes precedence.

/** Pauses after 429. The last pause repeats. */
export const AFTER_TOO_MANY_REQUESTS = [30, 60, 120, 300, 900];

/** Pauses after 429 or 503 if the time in `Retry-After` is in the past. The last pause repeats. */
export const AFTER_NAMED_TIME_IN_PAST = [1, ...AFTER_TOO_MANY_REQUESTS];

/** Pauses while the service is unreachable or down. The last pause repeats. */
export const WHILE_OUT_OF_REACH = [5, 10, 20, 40, 80, 160, 300, 600, 900];

/**
 * Pauses between the lookups of an unverified creation. A service may finish a creation minutes
 * after the timeout of its proxy.
 */
export const BETWEEN_LOOKUPS = [5, 15, 30, 70];

/** Pause before another attempt to read the newest list for a creation, in seconds. */
export const BEFORE_DECIDING_AGAIN = 60;

/** Time to undo a deletion, in seconds. */
export const BEFORE_DELETION = 6;

/** Pause after a failed write to storage, in seconds. */
export const BEFORE_STORING_AGAIN = 30;

/** Delay of the wake-up after the browser has stopped the worker, in milliseconds. */
export const CUT_OFF_MS = 90_000;

/** The longest wait that the extension plans, in milliseconds. */
export const MAX_WAIT_MS = 3600_000;

/** @param now milliseconds since the epoch */
export function timeIn(milliseconds: number, now: number): string {
  return new Date(now + milliseconds).toISOString();
}

/**
 * Returns the end of a wait, in milliseconds since the epoch. A wait above the maximum ends now,
 * because the clock was set back.
 * @param at ISO 8601
 */
export function dueTime(at: string, now: number, maxWait = MAX_WAIT_MS): number {
  const time = Date.parse(at);
  return time - now > maxWait ? now : time;
}

/** Ignores nulls. Returns null if all times are null. */
export function earliest(...times: (number | null)[]): number | null {
  const knownTimes = times.filter((time) => time !== null);
  return knownTimes.length === 0 ? null : Math.min(...knownTimes);
}
