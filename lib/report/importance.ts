import { z } from '@/lib/schema';

/** The importances of a check, highest first, in the words of the interface. */
export const IMPORTANCES = ['high', 'medium', 'low'] as const;

const Importance = z.literal(IMPORTANCES);
export type Importance = z.infer<typeof Importance>;

/** Returns the importance of a check. A word that the interface does not name counts as low. */
export function toImportance(word: unknown): Importance {
  return IMPORTANCES.find((one) => one === word) ?? 'low';
}

/** The number of failed checks of a report, by importance. */
export const FailedChecks = z.object({ high: z.number(), medium: z.number(), low: z.number() });
export type FailedChecks = z.infer<typeof FailedChecks>;

/** A failed check of a report. */
export const FailedCheck = z.object({
  /** The service's name of the check, such as `meta_description`. */
  name: z.string(),
  importance: z.literal(IMPORTANCES),
  /**
   * The kinds of error with which the check fails: the keys of the service's `errors`, or `failed`
   * if there are none. Absent if unknown: earlier versions have not stored them.
   */
  errors: z.optional(z.array(z.string())),
});
export type FailedCheck = z.infer<typeof FailedCheck>;

/** Counts failed checks by importance. */
export function countFailed(checks: readonly FailedCheck[]): FailedChecks {
  const failed = { high: 0, medium: 0, low: 0 };
  for (const { importance } of checks) failed[importance] += 1;
  return failed;
}

/** Compares checks for a sort by importance, highest first. */
export function importantFirst(one: FailedCheck, other: FailedCheck): number {
  return IMPORTANCES.indexOf(one.importance) - IMPORTANCES.indexOf(other.importance);
}

/** Returns the number of all failed checks. */
export function failedCount({ high, medium, low }: FailedChecks): number {
  return high + medium + low;
}
