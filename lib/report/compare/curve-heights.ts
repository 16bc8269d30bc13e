/** The smallest range of scores that fills the height of a curve. A smaller range would magnify noise. */
const MIN_RANGE = 4;

/** Returns the height of each point of a curve in its own range: 0 is the bottom, 1 is the top. */
export function curveHeights(scores: readonly number[]): number[] {
  const [lowest, highest] = [Math.min(...scores), Math.max(...scores)];
  const middle = (lowest + highest) / 2;
  const range = Math.max(highest - lowest, MIN_RANGE);
  return scores.map((score) => 0.5 + (score - middle) / range);
}
