import { expect, it } from 'vitest';
import { ratioInterval } from './ratio';

/** Returns pairs with the ratios 1, 2, 3 and so on, in another order. */
function pairs(count: number): [ours: number[], other: number[]] {
  const ratios = Array.from({ length: count }, (_, at) => ((at * 7) % count) + 1);
  return [ratios.map((ratio) => ratio * 10), ratios.map(() => 10)];
}

// Ranks of the sign test, for example in tables of distribution-free intervals.
it.each([
  [6, { ratio: 3.5, low: 1, high: 6 }],
  [9, { ratio: 5, low: 2, high: 8 }],
  [12, { ratio: 6.5, low: 3, high: 10 }],
  [20, { ratio: 10.5, low: 6, high: 15 }],
])('the interval of %i pairs has the ranks of the sign test', (count, interval) => {
  expect(ratioInterval(...pairs(count))).toEqual(interval);
});

it('fewer than six pairs have no interval', () => {
  expect(ratioInterval(...pairs(5))).toBeNull();
});
