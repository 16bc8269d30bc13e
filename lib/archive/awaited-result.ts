import { hasResult, Report } from '@/lib/report/report';
import { Timestamp, z } from '@/lib/schema';

/** What tells a new result of a report from the former one. */
const FormerResult = z.pick(Report, {
  id: true,
  result: true,
  score: true,
  failed: true,
  generatedAt: true,
});

/** A report whose new result the service has been asked for and has not shown yet. */
export const AwaitedResult = z.object({
  /** The report as it was before. */
  report: FormerResult,
  /** The key of its page; null where nothing is stored of that. */
  page: z._default(z.nullable(z.string()), null),
  /** What is to have a result: a report created singly, one updated by a person, one of a batch. */
  kind: z._default(z.literal(['creation', 'update', 'batch']), 'creation'),
  privateWindow: z.boolean(),
  /** An answer has shown an updated report since, without a new result. */
  wasShown: z._default(z.boolean(), false),
  /** When the report was last read alone, in milliseconds since the epoch; 0: never. */
  readAloneAt: z._default(z.number(), 0),
});
export type AwaitedResult = z.infer<typeof AwaitedResult>;

/** All of them, those awaited longest first, and when the service is asked next, once for all. */
export const AwaitedResults = z.object({
  nextAt: Timestamp,
  /** How often the service was asked since the last report was made or updated. */
  rounds: z._default(z.number(), 0),
  /** How many reports were made or updated since the service was asked last. */
  made: z._default(z.number(), 0),
  results: z.array(AwaitedResult),
});
export type AwaitedResults = z.infer<typeof AwaitedResults>;

/**
 * Whether the service has made a new result since. A newer date tells that, whatever the score; what
 * the result is counts where the dates are the same, or not known.
 */
export function hasNewResult(
  before: z.infer<typeof FormerResult>,
  after: z.infer<typeof FormerResult>,
): boolean {
  if (!hasResult(after)) return false;
  const [former, latter] = [before.generatedAt, after.generatedAt];
  // Of a row of a batch the date alone is known.
  if (!hasResult(before)) return former === null || (latter ?? '') > former;
  if (former !== latter && latter !== null) return former === null || latter > former;
  return before.result !== after.result || before.score !== after.score;
}
