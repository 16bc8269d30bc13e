import { Timestamp, z } from '@/lib/schema';
import { FailedCheck } from './importance';
import { Rating, Score } from './rating';
import type { Report } from './report';

/** A result of a page in the history. The service may no longer have the result. */
export const PastResult = z.object({
  reportId: z.string(),
  /** The rating. The service names it `result`. */
  result: Rating,
  score: z.nullable(Score),
  generatedAt: Timestamp,
  /** See `Report.failedChecks`. */
  failedChecks: z.nullable(z.array(FailedCheck)),
});
export type PastResult = z.infer<typeof PastResult>;

/** Returns a list for `flatMap`; empty if the report has no result or no date. */
export function resultOf(report: Report): PastResult[] {
  const { id, result, score, generatedAt, failedChecks } = report;
  if (result === null || generatedAt === null) return [];
  return [{ reportId: id, result, score, generatedAt, failedChecks }];
}

/** Whether another report of the same page has a newer result. */
export function isSuperseded(
  { id, generatedAt }: Pick<Report, 'id' | 'generatedAt'>,
  results: readonly Pick<PastResult, 'reportId' | 'generatedAt'>[],
): boolean {
  if (generatedAt === null) return false;
  return results.some((one) => one.reportId !== id && one.generatedAt > generatedAt);
}

/** Compares by date, oldest first. */
export function oldestFirst(one: PastResult, other: PastResult): number {
  if (one.generatedAt === other.generatedAt) return 0;
  return one.generatedAt < other.generatedAt ? -1 : 1;
}
