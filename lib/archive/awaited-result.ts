import { Keeping } from '@/lib/private-windows';
import { hasResult, type Report } from '@/lib/report/report';
import { ReportPlace } from '@/lib/report/report-page';
import { Timestamp, z } from '@/lib/schema';

/** A report whose new result the service has been asked for and has not shown yet. */
export const AwaitedResult = z.extend(ReportPlace, {
  /** The date of the result that it had before; null where it had none. */
  former: z.nullable(z.string()),
  /** What is to have a result: a report created singly, one updated by a person, one of a batch. */
  kind: z.literal(['creation', 'update', 'batch']),
  keeping: Keeping,
  /** An answer has shown an updated report since, without a new result. */
  wasShown: z.boolean(),
  /** When the report was last read alone, in milliseconds since the epoch; 0: never. */
  readAloneAt: z.number(),
});
export type AwaitedResult = z.infer<typeof AwaitedResult>;

/** All of them, those awaited longest first, and when the service is asked next, once for all. */
export const AwaitedResults = z.object({
  version: z.literal(1),
  nextAt: Timestamp,
  /** How often the service was asked since the last report was made or updated. */
  rounds: z.number(),
  /** How many reports were made or updated since the service was asked last. */
  made: z.number(),
  results: z.array(AwaitedResult),
});
export type AwaitedResults = z.infer<typeof AwaitedResults>;

/**
 * Whether a report has a result that is newer than its former one, whatever the score.
 * @param former the date of that, ISO 8601; null where there was none
 */
export function hasNewResult(
  former: string | null,
  report: Pick<Report, 'result' | 'failed' | 'generatedAt'>,
): boolean {
  return hasResult(report) && (former === null || (report.generatedAt ?? '') > former);
}
