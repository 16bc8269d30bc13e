import { expect, it } from 'vitest';
import { hasFailed } from '@/lib/outcome';

it('an outcome has failed when it holds a failure', () => {
  expect(hasFailed({ failure: { code: 'unreachable' } })).toBe(true);
});

it.each([null, undefined, false, 0, { failure: 'x' }])(
  'an outcome with the value %j has not failed',
  (value) => {
    expect(hasFailed({ value })).toBe(false);
  },
);
