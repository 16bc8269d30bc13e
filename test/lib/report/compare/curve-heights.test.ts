import { expect, it } from 'vitest';
import { curveHeights } from '@/lib/report/compare/curve-heights';

it('scales scores to their own range', () => {
  expect(curveHeights([62, 72, 67])).toEqual([0, 1, 0.5]);
});

it('scales a range of fewer than four points to the middle of four points', () => {
  expect(curveHeights([80, 82])).toEqual([0.25, 0.75]);
  expect(curveHeights([80, 80])).toEqual([0.5, 0.5]);
});

it('returns the middle for a single score', () => {
  expect(curveHeights([90])).toEqual([0.5]);
});
