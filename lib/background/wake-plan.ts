import { CUT_OFF_MS } from '@/lib/waiting-time';

/** The plan of the worker's only wake-up. */
export type WakePlan = ReturnType<typeof createWakePlan>;

/**
 * Creates the plan. A wake-up that is a little early is not moved, because a new alarm for each
 * step would cost more. The early wake-up then plans the next one.
 */
export function createWakePlan(wakeAt: (time: number | null) => void, now: () => number) {
  let planned: number | null = null;

  function plan(time: number | null): void {
    planned = time;
    wakeAt(time);
  }

  function planBy(time: number): void {
    const isPlanned = planned !== null && planned > now() && planned <= time;
    const isFarTooEarly = planned !== null && time - planned >= CUT_OFF_MS;
    if ((!isPlanned || isFarTooEarly) && time !== planned) plan(time);
  }

  return {
    /**
     * Plans a new wake-up at the start of work, because the worker may be stopped before it plans
     * one.
     */
    begin: () => plan(now() + CUT_OFF_MS),
    /**
     * Ensures a wake-up before a job is stored, because the worker may be stopped after the write.
     */
    cover: () => planBy(now() + CUT_OFF_MS),
    /** Plans the next wake-up, in milliseconds since the epoch; null for none. */
    set(time: number | null) {
      if (time !== null) planBy(time);
      else if (planned !== null) plan(null);
    },
  };
}
