import type { FailedCheck } from '@/lib/report/importance';
import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';

/** The differences between the failed checks of a page on two dates, in the service's order. */
export interface CheckChanges {
  /** Checks that failed only on the earlier date. */
  fixed: FailedCheck[];
  /** Checks that fail only on the later date. */
  appeared: FailedCheck[];
  /** Checks that fail on both dates, with the later importance. */
  remaining: FailedCheck[];
}

/** Compares the failed checks of two dates. */
export function checkChanges(
  before: readonly FailedCheck[],
  now: readonly FailedCheck[],
): CheckChanges {
  const isIn = (checks: readonly FailedCheck[]) => {
    const names = new Set(checks.map(({ name }) => name));
    return ({ name }: FailedCheck) => names.has(name);
  };
  const wasFailed = isIn(before);
  const isFailed = isIn(now);
  return {
    fixed: before.filter((check) => !isFailed(check)),
    appeared: now.filter((check) => !wasFailed(check)),
    remaining: now.filter(wasFailed),
  };
}

/**
 * Returns the page's newest result before a report's result; null if there is none, or the report
 * has no result.
 * @param past results of the page, oldest first
 */
export function resultBefore(
  { result, generatedAt }: Pick<Report, 'result' | 'generatedAt'>,
  past: readonly PastResult[],
): PastResult | null {
  if (result === null || generatedAt === null) return null;
  return past.findLast((one) => one.generatedAt < generatedAt) ?? null;
}

/** Returns the rise of the score; null if either result has no score. */
export function scoreDifference(
  { score }: Pick<Report, 'score'>,
  before: Pick<PastResult, 'score'> | null,
): number | null {
  return score === null || before === null || before.score === null ? null : score - before.score;
}
