/** A clock that goes on only when it is told to. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  pass(milliseconds: number): void;
  /** The time in so many milliseconds from now, ISO 8601 in UTC. */
  in(milliseconds: number): string;
}

/** Makes a clock that stands at a time, given as ISO 8601. */
export function createClock(start: string): Clock {
  let now = Date.parse(start);
  return {
    now: () => now,
    pass(milliseconds) {
      now += milliseconds;
    },
    in: (milliseconds) => new Date(now + milliseconds).toISOString(),
  };
}
