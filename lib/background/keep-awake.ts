/** Browsers stop a worker 30 seconds after its last call of an extension API. */
const PING_INTERVAL_MS = 20_000;

/**
 * Returns a function that keeps the worker running until a promise settles.
 * @param ping calls an extension API
 */
export function createKeepAwake(ping: () => void): <T>(work: Promise<T>) => Promise<T> {
  let pendingCount = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  return async (work) => {
    pendingCount += 1;
    timer ??= setInterval(ping, PING_INTERVAL_MS);
    try {
      return await work;
    } finally {
      pendingCount -= 1;
      if (pendingCount === 0) {
        clearInterval(timer);
        timer = undefined;
      }
    }
  };
}
