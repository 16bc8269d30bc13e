/** The ratio of two figures, with an interval that contains the true median at least 95 times of 100. */
export interface RatioInterval {
  ratio: number;
  low: number;
  high: number;
}

/** Fewer pairs have no interval: even all ratios together contain the median too rarely. */
const FEWEST_PAIRS = 6;

/** The share of intervals that may miss the median, for each of the two sides. */
const MISSED = 0.025;

/**
 * Returns the median ratio of pairs, with its 95 % interval. The interval follows from the ranks of the
 * ratios alone, so the interval holds for every distribution. Null with fewer than six pairs.
 */
export function ratioInterval(
  ours: readonly number[],
  other: readonly number[],
): RatioInterval | null {
  const ratios = ours.map((one, at) => one / (other[at] ?? Number.NaN)).sort((a, b) => a - b);
  const count = ratios.length;
  if (count < FEWEST_PAIRS) return null;
  const skipped = skippedOf(count);
  const at = (index: number) => ratios[index] ?? Number.NaN;
  const middle = (count - 1) / 2;
  return {
    ratio: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    low: at(skipped),
    high: at(count - 1 - skipped),
  };
}

/** Returns how many ratios at each end lie outside the interval. */
function skippedOf(count: number): number {
  // The probability that exactly `below` of the ratios are below the true median.
  let probability = 0.5 ** count;
  let sum = probability;
  let below = 0;
  while (sum <= MISSED) {
    below += 1;
    probability *= (count - below + 1) / below;
    sum += probability;
  }
  return below - 1;
}
