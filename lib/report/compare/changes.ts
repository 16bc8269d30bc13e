import type { FailedCheck } from '@/lib/report/importance';
import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';

/** How the failed checks of a page differ from those at an earlier date, in the service's order. */
export interface CheckChanges {
  /** Failed then, and not now. */
  fixed: FailedCheck[];
  /** Failed now, and not then. */
  appeared: FailedCheck[];
  /** Failed then and now, as important as they are now. */
  remaining: FailedCheck[];
}

/** Compares the checks that failed at two dates. */
export function checkChanges(
  before: readonly FailedCheck[],
  now: readonly FailedCheck[],
): CheckChanges {
  const isIn = (checks: readonly FailedCheck[]) => {
    const names = new Set(checks.map(({ name }) => name));
    return ({ name }: FailedCheck) => names.has(name);
  };
  const [wasFailed, isFailed] = [isIn(before), isIn(now)];
  return {
    fixed: before.filter((check) => !isFailed(check)),
    appeared: now.filter((check) => !wasFailed(check)),
    remaining: now.filter(wasFailed),
  };
}

/**
 * The newest result of a page that is earlier than the one that a report shows, whichever report had
 * it; null where there is none, or the report shows no result.
 * @param past of the same page, oldest first
 */
export function resultBefore(
  { result, generatedAt }: Pick<Report, 'result' | 'generatedAt'>,
  past: readonly PastResult[],
): PastResult | null {
  if (result === null || generatedAt === null) return null;
  return past.findLast((one) => one.generatedAt < generatedAt) ?? null;
}

/** By how much the score has risen since then; null where either result has no score. */
export function scoreDifference(
  { score }: Pick<Report, 'score'>,
  before: Pick<PastResult, 'score'> | null,
): number | null {
  return score === null || before === null || before.score === null ? null : score - before.score;
}
