import type { DueWork } from '@/lib/due-work';

/** Does stored work when it is due, across the worker's lives. */
export interface DueWorkRunner {
  /** Does what is due and sets the wake-up for the rest. Call it on every wake and change. */
  run(): Promise<void>;
  /** Wakes the worker at that time at the latest, in milliseconds since the epoch. */
  wakeBy(time: number): void;
}

/** How long to leave work alone that a failing store has stopped, in milliseconds. */
const STORE_PAUSE_MS = 30_000;

/**
 * Makes the runner. It never rejects: what could not be done stays due.
 * @param wakeAt sets the one wake-up, or takes it back
 * @param now milliseconds since the epoch
 */
export function createDueWorkRunner(
  works: readonly DueWork[],
  wakeAt: (time: number | null) => void,
  now: () => number,
): DueWorkRunner {
  let planned: number | null = null;
  /** Counts the wake-ups that were asked for, so that a plan can tell that it is out of date. */
  let requests = 0;

  function plan(time: number | null): void {
    planned = time;
    wakeAt(time);
  }

  async function planNext(earliest: number): Promise<void> {
    const before = requests;
    const plans = await Promise.allSettled(works.map((work) => work.nextDue()));
    if (requests !== before) return planNext(earliest);
    const times = plans.map((due) =>
      due.status === 'fulfilled' ? due.value : now() + STORE_PAUSE_MS,
    );
    const known = times.filter((time) => time !== null);
    plan(known.length === 0 ? null : Math.max(Math.min(...known), earliest));
  }

  return {
    wakeBy(time) {
      requests += 1;
      if (planned === null || planned > time) plan(time);
    },
    async run() {
      // First, so that work which takes its time delays nothing that becomes due meanwhile.
      const running = Promise.allSettled(works.map((work) => work.runDue()));
      await planNext(0);
      const hasFailed = (await running).some(({ status }) => status === 'rejected');
      await planNext(hasFailed ? now() + STORE_PAUSE_MS : 0);
    },
  };
}
