import { CUT_OFF_MS } from '@/lib/waiting-time';

/** The plan of the worker's only wake-up. */
export interface WakePlan {
  /** Plans a wake-up in case the browser stops the worker during its work. */
  begin(): void;
  /** Ensures a wake-up for a job. Call before the job is stored. */
  cover(): void;
  /** Plans the next wake-up, in milliseconds since the epoch; null for no wake-up. */
  set(time: number | null): void;
}

/** Sets few alarms, because alarms are expensive. A slightly early wake-up plans the next wake-up. */
export function createWakePlan(wakeAt: (time: number | null) => void, now: () => number): WakePlan {
  let plannedTime: number | null = null;

  function plan(time: number | null): void {
    plannedTime = time;
    wakeAt(time);
  }

  /** Ensures a wake-up at a time or a little earlier. */
  function planAtOrBefore(time: number): void {
    const isPlanned = plannedTime !== null && plannedTime > now() && plannedTime <= time;
    const isFarTooEarly = plannedTime !== null && time - plannedTime >= CUT_OFF_MS;
    if ((!isPlanned || isFarTooEarly) && time !== plannedTime) plan(time);
  }

  return {
    begin: () => plan(now() + CUT_OFF_MS),
    cover: () => planAtOrBefore(now() + CUT_OFF_MS),
    set(time) {
      if (time !== null) planAtOrBefore(time);
      else if (plannedTime !== null) plan(null);
    },
  };
}
