/** Counts reads. Only the newest read is current. */
export function createLatest() {
  let count = 0;
  /** Returns a function: whether the newest read of this moment is still current. */
  function follow(): () => boolean {
    const countBefore = count;
    return () => count === countBefore;
  }
  return {
    follow,
    /** Begins a read. Returns a function: whether this read is still current. */
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
