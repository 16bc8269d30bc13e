import { z } from '@/lib/schema';

/** What a report's result can be, best first, as the wire writes it. */
export const RATINGS = ['good', 'decent', 'bad'] as const;

/** One of them. */
export const Rating = z.literal(RATINGS);
export type Rating = z.infer<typeof Rating>;

/** Whether a value from outside is one of the three ratings. */
export function isRating(value: unknown): value is Rating {
  return Rating.safeParse(value).success;
}
