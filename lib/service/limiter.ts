/**
 * Lets so many at a time do something, and the others wait in line. It does the work when its turn
 * comes, and gives what comes of it; undefined where the signal aborts first.
 */
export type Limiter = <T>(work: () => Promise<T>, options?: TurnOptions) => Promise<T | undefined>;

interface TurnOptions {
  /** Before all in line that are not. */
  isUrgent?: boolean;
  signal?: AbortSignal | undefined;
}

/** Makes a limiter: first come, first served. */
export function createLimiter(most: number): Limiter {
  const line: { isUrgent: boolean; call(): void }[] = [];
  let running = 0;

  function callNext(): void {
    while (running < most) {
      const urgent = line.findIndex(({ isUrgent }) => isUrgent);
      const [next] = line.splice(Math.max(urgent, 0), 1);
      if (next === undefined) return;
      running += 1;
      next.call();
    }
  }

  /** Resolves when the turn comes, or with false where the signal aborts first. */
  function turn({ isUrgent = false, signal }: TurnOptions): Promise<boolean> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve(false);
      const leave = () => {
        line.splice(line.indexOf(waiting), 1);
        resolve(false);
      };
      const waiting = {
        isUrgent,
        call() {
          signal?.removeEventListener('abort', leave);
          resolve(true);
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      line.push(waiting);
      callNext();
    });
  }

  return async (work, options = {}) => {
    if (!(await turn(options))) return undefined;
    try {
      return await work();
    } finally {
      running -= 1;
      callNext();
    }
  };
}
