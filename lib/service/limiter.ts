/** Lets so many at a time do something, and the others wait in line. */
export interface Limiter {
  /**
   * Waits for a turn, which lasts until the function that is given is called; null where the signal
   * aborts first.
   */
  turn(options?: TurnOptions): Promise<(() => void) | null>;
}

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

  function finish(): void {
    running -= 1;
    callNext();
  }

  return {
    turn: ({ isUrgent = false, signal } = {}) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve(null);
        const leave = () => {
          line.splice(line.indexOf(waiting), 1);
          resolve(null);
        };
        const waiting = {
          isUrgent,
          call() {
            signal?.removeEventListener('abort', leave);
            resolve(finish);
          },
        };
        signal?.addEventListener('abort', leave, { once: true });
        line.push(waiting);
        callNext();
      }),
  };
}

/** Does something when its turn comes, and gives what comes of it; undefined where the signal aborts first. */
export async function inTurn<T>(
  limiter: Limiter,
  work: () => Promise<T>,
  options?: TurnOptions,
): Promise<T | undefined> {
  const finish = await limiter.turn(options);
  if (finish === null) return undefined;
  try {
    return await work();
  } finally {
    finish();
  }
}
