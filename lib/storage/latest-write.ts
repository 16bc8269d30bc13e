/**
 * Returns a function that requests a write. One write runs at a time. All requests during a write
 * share the next write. A request settles with the first write that begins after the call.
 * @param write stores the current state
 */
export function createLatestWrite(write: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function start(): Promise<void> {
    next = null;
    const writing = write();
    running = writing;
    const end = () => {
      if (running === writing) running = null;
    };
    writing.then(end, end);
    return writing;
  }

  return () => {
    if (running === null) return start();
    next ??= running.then(start, start);
    return next;
  };
}
