import { z } from '@/lib/schema';

/** Highest first, in the words of the service's API. */
export const IMPORTANCES = ['high', 'medium', 'low'] as const;

const Importance = z.literal(IMPORTANCES);
export type Importance = z.infer<typeof Importance>;

/** Returns `low` for an unknown word. */
export function toImportance(word: unknown): Importance {
  return IMPORTANCES.find((importance) => importance === word) ?? 'low';
}

/** The numbers of failed checks. */
export const FailedChecks = z.object({ high: z.number(), medium: z.number(), low: z.number() });
export type FailedChecks = z.infer<typeof FailedChecks>;

export const FailedCheck = z.object({
  /** The service's name, such as `meta_description`. */
  name: z.string(),
  importance: z.literal(IMPORTANCES),
  /** The keys of the service's `errors`, or `failed` without keys. Absent in old stored results. */
  errors: z.optional(z.array(z.string())),
});
export type FailedCheck = z.infer<typeof FailedCheck>;

export function countFailed(checks: readonly FailedCheck[]): FailedChecks {
  const counts = { high: 0, medium: 0, low: 0 };
  for (const { importance } of checks) counts[importance] += 1;
  return counts;
}

/** Compares by importance, highest first. */
export function importantFirst(one: FailedCheck, other: FailedCheck): number {
  return IMPORTANCES.indexOf(one.importance) - IMPORTANCES.indexOf(other.importance);
}

export function failedCount({ high, medium, low }: FailedChecks): number {
  return high + medium + low;
}
