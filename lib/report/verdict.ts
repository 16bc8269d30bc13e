import { countFailed, type FailedCheck, type FailedChecks } from './importance';

/** The fields of a report, a past result or a shown result that a verdict depends on. */
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

/** The only function that reads `failed` and `failedChecks`, for all numbers and tables. */
export function verdictOf({ failed = null, failedChecks = null }: JudgedResult): Verdict {
  return { failing: failedChecks, counts: failed ?? (failedChecks && countFailed(failedChecks)) };
}

/** Whether a check fails; null if the failed checks are unknown. */
export function failsIn(result: JudgedResult, check: string): boolean | null {
  return verdictOf(result).failing?.some(({ name }) => name === check) ?? null;
}

/** Returns the failed check; null if the check passes or is unknown. */
export function failureIn(result: JudgedResult, check: string): FailedCheck | null {
  return verdictOf(result).failing?.find(({ name }) => name === check) ?? null;
}
