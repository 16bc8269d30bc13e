import { expect, it } from 'vitest';
import { isRating } from '@/lib/report/rating';

it.each(['Good', ' good', '', 'excellent', 0, null, undefined, ['good']])(
  '%j is no rating',
  (value) => {
    expect(isRating(value)).toBe(false);
  },
);
