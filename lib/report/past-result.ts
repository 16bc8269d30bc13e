import { Timestamp, z } from '@/lib/schema';
import { FailedCheck } from './importance';
import { Rating, Score } from './rating';
import type { Report } from './report';

/** How a page stood at a date, as it is kept here when the service has forgotten it. */
export const PastResult = z.object({
  reportId: z.string(),
  result: Rating,
  /** Null where the service gave the result in a word alone. */
  score: z.nullable(Score),
  generatedAt: Timestamp,
  /** See `Report`. */
  failedChecks: z.nullable(z.array(FailedCheck)),
});
export type PastResult = z.infer<typeof PastResult>;

/** The result that a report has, as a list of one; empty where it has none, or no date. */
export function resultOf(report: Report): PastResult[] {
  const { id, result, score, generatedAt, failedChecks } = report;
  if (result === null || generatedAt === null) return [];
  return [{ reportId: id, result, score, generatedAt, failedChecks }];
}

/**
 * Whether a page has a later result than the one that a report shows, in another report: then updating
 * this one replaces a result that stands nowhere else.
 * @param results of its page
 */
export function isSuperseded(
  { id, generatedAt }: Pick<Report, 'id' | 'generatedAt'>,
  results: readonly Pick<PastResult, 'reportId' | 'generatedAt'>[],
): boolean {
  if (generatedAt === null) return false;
  return results.some((one) => one.reportId !== id && one.generatedAt > generatedAt);
}

/** For sorting. */
export function oldestFirst(one: PastResult, other: PastResult): number {
  if (one.generatedAt === other.generatedAt) return 0;
  return one.generatedAt < other.generatedAt ? -1 : 1;
}
