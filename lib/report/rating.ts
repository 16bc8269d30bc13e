import { z } from '@/lib/schema';

/** A report's result, best first, as the wire writes it. */
export const Rating = z.enum(['good', 'decent', 'bad']);
export type Rating = z.infer<typeof Rating>;

export const RATINGS: readonly Rating[] = Rating.options;

/** Whether a value from outside is one of the three ratings. */
export function isRating(value: unknown): value is Rating {
  return Rating.safeParse(value).success;
}
