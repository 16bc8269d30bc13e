/** When to look again after something was begun that the browser may cut off by stopping the worker. */
export const CUT_OFF_MS = 90_000;

/** No wait that is planned here is longer, in milliseconds. */
export const LONGEST_WAIT_MS = 3600_000;

/** A time so many milliseconds from now, ISO 8601 in UTC. */
export function timeIn(milliseconds: number, now: number): string {
  return new Date(now + milliseconds).toISOString();
}

/**
 * When a planned time comes, in milliseconds since the epoch. One that lies farther ahead than such a
 * wait is long was planned before the computer's clock was set back, and has come.
 * @param at ISO 8601
 * @param now milliseconds since the epoch
 * @param longest how long such a wait is, in milliseconds
 */
export function dueTime(at: string, now: number, longest = LONGEST_WAIT_MS): number {
  const time = Date.parse(at);
  return time - now > longest ? now : time;
}

/** The earliest of times that are known; null where none is. */
export function earliest(...times: (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}
