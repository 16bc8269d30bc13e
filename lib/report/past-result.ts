import { Timestamp, z } from '@/lib/schema';
import { FailedCheck } from './importance';
import { Rating, Score } from './rating';

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
