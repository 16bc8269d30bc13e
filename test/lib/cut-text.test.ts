import { expect, it } from 'vitest';
import { cutText } from '@/lib/cut-text';

it.each([
  ['short', 5, 'short'],
  ['longer', 4, 'long'],
  ['a😀', 3, 'a😀'],
  ['a😀', 2, 'a'],
])('the beginning of %s, of at most %i, is %s', (text, most, expected) => {
  expect(cutText(text, most)).toBe(expected);
});
