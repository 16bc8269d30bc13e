/**
 * Makes a function that writes what is to be stored by then: at most one write is under way, and all
 * who ask meanwhile wait for one more.
 * @param write stores the present state
 * @returns settles as the first write does that is begun after the call
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
