import { hasResult, Report } from '@/lib/report/report';
import { Timestamp, z } from '@/lib/schema';

/** A report whose new result the service has been asked for and has not shown yet. */
export const AwaitedResult = z.object({
  /** The report as it was before. */
  report: Report,
  /** How often the service has been asked since. */
  attempts: z.number(),
  /** A person has pressed Update results, and wants to hear that no new result came. */
  isUpdate: z.boolean(),
  privateWindow: z.boolean(),
});
export type AwaitedResult = z.infer<typeof AwaitedResult>;

/** All of them, and when the service is asked next, once for all. */
export const AwaitedResults = z.object({
  nextAt: Timestamp,
  results: z.array(AwaitedResult),
});
export type AwaitedResults = z.infer<typeof AwaitedResults>;

/** Whether the service has made a new result since. */
export function hasNewResult(before: Report, after: Report): boolean {
  if (!hasResult(after)) return false;
  return (
    !hasResult(before) ||
    before.generatedAt !== after.generatedAt ||
    before.result !== after.result ||
    before.score !== after.score
  );
}
