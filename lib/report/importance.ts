import { z } from '@/lib/schema';

/** The importances of a check, highest first, in the words of the service's API. */
export const IMPORTANCES = ['high', 'medium', 'low'] as const;

const Importance = z.literal(IMPORTANCES);
export type Importance = z.infer<typeof Importance>;

/** Converts the service's word for an importance. An unknown word counts as low. */
export function toImportance(word: unknown): Importance {
  return IMPORTANCES.find((importance) => importance === word) ?? 'low';
}

/** The numbers of a report's failed checks, by importance. */
export const FailedChecks = z.object({ high: z.number(), medium: z.number(), low: z.number() });
export type FailedChecks = z.infer<typeof FailedChecks>;

/** A failed check of a report. */
export const FailedCheck = z.object({
  /** The service's name of the check, such as `meta_description`. */
  name: z.string(),
  importance: z.literal(IMPORTANCES),
  /**
   * The kinds of error that the service found: the keys of `errors`, or `failed` if there are no
   * keys. Absent in results that earlier versions have stored.
   */
  errors: z.optional(z.array(z.string())),
});
export type FailedCheck = z.infer<typeof FailedCheck>;

/** Counts failed checks by importance. */
export function countFailed(checks: readonly FailedCheck[]): FailedChecks {
  const counts = { high: 0, medium: 0, low: 0 };
  for (const { importance } of checks) counts[importance] += 1;
  return counts;
}

/** Compares two checks for `sort`: by importance, highest first. */
export function importantFirst(one: FailedCheck, other: FailedCheck): number {
  return IMPORTANCES.indexOf(one.importance) - IMPORTANCES.indexOf(other.importance);
}

/** Returns the number of failed checks of all importances. */
export function failedCount({ high, medium, low }: FailedChecks): number {
  return high + medium + low;
}
