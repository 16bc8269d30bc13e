/** Browsers stop a worker that has called none of their functions for 30 seconds. */
const PING_EVERY_MS = 20_000;

/**
 * Makes a function that keeps the worker running while, and only while, the work it is given is
 * under way.
 * @param ping calls any cheap extension function
 */
export function createKeepAwake(ping: () => void): <T>(work: Promise<T>) => Promise<T> {
  let underWay = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  return async (work) => {
    underWay += 1;
    timer ??= setInterval(ping, PING_EVERY_MS);
    try {
      return await work;
    } finally {
      underWay -= 1;
      if (underWay === 0) {
        clearInterval(timer);
        timer = undefined;
      }
    }
  };
}
