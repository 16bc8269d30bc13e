import { CUT_OFF_MS } from '@/lib/waiting-time';

/** The plan of the worker's only wake-up. */
export interface WakePlan {
  /** Plans a safety wake-up when work begins, because the browser may stop the worker. */
  begin(): void;
  /** Ensures a wake-up before a job is stored. */
  cover(): void;
  /** Plans the next wake-up, in milliseconds since the epoch; null for no wake-up. */
  set(time: number | null): void;
}

/** A new alarm for each step would be expensive. A slightly early wake-up plans the next one. */
export function createWakePlan(wakeAt: (time: number | null) => void, now: () => number): WakePlan {
  let planned: number | null = null;

  function plan(time: number | null): void {
    planned = time;
    wakeAt(time);
  }

  /** Ensures a wake-up at a time or a little earlier. */
  function planBy(time: number): void {
    const isPlanned = planned !== null && planned > now() && planned <= time;
    const isFarTooEarly = planned !== null && time - planned >= CUT_OFF_MS;
    if ((!isPlanned || isFarTooEarly) && time !== planned) plan(time);
  }

  return {
    begin: () => plan(now() + CUT_OFF_MS),
    cover: () => planBy(now() + CUT_OFF_MS),
    set(time) {
      if (time !== null) planBy(time);
      else if (planned !== null) plan(null);
    },
  };
}
