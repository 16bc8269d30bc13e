import { z } from '@/lib/schema';

/** How much a check matters, the most first, as the wire writes it. */
export const IMPORTANCES = ['high', 'medium', 'low'] as const;

/** One of them. */
const Importance = z.literal(IMPORTANCES);
export type Importance = z.infer<typeof Importance>;

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

/** How many that are in all. */
export function failedCount({ high, medium, low }: FailedChecks): number {
  return high + medium + low;
}
