import { databasesHaveTasks, untilDatabasesIdle } from './lifetime-databases';

/** Start of each scenario, in milliseconds since the epoch. */
export const START = Date.parse('2026-11-02T12:00:00.000Z');

/** The time of a simulation, and the computer's clock. Time passes only in `step`. */
export type VirtualTime = ReturnType<typeof createVirtualTime>;

export function createVirtualTime() {
  let elapsed = 0;
  let clockOffset = 0;
  /** Ordered by time. */
  const events: { at: number; run: () => void }[] = [];

  return {
    /** Milliseconds since the start of the scenario. Never decreases. */
    elapsed: () => elapsed,
    /** The computer's clock, in milliseconds since the epoch. */
    now: () => START + elapsed + clockOffset,
    changeClock(byMilliseconds: number): void {
      clockOffset += byMilliseconds;
    },
    /** Calls a function after a delay. Returns a function that cancels the call. */
    after(milliseconds: number, run: () => void): () => void {
      const event = { at: elapsed + Math.max(0, milliseconds), run };
      const laterIndex = events.findIndex(({ at }) => at > event.at);
      events.splice(laterIndex === -1 ? events.length : laterIndex, 0, event);
      return () => {
        const index = events.indexOf(event);
        if (index !== -1) events.splice(index, 1);
      };
    },
    /** Milliseconds until the next event; null without events. */
    untilNextEvent: () => (events[0] === undefined ? null : events[0].at - elapsed),
    /** Advances to the next event. Resolves when the event and all its consequences have run. */
    async step(): Promise<void> {
      const event = events.shift();
      if (event === undefined) return;
      elapsed = event.at;
      event.run();
      await untilIdle();
    },
  };
}

/** Resolves when no promise and no database task can continue before the next event. */
export async function untilIdle(): Promise<void> {
  await untilPromisesIdle();
  while (databasesHaveTasks()) {
    await untilDatabasesIdle();
    await untilPromisesIdle();
  }
}

function untilPromisesIdle(): Promise<void> {
  // `nextTick` is much faster than `setImmediate`.
  return new Promise((resolve) => process.nextTick(resolve));
}
