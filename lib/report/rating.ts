/** A report's result, best first, as the wire writes it. */
export const RATINGS = ['good', 'decent', 'bad'] as const;
export type Rating = (typeof RATINGS)[number];

/** Whether a value from outside is one of the three ratings. */
export function isRating(value: unknown): value is Rating {
  return RATINGS.some((rating) => rating === value);
}
