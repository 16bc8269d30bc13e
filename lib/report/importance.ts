import { z } from '@/lib/schema';

/** How much a check matters, the most first, as the wire writes it. */
export const IMPORTANCES = ['high', 'medium', 'low'] as const;

/** One of them. */
const Importance = z.literal(IMPORTANCES);
export type Importance = z.infer<typeof Importance>;

/** How much a check counts for; one whose word the interface does not name counts as low. */
export function toImportance(word: unknown): Importance {
  return IMPORTANCES.find((one) => one === word) ?? 'low';
}

/** How many checks of a report failed, by their importance. */
export const FailedChecks = z.object({ high: z.number(), medium: z.number(), low: z.number() });
export type FailedChecks = z.infer<typeof FailedChecks>;

/** A check of a report that failed. */
export const FailedCheck = z.object({
  /** The service's own key of the check, such as `meta_description`. */
  name: z.string(),
  importance: z.literal(IMPORTANCES),
});
export type FailedCheck = z.infer<typeof FailedCheck>;

/** Counts failed checks by their importance. */
export function countFailed(checks: readonly FailedCheck[]): FailedChecks {
  const failed = { high: 0, medium: 0, low: 0 };
  for (const { importance } of checks) failed[importance] += 1;
  return failed;
}

/** For sorting: what matters most first. */
export function importantFirst(one: FailedCheck, other: FailedCheck): number {
  return IMPORTANCES.indexOf(one.importance) - IMPORTANCES.indexOf(other.importance);
}

/** How many checks failed in all. */
export function failedCount({ high, medium, low }: FailedChecks): number {
  return high + medium + low;
}
