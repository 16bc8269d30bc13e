/** Limits the wait in a background tab, which browsers do not paint. */
const MAX_WAIT_MS = 500;

/** Resolves after the first paint of the extension page, or after `MAX_WAIT_MS`. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    function end(): void {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    }
    const observer = new PerformanceObserver(end);
    const timer = setTimeout(end, MAX_WAIT_MS);
    observer.observe({ type: 'paint', buffered: true });
  });
}
