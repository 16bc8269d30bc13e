/** Work that is stored with the time at which it is due. */
export interface DueWork {
  /** Does what is due by now, and resolves when that has ended. Never rejects. */
  runDue(): Promise<void>;
  /** Milliseconds since the epoch, null when there is nothing to do. */
  nextDue(): Promise<number | null>;
}

/** Does stored work when it is due, across the worker's lives. */
export interface DueWorkRunner {
  /** Does what is due and sets the wake-up for the rest. Call it on every wake and change. */
  run(): Promise<void>;
}

/**
 * Makes the runner.
 * @param wakeAt sets the one wake-up, or takes it back
 */
export function createDueWorkRunner(
  works: readonly DueWork[],
  wakeAt: (time: number | null) => void,
): DueWorkRunner {
  async function planNext(): Promise<void> {
    const times = await Promise.all(works.map((work) => work.nextDue()));
    const known = times.filter((time) => time !== null);
    wakeAt(known.length === 0 ? null : Math.min(...known));
  }

  return {
    async run() {
      // First, so that work which takes its time delays nothing that becomes due meanwhile.
      const running = Promise.all(works.map((work) => work.runDue()));
      await planNext();
      await running;
      await planNext();
    },
  };
}
