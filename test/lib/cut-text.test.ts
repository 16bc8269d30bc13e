import { expect, it } from 'vitest';
import { cutText } from '@/lib/cut-text';

it.each([
  ['short', 5, 'short'],
  ['longer', 4, 'long'],
  ['a😀', 3, 'a😀'],
  ['a😀', 2, 'a'],
])('the text %s is cut to %i characters as %s', (text, most, expected) => {
  expect(cutText(text, most)).toBe(expected);
});
