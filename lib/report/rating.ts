import { z } from '@/lib/schema';

/** What a report's result can be, best first, as the wire writes it. */
export const RATINGS = ['good', 'decent', 'bad'] as const;

/** One of them. */
export const Rating = z.literal(RATINGS);
export type Rating = z.infer<typeof Rating>;

/** A report's number, a whole one from 0 to 100. */
export const Score = z.int().check(z.gte(0), z.lte(100));

/** Whether a value from outside is one of the three ratings. */
export function isRating(value: unknown): value is Rating {
  return Rating.safeParse(value).success;
}

/** The rating of a score, as the services' own filter by result has it. */
export function ratingOf(score: number): Rating {
  if (score > 79) return 'good';
  return score >= 49 ? 'decent' : 'bad';
}
