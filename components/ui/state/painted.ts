/** Browsers do not paint background tabs. */
const LONGEST_WAIT_MS = 500;

/** Resolves after the first paint of the page, or after `LONGEST_WAIT_MS`. */
export function painted(): Promise<unknown> {
  return Promise.race([
    new Promise((resolve) => {
      new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
    }),
    new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS)),
  ]);
}
