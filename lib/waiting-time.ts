// Pauses before the next request to a service, in seconds, in order. A time that the service names
// takes precedence.

/** Pauses after 429, or after 503 with a time. The last pause repeats. */
export const AFTER_TOO_MANY_REQUESTS = [30, 60, 120, 300, 900];

/** The same pauses, if the time that the service names is in the past. The last pause repeats. */
export const AFTER_NAMED_TIME_IN_PAST = [1, ...AFTER_TOO_MANY_REQUESTS];

/** Pauses while the service is unreachable or down. The last pause repeats. */
export const WHILE_OUT_OF_REACH = [5, 10, 20, 40, 80, 160, 300, 600, 900];

/**
 * Pauses between the lookups of a created report; the first lookup follows at once. Behind a proxy
 * that timed out, a service can work on for minutes. If no lookup finds the report, the extension
 * assumes that the service did not create it.
 */
export const BETWEEN_LOOKUPS = [5, 15, 30, 70];

/** Time to undo a deletion, in seconds. */
export const BEFORE_DELETION = 6;

/** Pause before the next attempt to store, after the browser's storage refused, in seconds. */
export const BEFORE_STORING_AGAIN = 30;

/** Delay before a check on work that ends when the browser stops the worker. */
export const CUT_OFF_MS = 90_000;

/** The longest wait that the extension plans, in milliseconds. */
export const MAX_WAIT_MS = 3600_000;

/** Returns the time after a delay, ISO 8601 in UTC. */
export function timeIn(milliseconds: number, now: number): string {
  return new Date(now + milliseconds).toISOString();
}

/**
 * Returns a planned time, in milliseconds since the epoch. A time too far ahead counts as now: the
 * computer's clock was set back after the wait was planned.
 * @param at ISO 8601
 * @param now milliseconds since the epoch
 * @param longest longest wait of this kind, in milliseconds
 */
export function dueTime(at: string, now: number, longest = MAX_WAIT_MS): number {
  const time = Date.parse(at);
  return time - now > longest ? now : time;
}

/** Returns the earliest time, without nulls; null if all times are null. */
export function earliest(...times: (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}
