import { z } from '@/lib/schema';

/** Best first, in the words of the service's API. */
export const RATINGS = ['good', 'decent', 'bad'] as const;

export const Rating = z.literal(RATINGS);
export type Rating = z.infer<typeof Rating>;

export const Score = /* @__PURE__ */ z.int().check(z.gte(0), z.lte(100));

export function isRating(value: unknown): value is Rating {
  return RATINGS.some((rating) => rating === value);
}

/** The service's filter by result has the same thresholds. */
export function ratingOf(score: number): Rating {
  if (score > 79) return 'good';
  return score >= 49 ? 'decent' : 'bad';
}
