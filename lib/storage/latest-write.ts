/**
 * Returns a function that requests a write. One write runs at a time. All requests during a write
 * share the next write. A request settles with the first write that begins after the call.
 * @param write stores the current state
 */
export function createLatestWrite(write: () => Promise<void>): () => Promise<void> {
  let runningWrite: Promise<void> | null = null;
  let nextWrite: Promise<void> | null = null;

  function start(): Promise<void> {
    nextWrite = null;
    const newWrite = write();
    runningWrite = newWrite;
    const onEnd = () => {
      if (runningWrite === newWrite) runningWrite = null;
    };
    newWrite.then(onEnd, onEnd);
    return newWrite;
  }

  return () => {
    if (runningWrite === null) return start();
    nextWrite ??= runningWrite.then(start, start);
    return nextWrite;
  };
}
