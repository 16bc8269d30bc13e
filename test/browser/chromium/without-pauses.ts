/** An expression for the worker. Skips the pauses between two reads of a list, which last 1 to 5 seconds. */
export const WITHOUT_PAUSES = `
  if (!globalThis.skipsPauses) {
    const { now } = Date;
    const realSetTimeout = setTimeout;
    let skipped = 0;
    globalThis.skipsPauses = true;
    Date.now = () => now() + skipped;
    globalThis.setTimeout = (work, wait = 0) => {
      if (wait <= 1_000 || wait > 5_000) return realSetTimeout(work, wait);
      return realSetTimeout(() => {
        skipped += wait;
        work();
      });
    };
  }`;
