/** Browsers stop a worker 30 seconds after its last call of an extension function. */
const PING_EVERY_MS = 20_000;

/**
 * Creates a function that keeps the worker running until all work that was passed to it has ended.
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
