/** What many runs of one measurement gave, in milliseconds. */
export interface Sample {
  runs: number;
  median: number;
  /** The range that holds the middle half. */
  quartiles: [low: number, high: number];
  highest: number;
}

/** Sums up the times of at least one run. */
export function sampleOf(times: readonly number[]): Sample {
  const sorted = [...times].sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
  return { runs: sorted.length, median: at(0.5), quartiles: [at(0.25), at(0.75)], highest: at(1) };
}

/** One line of a table. */
export function describeSample({ runs, median, quartiles, highest }: Sample): string {
  const [low, high] = quartiles.map((time) => time.toFixed(1));
  return `median ${median.toFixed(1)}  (${low} to ${high}, at most ${highest.toFixed(1)}; ${runs} runs)`;
}
