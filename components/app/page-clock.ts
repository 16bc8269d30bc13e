import { signal } from '@preact/signals';

/** Limit for a timer, in milliseconds. If the computer's clock jumps, no wait lasts longer. */
const LONGEST_TIMER_MS = 10 * 60_000;

/** The time of an extension page, as an input of derived values. */
export interface PageClock {
  /**
   * Whether a time has come. A `computed` or a view that calls this function runs again when the
   * time comes.
   * @param time milliseconds since the epoch
   */
  isPast(time: number): boolean;
}

/** Creates a clock with one timer, which waits for the earliest time. */
export function createPageClock(): PageClock {
  const ticks = signal(0);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = Number.POSITIVE_INFINITY;

  function tick(): void {
    dueAt = Number.POSITIVE_INFINITY;
    ticks.value += 1;
  }

  return {
    isPast(time) {
      void ticks.value;
      const wait = time - Date.now();
      if (wait <= 0) return true;
      if (time < dueAt) {
        dueAt = time;
        clearTimeout(timer);
        timer = setTimeout(tick, Math.min(wait, LONGEST_TIMER_MS));
      }
      return false;
    },
  };
}
