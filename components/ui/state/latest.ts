/** Counts reads. Only the newest read is current. */
export function createLatest() {
  let count = 0;
  return {
    /** Begins a read. Returns a function that says whether this read is still current. */
    begin(): () => boolean {
      count += 1;
      const number = count;
      return () => number === count;
    },
    /** Makes the newest read outdated. */
    drop(): void {
      count += 1;
    },
  };
}
