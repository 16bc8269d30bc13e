/** Time that passes only when it is told to, and a wall clock that somebody may set. */
export interface VirtualTime {
  /** Milliseconds since the history's start; never goes back. */
  elapsed(): number;
  /** What the computer's clock shows, in milliseconds since the epoch. */
  now(): number;
  /** Sets the computer's clock forward, or back. */
  setClock(byMilliseconds: number): void;
  /** Runs something in so many milliseconds, unless it is called off. */
  after(milliseconds: number, run: () => void): () => void;
  /** Milliseconds until the next thing happens; null when nothing will. */
  untilNext(): number | null;
  /** Goes to the next thing that happens, and resolves when all that follows from it has been done. */
  step(): Promise<void>;
}

/** When each history starts, in milliseconds since the epoch. */
export const START = Date.parse('2026-11-02T12:00:00.000Z');

/** Makes a time in which nothing is planned. */
export function createVirtualTime(): VirtualTime {
  let elapsed = 0;
  let skew = 0;
  let count = 0;
  /** In the order in which they happen. */
  const events: { at: number; place: number; run: () => void }[] = [];

  return {
    elapsed: () => elapsed,
    now: () => START + elapsed + skew,
    setClock(byMilliseconds) {
      skew += byMilliseconds;
    },
    after(milliseconds, run) {
      count += 1;
      const event = { at: elapsed + Math.max(0, milliseconds), place: count, run };
      const later = events.findIndex(({ at }) => at > event.at);
      events.splice(later === -1 ? events.length : later, 0, event);
      return () => {
        const index = events.indexOf(event);
        if (index !== -1) events.splice(index, 1);
      };
    },
    untilNext: () => (events[0] === undefined ? null : events[0].at - elapsed),
    async step() {
      const event = events.shift();
      if (event === undefined) return;
      elapsed = event.at;
      event.run();
      await quiescence();
    },
  };
}

/** Resolves when all has gone on that can go on without an event. */
export function quiescence(): Promise<void> {
  // Much faster than an immediate, and like it later than every promise that follows from another.
  return new Promise((resolve) => process.nextTick(resolve));
}
