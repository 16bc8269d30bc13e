import type { FailedCheck } from '@/lib/report/importance';
import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';

/** The checks are in the service's order. */
export interface CheckChanges {
  /** Checks that failed only on the earlier date. */
  fixed: FailedCheck[];
  /** Checks that fail only on the later date. */
  appeared: FailedCheck[];
  /** Checks that fail on both dates, with the later importance. */
  remaining: FailedCheck[];
}

export function checkChanges(
  before: readonly FailedCheck[],
  now: readonly FailedCheck[],
): CheckChanges {
  const namesBefore = new Set(before.map(({ name }) => name));
  const namesNow = new Set(now.map(({ name }) => name));
  return {
    fixed: before.filter(({ name }) => !namesNow.has(name)),
    appeared: now.filter(({ name }) => !namesBefore.has(name)),
    remaining: now.filter(({ name }) => namesBefore.has(name)),
  };
}

/**
 * Returns the page's previous result; null if the report has no result, or no result is earlier.
 * @param results the results of the page, oldest first
 */
export function resultBefore(
  { result, generatedAt }: Pick<Report, 'result' | 'generatedAt'>,
  results: readonly PastResult[],
): PastResult | null {
  if (result === null || generatedAt === null) return null;
  return results.findLast((one) => one.generatedAt < generatedAt) ?? null;
}

/** Returns the score minus the earlier score; null if either result has no score. */
export function scoreDifference(
  { score }: Pick<Report, 'score'>,
  before: Pick<PastResult, 'score'> | null,
): number | null {
  if (score === null || before === null || before.score === null) return null;
  return score - before.score;
}
