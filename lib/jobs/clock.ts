/**
 * Simultaneous events get times a millisecond apart, up to this limit ahead of the computer's
 * clock. A larger lead means that the computer's clock was set back.
 */
const LONGEST_LEAD_MS = 1_000;

/** A clock that never goes back. A later event has a higher time. */
export interface Clock {
  /** Returns milliseconds since the epoch, later than every earlier time of this clock. */
  next(): number;
  /** Returns `time`, or a new time if the computer's clock was set back since. */
  since(time: number): number;
  /** Returns the latest time that was used; 0 before the first. */
  latest(): number;
  /** Notes a time that was used, for example by an earlier worker. */
  pass(time: number): void;
}

/**
 * Creates a clock from the computer's clock, which may be set back.
 * @param now returns milliseconds since the epoch
 */
export function createClock(now: () => number): Clock {
  let last = 0;

  function next(): number {
    last = Math.max(last + 1, now());
    return last;
  }

  return {
    next,
    since(time) {
      if (last > now() + LONGEST_LEAD_MS) return next();
      last = Math.max(last, time);
      return time;
    },
    latest: () => last,
    pass(time) {
      last = Math.max(last, time);
    },
  };
}
