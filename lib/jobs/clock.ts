/** Events of one moment have times that run ahead, by a millisecond each; a clock that is set back lacks more. */
const LONGEST_LEAD_MS = 1_000;

/** Times that only rise, so that of two events the later one has the higher time. */
export type Clock = ReturnType<typeof createClock>;

/**
 * Makes a clock by that of the computer, which may be set back.
 * @param now milliseconds since the epoch
 */
export function createClock(now: () => number) {
  let last = 0;

  function next(): number {
    last = Math.max(last + 1, now());
    return last;
  }

  return {
    /** A time in milliseconds since the epoch, later than all that were given or passed before. */
    next,
    /** The time of what has begun a moment ago by the clock of the computer; later, where that was set back. */
    since(time: number): number {
      if (last > now() + LONGEST_LEAD_MS) return next();
      last = Math.max(last, time);
      return time;
    },
    /** Notes a time that was given earlier, by another worker. */
    pass(time: number): void {
      last = Math.max(last, time);
    },
  };
}
