import { databasesHaveTasks, databasesIdle } from './life-databases';

/** Start of each scenario, in milliseconds since the epoch. */
export const START = Date.parse('2026-11-02T12:00:00.000Z');

/** A time that passes only in `step`, and a clock that can be set. */
export type VirtualTime = ReturnType<typeof createVirtualTime>;

export function createVirtualTime() {
  let elapsed = 0;
  let skew = 0;
  /** In the order of their times. */
  const events: { at: number; run: () => void }[] = [];

  return {
    /** Milliseconds since the start of the scenario. Never decreases. */
    elapsed: () => elapsed,
    /** The computer's clock, in milliseconds since the epoch. */
    now: () => START + elapsed + skew,
    setClock(byMilliseconds: number) {
      skew += byMilliseconds;
    },
    /** Runs a function after a delay. Returns a function that cancels it. */
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
    /** Advances to the next event. Resolves when all its consequences have run. */
    async step() {
      const event = events.shift();
      if (event === undefined) return;
      elapsed = event.at;
      event.run();
      await quiescence();
    },
  };
}

/** Resolves when only a later event can continue the work. */
export async function quiescence(): Promise<void> {
  await promisesIdle();
  while (databasesHaveTasks()) {
    await databasesIdle();
    await promisesIdle();
  }
}

/** Resolves after all promises that follow each other, like an immediate, and much faster. */
function promisesIdle(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
