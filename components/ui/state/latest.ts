/** Creates a counter of reads that replace each other. Only the newest read counts. */
export function createLatest() {
  let count = 0;
  /** Returns a function that says whether the read that is current now is still current. */
  function follow(): () => boolean {
    const own = count;
    return () => own === count;
  }
  return {
    follow,
    /** Begins a read. Returns a function that says whether the read is still the newest. */
    begin(): () => boolean {
      count += 1;
      return follow();
    },
    /** Makes the current read outdated. */
    drop(): void {
      count += 1;
    },
  };
}
