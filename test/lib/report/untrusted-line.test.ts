import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { untrustedLine } from '@/lib/report/untrusted-line';
import { anyCharacter } from '../../support/any-text';

describe('untrustedLine', () => {
  it.each([
    ['Missing', 'Missing'],
    [' two\n\nlines\t', 'two lines'],
    ['a\u202egnp.exe\u2069', 'a gnp.exe'],
    ['nul\u0000l', 'nul l'],
    ['zero\u200bwidth', 'zero width'],
    ['مواعيد 😀', 'مواعيد 😀'],
    ['\u061c', ''],
    // Text hidden in tags (Unicode 16, 23.9), in variation selectors, and with fillers.
    ['Shop\u{e0049}\u{e0067}\u{e006e}\u{e007f}', 'Shop'],
    ['Sh\ufe01\u{e0101}\u{e01ef}op', 'Shop'],
    ['Sh\u115f\u1160\u3164\uffa0\u034f\u180e\u17b4op', 'Shop'],
    ['1\ufe00\u200d\ufe0f\u200d\u200c\ufe0e a', '1 a'],
    ['\u200d\u200ca\u200d\u200d\u200c\u200d', 'a\u200d'],
    ['\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}', '\u{1f3f4}'],
    // Persian, Hindi, Malayalam (Unicode 16, 9.2, 12.1, 12.9) and emojis (UTS 51, 2.2 and 2.3) need
    // joiners and selectors.
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['क्\u200dष', 'क्\u200dष'],
    ['അവന്\u200d', 'അവന്\u200d'],
    ['1\ufe0f\u20e3 ☂\ufe0e ❤\ufe0f\u200d🔥', '1\ufe0f\u20e3 ☂\ufe0e ❤\ufe0f\u200d🔥'],
    ['👩🏽\u200d💻👨\u200d👩\u200d👧', '👩🏽\u200d💻👨\u200d👩\u200d👧'],
  ])('%j becomes %j', (text, line) => {
    expect(untrustedLine(text)).toBe(line);
  });

  it('cuts a text after 500 characters, adds three dots, and does not cut within a character', () => {
    expect(untrustedLine('x'.repeat(501))).toBe(`${'x'.repeat(500)}…`);
    expect(untrustedLine('x'.repeat(500))).toBe('x'.repeat(500));
    expect(untrustedLine(`${'x'.repeat(499)}😀`)).toBe(`${'x'.repeat(499)}…`);
  });

  it('removes ignorable characters, except joiners and selectors of emojis', () => {
    const ignorable = Array.from({ length: 0x110000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((character) => /\p{Default_Ignorable_Code_Point}/u.test(character));
    expect(ignorable.length).toBeGreaterThan(4_000);
    const separated = ignorable.filter((character) => untrustedLine(`ക${character}x`).length > 3);
    const unchanged = ignorable.filter((character) =>
      untrustedLine(`ക${character}x`).includes(character),
    );
    expect(separated).toEqual([]);
    expect(unchanged).toEqual(['\u200c', '\u200d']);
  });

  it('removes control and direction characters from any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(untrustedLine(text)).not.toMatch(
          /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u,
        );
      }),
    );
  });
});
