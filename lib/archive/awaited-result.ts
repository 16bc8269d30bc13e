import { hasResult, type Report } from '@/lib/report/report';
import { ReportReference } from '@/lib/report/report-reference';
import { Timestamp, z } from '@/lib/schema';

/** A report whose new result the service has been asked for and has not shown yet. */
export const AwaitedResult = z.object({
  /** With the date of the result that it had before. */
  report: ReportReference,
  /** How often the service was asked for it. */
  reads: z.number(),
  /** When the service is asked next. */
  dueAt: Timestamp,
});
export type AwaitedResult = z.infer<typeof AwaitedResult>;

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
