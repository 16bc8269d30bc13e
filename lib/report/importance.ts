import { z } from '@/lib/schema';

/** How much a check matters, the most first, as the wire writes it. */
export const IMPORTANCES = ['high', 'medium', 'low'] as const;

/** How many checks of a report failed, by their importance. */
export const FailedChecks = z.object({ high: z.number(), medium: z.number(), low: z.number() });
export type FailedChecks = z.infer<typeof FailedChecks>;

/** How many that are in all. */
export function failedCount({ high, medium, low }: FailedChecks): number {
  return high + medium + low;
}
