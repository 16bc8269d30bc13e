import { curveHeights } from '@/lib/report/compare/curve-heights';
import type { PastResult } from '@/lib/report/past-result';
import type { Rating } from '@/lib/report/rating';

/** The score at which a result without a score is drawn. */
const SCORES_BY_RATING: Record<Rating, number> = { good: 90, decent: 65, bad: 25 };

/** In pixels. */
export interface CurveSize {
  height: number;
  /** The smallest distance of points from the top and bottom edges. */
  margin: number;
  /** The horizontal distance between points. */
  step: number;
}

interface CurvePoint {
  x: number;
  y: number;
  rating: Rating;
}

/**
 * Returns the points of a curve, scaled to the range of its results.
 * @param results oldest first
 */
export function curvePoints(
  results: readonly Pick<PastResult, 'result' | 'score'>[],
  { height, margin, step }: CurveSize,
): CurvePoint[] {
  const heights = curveHeights(
    results.map(({ result, score }) => score ?? SCORES_BY_RATING[result]),
  );
  return results.map(({ result: rating }, index) => ({
    x: (index + 0.5) * step,
    y: margin + (1 - (heights[index] ?? 0)) * (height - 2 * margin),
    rating,
  }));
}

export function CurveLine({ points }: { points: readonly CurvePoint[] }) {
  return <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />;
}
