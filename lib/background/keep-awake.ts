/** Browsers stop a worker 30 seconds after the last extension call. */
const PING_INTERVAL_MS = 20_000;

/**
 * Keeps the worker running until the passed work ends. The returned promise settles like the work.
 * @param ping calls any cheap extension function
 */
export function createKeepAwake(ping: () => void): <T>(work: Promise<T>) => Promise<T> {
  let runningCount = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  return async (work) => {
    runningCount += 1;
    timer ??= setInterval(ping, PING_INTERVAL_MS);
    try {
      return await work;
    } finally {
      runningCount -= 1;
      if (runningCount === 0) {
        clearInterval(timer);
        timer = undefined;
      }
    }
  };
}
