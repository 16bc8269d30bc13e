import type { FailedCheck } from '@/lib/report/importance';
import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import type { Verdict } from '@/lib/report/verdict';

/** The checks are in the service's order. A muted check does not fail. */
export interface CheckChanges {
  /** Checks that failed on the earlier date, and pass on the later date. */
  fixed: FailedCheck[];
  /** Checks that fail only on the later date. */
  appeared: FailedCheck[];
  /** Checks that fail on both dates, with the later importance. */
  remaining: FailedCheck[];
  /** Checks that passed on the earlier date, and are muted on the later date. */
  appearedMuted: FailedCheck[];
}

/** Returns null if the failed checks of either date are unknown. */
export function checkChanges(before: Verdict, now: Verdict): CheckChanges | null {
  if (before.failing === null || now.failing === null) return null;
  const failedBefore = namesOf(before.failing);
  const mutedBefore = namesOf(before.muted);
  const failingNow = namesOf(now.failing);
  const mutedNow = namesOf(now.muted);
  return {
    fixed: before.failing.filter(({ name }) => !failingNow.has(name) && !mutedNow.has(name)),
    appeared: now.failing.filter(({ name }) => !failedBefore.has(name)),
    remaining: now.failing.filter(({ name }) => failedBefore.has(name)),
    appearedMuted: now.muted.filter(
      ({ name }) => !failedBefore.has(name) && !mutedBefore.has(name),
    ),
  };
}

function namesOf(checks: readonly FailedCheck[]): ReadonlySet<string> {
  return new Set(checks.map(({ name }) => name));
}

/**
 * Returns the page's previous result; null if the report has no result or no earlier result.
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
