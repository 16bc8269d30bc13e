import { z } from '@/lib/schema';

/** How much a check matters, the most first, as the wire writes it. */
export const IMPORTANCES = ['high', 'medium', 'low'] as const;

/** One of them. */
export const Importance = z.literal(IMPORTANCES);
export type Importance = z.infer<typeof Importance>;

/** A check that failed. */
export const FailedCheck = z.object({
  /** As the service wrote it, such as `meta_description`; at most 60 characters. */
  name: z.string(),
  importance: Importance,
});
export type FailedCheck = z.infer<typeof FailedCheck>;

/** So many failed checks of a report are kept: services have about forty checks. */
export const MOST_FAILED_CHECKS = 60;

/** How many checks of a report failed, by their importance. */
export const FailedChecks = z.object({ high: z.number(), medium: z.number(), low: z.number() });
export type FailedChecks = z.infer<typeof FailedChecks>;

/** How many that are in all. */
export function failedCount({ high, medium, low }: FailedChecks): number {
  return high + medium + low;
}
