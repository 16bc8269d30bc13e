/** Counts reads. Only the newest read is current. */
export function createLatest() {
  let count = 0;
  /** Returns a function that says whether no read has begun since this call. */
  function follow(): () => boolean {
    const countBefore = count;
    return () => count === countBefore;
  }
  return {
    follow,
    /** Begins a read. Returns a function that says whether this read is still current. */
    begin(): () => boolean {
      count += 1;
      return follow();
    },
    /** Makes the newest read outdated. */
    drop(): void {
      count += 1;
    },
  };
}
