/** A tab behind others is not painted. */
const LONGEST_WAIT_MS = 500;

/** Resolves when the page has been painted, or has not for a while. */
export function painted(): Promise<unknown> {
  return Promise.race([
    new Promise((resolve) => {
      new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
    }),
    new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS)),
  ]);
}
