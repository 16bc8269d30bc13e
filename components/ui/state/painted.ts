/** Limits the wait in a background tab, which browsers do not paint. */
const MAX_WAIT_MS = 500;

/** Resolves after the first paint of the extension page, or after `MAX_WAIT_MS`. */
export function painted(): Promise<unknown> {
  return Promise.race([
    new Promise((resolve) => {
      new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
    }),
    new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS)),
  ]);
}
