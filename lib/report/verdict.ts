import { countFailed, type FailedCheck, type FailedChecks } from './importance';
import { isMuted, NO_MUTES, type PageMute } from './mutes';

/** The fields of a report, a past result or a shown result that a verdict depends on. */
interface JudgedResult {
  failed?: FailedChecks | null;
  failedChecks?: readonly FailedCheck[] | null;
}

/** What counts as failing in a result, without muted checks. */
export interface Verdict {
  /** In the service's order; null if unknown. */
  failing: readonly FailedCheck[] | null;
  /** The failed checks that do not count, in the service's order; empty if unknown. */
  muted: readonly FailedCheck[];
  /** The number of all failing checks; null if unknown. */
  counts: FailedChecks | null;
}

/**
 * Returns the verdict of a result. No other code may read `failed` and `failedChecks`, because
 * these fields ignore mutes. The counts include failed checks beyond the 60 that a result lists.
 * @param mutes the mutes of the page. They apply to results of any date.
 */
export function verdictOf(
  { failed = null, failedChecks = null }: JudgedResult,
  mutes: readonly PageMute[],
): Verdict {
  const counts = failed ?? (failedChecks && countFailed(failedChecks));
  if (failedChecks === null || mutes.length === 0) {
    return { failing: failedChecks, muted: [], counts };
  }
  const muted = failedChecks.filter((check) => isMuted(check, mutes));
  const mutedCounts = countFailed(muted);
  return {
    failing: failedChecks.filter((check) => !muted.includes(check)),
    muted,
    counts: counts && {
      high: counts.high - mutedCounts.high,
      medium: counts.medium - mutedCounts.medium,
      low: counts.low - mutedCounts.low,
    },
  };
}

/** Whether the number of failed checks is known. */
export function hasCounts(result: JudgedResult): boolean {
  return verdictOf(result, NO_MUTES).counts !== null;
}

/** Whether the names of the failed checks are known. */
export function hasChecks(result: JudgedResult): boolean {
  return verdictOf(result, NO_MUTES).failing !== null;
}

/**
 * Whether a check fails; null if the failed checks are unknown, or if the check is muted. A muted check
 * neither fails nor passes.
 */
export function failsIn(
  result: JudgedResult,
  check: string,
  mutes: readonly PageMute[],
): boolean | null {
  const { failing, muted } = verdictOf(result, mutes);
  if (muted.some(({ name }) => name === check)) return null;
  return failing?.some(({ name }) => name === check) ?? null;
}

/** Returns the failed check; null if the check passes, is muted, or is unknown. */
export function failureIn(
  result: JudgedResult,
  check: string,
  mutes: readonly PageMute[],
): FailedCheck | null {
  return verdictOf(result, mutes).failing?.find(({ name }) => name === check) ?? null;
}
