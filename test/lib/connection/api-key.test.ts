import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readApiKey } from '@/lib/connection/api-key';

describe('readApiKey', () => {
  it.each([
    ['abc123', 'abc123'],
    ['\u00a0abc123\r\n\ufeff', 'abc123'],
    ['12|aB-_.~+/=', '12|aB-_.~+/='],
    ['Bearer abc123', 'abc123'],
    [' bearer   abc123 ', 'abc123'],
    ['clé-ÿ', 'clé-ÿ'],
    ['x'.repeat(4_000), 'x'.repeat(4_000)],
  ])('reads %j as %j', (text, value) => {
    expect(readApiKey(text)).toEqual({ value });
  });

  it.each(['', ' \n\u00a0', ' bearer  '])('refuses %j as empty', (text) => {
    expect(readApiKey(text)).toEqual({ problem: 'empty' });
  });

  it.each([
    ['a space', 'a key'],
    ['a line break', 'abc\n123'],
    ['a zero character', 'abc\u0000123'],
    ['a letter beyond Latin-1', 'abcŁ'],
    ['an invisible space', 'abc\u200b123'],
  ])('refuses a key with %s, without quoting the key', (_, text) => {
    expect(readApiKey(text)).toStrictEqual({ problem: 'unusableCharacters' });
  });

  const nearLatin1 = fc.integer({ min: 0, max: 0x110 }).map((code) => String.fromCharCode(code));
  it('accepts only keys that a request can contain', () => {
    const anyKey = fc.property(fc.string({ unit: nearLatin1 }), (text) => {
      const read = readApiKey(text);
      if ('problem' in read) return;
      const headers = new Headers({ Authorization: `Bearer ${read.value}` });
      expect(headers.get('Authorization')).toBe(`Bearer ${read.value}`);
    });
    fc.assert(anyKey, process.env.SEED ? { seed: Number(process.env.SEED) } : {});
  });
});
