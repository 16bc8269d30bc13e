import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { dayOf, endOfDay } from './local-day';

/** The number of points in a curve. The last point is today, and the others are a week apart. */
export const CURVE_WEEKS = 8;

/** For each point of a curve, returns the end of its day, oldest first, as ISO 8601. */
function endsOfWeeks(now: Date): string[] {
  return Array.from({ length: CURVE_WEEKS }, (_, index) =>
    endOfDay(dayOf(now, 7 * (CURVE_WEEKS - 1 - index))),
  );
}

/** The scores of a page at the points of a curve. */
export interface WeeklyScores {
  /** The latest score at each point, oldest first. Null before the first score. */
  points: readonly (number | null)[];
  /** The first score of the page; null without a score. */
  first: number | null;
}

/** @param results the results of a page, oldest first */
export function weeklyScores(results: readonly PastResult[], now: Date): WeeklyScores {
  const scored = results.filter(({ score }) => score !== null);
  return {
    points: endsOfWeeks(now).map(
      (end) => scored.findLast(({ generatedAt }) => generatedAt < end)?.score ?? null,
    ),
    first: scored[0]?.score ?? null,
  };
}

/** The average score of several pages over eight weeks. */
export interface Curve {
  /** Oldest first. Null before the first score of any page. */
  averages: readonly (number | null)[];
  /** The index of the point whose week contains the newest result. */
  lastMeasured: number;
}

interface CurvePage {
  report: Pick<Report, 'score' | 'generatedAt'>;
  trend: { weekly: WeeklyScores | null } | null;
}

/**
 * Returns the curve of pages; null without a score. At points before its first result, a page counts
 * with its first score, so that a new page does not move the curve.
 */
export function curveOf(pages: readonly CurvePage[], now: Date): Curve | null {
  const scored = pages.flatMap(({ report: { score, generatedAt }, trend }) =>
    score === null ? [] : { generatedAt: generatedAt ?? '', ...scoresOf(score, trend) },
  );
  if (scored.length === 0) return null;
  const newest = scored
    .map(({ generatedAt }) => generatedAt)
    .sort()
    .at(-1);
  const measured = endsOfWeeks(now).findIndex((end) => (newest ?? '') < end);
  return {
    averages: Array.from({ length: CURVE_WEEKS }, (_, index) =>
      scored.every(({ points }) => points[index] === null)
        ? null
        : average(scored.map(({ points, first }) => points[index] ?? first)),
    ),
    lastMeasured: measured < 0 ? CURVE_WEEKS - 1 : measured,
  };
}

/** Returns the scores of a page. The last point is the score of its newest report. */
function scoresOf(score: number, trend: CurvePage['trend']) {
  const { points, first } = trend?.weekly ?? UNKNOWN;
  return { points: [...points.slice(0, -1), score], first: first ?? score };
}

const UNKNOWN: WeeklyScores = {
  points: Array.from({ length: CURVE_WEEKS }, () => null),
  first: null,
};

function average(scores: readonly number[]): number {
  return Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length);
}
