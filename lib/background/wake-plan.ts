import { CUT_OFF_MS } from '@/lib/waiting-time';

/** Plans the one wake-up of the worker. */
export type WakePlan = ReturnType<typeof createWakePlan>;

/**
 * Makes a plan. A wake-up that comes a little early costs less than setting it anew with each step:
 * it then leads to the next plan.
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
    /** Plans a wake-up in place of the last: the worker may be stopped before it has planned another. */
    begin: () => plan(now() + CUT_OFF_MS),
    /** Makes sure of a wake-up, before something is stored that has to be gone on with. */
    cover: () => planBy(now() + CUT_OFF_MS),
    /** The worker is to run at this time, in milliseconds since the epoch; null: not by itself. */
    set(time: number | null) {
      if (time !== null) planBy(time);
      else if (planned !== null) plan(null);
    },
  };
}
