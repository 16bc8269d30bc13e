import { countFailed, type FailedCheck, type FailedChecks } from './importance';

/** The failed checks of a report, a past result or a shown result, as far as they are stored. */
interface JudgedResult {
  failed?: FailedChecks | null;
  failedChecks?: readonly FailedCheck[] | null;
}

/** What counts as failing in a result. */
export interface Verdict {
  /** At most 60 checks, in the service's order; null if unknown. */
  failing: readonly FailedCheck[] | null;
  /** The number of all failing checks; null if unknown. */
  counts: FailedChecks | null;
}

/** Returns what counts as failing in a result. Nothing else reads the failed checks of a result. */
export function verdictOf({ failed = null, failedChecks = null }: JudgedResult): Verdict {
  return { failing: failedChecks, counts: failed ?? (failedChecks && countFailed(failedChecks)) };
}

/** Whether a check fails in a result; null if unknown. */
export function failsIn(result: JudgedResult, check: string): boolean | null {
  return verdictOf(result).failing?.some(({ name }) => name === check) ?? null;
}
