/** Work that is stored with the time at which it is due. */
export interface DueWork {
  /** Does what is due by now, and resolves when that has ended; rejects when the store fails. */
  runDue(): Promise<void>;
  /** Milliseconds since the epoch, null when there is nothing to do. */
  nextDue(): Promise<number | null>;
}

/** When to look again after something was begun that the browser may cut off by stopping the worker. */
export const CUT_OFF_MS = 90_000;

/** No wait that is planned here is longer, in milliseconds. */
export const LONGEST_WAIT_MS = 3600_000;

/** A time so many milliseconds from now, ISO 8601 in UTC. */
export function timeIn(milliseconds: number, now: number): string {
  return new Date(now + milliseconds).toISOString();
}

/**
 * Whether a planned time has come. One that lies farther ahead than any plan reaches was made
 * before the computer's clock was set back, and has come too.
 * @param at ISO 8601
 * @param now milliseconds since the epoch
 * @param longest how far such a plan reaches, in milliseconds
 */
export function isDue(at: string, now: number, longest = LONGEST_WAIT_MS): boolean {
  const wait = Date.parse(at) - now;
  return wait <= 0 || wait > longest;
}

/** When a planned time comes, in milliseconds since the epoch; the parameters are those of `isDue`. */
export function dueTime(at: string, now: number, longest = LONGEST_WAIT_MS): number {
  return isDue(at, now, longest) ? now : Date.parse(at);
}
