/** Makes the place of reads of which only the newest counts: what an earlier one brings is of something else by then. */
export function createLatest() {
  let count = 0;
  /** Whether no other read has begun since this call, and none was dropped. */
  function follow(): () => boolean {
    const own = count;
    return () => own === count;
  }
  return {
    follow,
    /** Begins a read in place of all before. @returns whether it is still the newest */
    begin(): () => boolean {
      count += 1;
      return follow();
    },
    /** What is being read counts no more. */
    drop(): void {
      count += 1;
    },
  };
}
