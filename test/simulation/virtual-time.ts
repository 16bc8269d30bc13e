/** When each history starts, in milliseconds since the epoch. */
export const START = Date.parse('2026-11-02T12:00:00.000Z');

/** Time that passes only when it is told to, and a wall clock that somebody may set. */
export type VirtualTime = ReturnType<typeof createVirtualTime>;

/** Makes a time in which nothing is planned. */
export function createVirtualTime() {
  let elapsed = 0;
  let skew = 0;
  /** In the order in which they happen. */
  const events: { at: number; run: () => void }[] = [];

  return {
    /** Milliseconds since the history's start; never goes back. */
    elapsed: () => elapsed,
    /** What the computer's clock shows, in milliseconds since the epoch. */
    now: () => START + elapsed + skew,
    setClock(byMilliseconds: number) {
      skew += byMilliseconds;
    },
    /** Runs something in so many milliseconds, unless it is called off. */
    after(milliseconds: number, run: () => void): () => void {
      const event = { at: elapsed + Math.max(0, milliseconds), run };
      const later = events.findIndex(({ at }) => at > event.at);
      events.splice(later === -1 ? events.length : later, 0, event);
      return () => {
        const index = events.indexOf(event);
        if (index !== -1) events.splice(index, 1);
      };
    },
    /** Milliseconds until the next thing happens; null when nothing will. */
    untilNext: () => (events[0] === undefined ? null : events[0].at - elapsed),
    /** Goes to the next thing that happens, and resolves when all that follows has been done. */
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
