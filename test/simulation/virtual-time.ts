import { databasesHaveTasks, databasesIdle } from './lifetime-databases';

/** Start of each scenario, in milliseconds since the epoch. */
export const START = Date.parse('2026-11-02T12:00:00.000Z');

/** A time that passes only in `step`, with a clock. */
export type VirtualTime = ReturnType<typeof createVirtualTime>;

export function createVirtualTime() {
  let elapsed = 0;
  /** The difference between the clock and the true time, in milliseconds. */
  let skew = 0;
  /** Planned calls, ordered by time. */
  const events: { at: number; run: () => void }[] = [];

  return {
    /** Milliseconds since the start of the scenario. Never decreases. */
    elapsed: () => elapsed,
    /** The computer's clock, in milliseconds since the epoch. */
    now: () => START + elapsed + skew,
    setClock(byMilliseconds: number) {
      skew += byMilliseconds;
    },
    /** Calls a function after a delay. Returns a function that cancels the call. */
    after(milliseconds: number, run: () => void): () => void {
      const event = { at: elapsed + Math.max(0, milliseconds), run };
      const later = events.findIndex(({ at }) => at > event.at);
      events.splice(later === -1 ? events.length : later, 0, event);
      return () => {
        const index = events.indexOf(event);
        if (index !== -1) events.splice(index, 1);
      };
    },
    /** Milliseconds until the next event; null if there is none. */
    untilNext: () => (events[0] === undefined ? null : events[0].at - elapsed),
    /** Advances to the next event. Resolves when the event and all its consequences have run. */
    async step() {
      const event = events.shift();
      if (event === undefined) return;
      elapsed = event.at;
      event.run();
      await quiescence();
    },
  };
}

/** Resolves when no promise and no database task can continue without a later event. */
export async function quiescence(): Promise<void> {
  await promisesIdle();
  while (databasesHaveTasks()) {
    await databasesIdle();
    await promisesIdle();
  }
}

/** Resolves when no promise can continue. `nextTick` is much faster than `setImmediate`. */
function promisesIdle(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
