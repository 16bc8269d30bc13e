/** Delay before a check on work that ends when the browser stops the worker. */
export const CUT_OFF_MS = 90_000;

/** The longest wait that the extension plans, in milliseconds. */
export const LONGEST_WAIT_MS = 3600_000;

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
export function dueTime(at: string, now: number, longest = LONGEST_WAIT_MS): number {
  const time = Date.parse(at);
  return time - now > longest ? now : time;
}

/** Returns the earliest time, without nulls; null if all times are null. */
export function earliest(...times: (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}
