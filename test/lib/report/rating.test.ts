import { expect, it } from 'vitest';
import { isRating, RATINGS } from '@/lib/report/rating';

it('a rating is good, decent or bad, best first', () => {
  expect(RATINGS).toEqual(['good', 'decent', 'bad']);
  expect(RATINGS.every(isRating)).toBe(true);
});

it.each(['Good', ' good', '', 'excellent', 0, null, undefined, ['good']])(
  '%j is no rating',
  (value) => {
    expect(isRating(value)).toBe(false);
  },
);
