import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foreignLine } from '@/lib/report/foreign-line';
import { anyCharacter } from '../../support/any-text';

describe('a foreign text in a line', () => {
  it.each([
    ['Missing', 'Missing'],
    [' two\n\nlines\t', 'two lines'],
    ['a\u202egnp.exe\u2069', 'a gnp.exe'],
    ['nul\u0000l', 'nul l'],
    ['zero\u200bwidth', 'zero width'],
    ['مواعيد 😀', 'مواعيد 😀'],
    ['\u061c', ''],
  ])('%j becomes %j', (text, line) => {
    expect(foreignLine(text)).toBe(line);
  });

  it('ends in three dots when too long, and is never cut within a character', () => {
    expect(foreignLine('x'.repeat(501))).toBe(`${'x'.repeat(500)}…`);
    expect(foreignLine('x'.repeat(500))).toBe('x'.repeat(500));
    expect(foreignLine(`${'x'.repeat(499)}😀`)).toBe(`${'x'.repeat(499)}…`);
  });

  it('holds no control or direction characters, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(foreignLine(text)).not.toMatch(
          /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u,
        );
      }),
    );
  });
});
