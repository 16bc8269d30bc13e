import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPlainText } from '@/lib/service/plain-text';
import { withoutSecrets } from '@/lib/service/redaction';

const KEY = '1|aB3/"x<9>é';
const blank = (text: string, secret = KEY) => withoutSecrets(text, [secret]);

/** Every character of a text, written by a rule. */
function each(text: string, write: (character: string) => string): string {
  return [...text].map(write).join('');
}

function hex(character: string, digits = 2): string {
  return (character.codePointAt(0) ?? 0).toString(16).padStart(digits, '0');
}

function percent(character: string): string {
  const bytes = [...new TextEncoder().encode(character)];
  return bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

function unicode(character: string, slashes = '\\'): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `${slashes}u${unit.toString(16).padStart(4, '0')}`).join('');
}

const NAMES: Record<string, string> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

/** Ways to write one character; each gives another text for some character. */
const WRITINGS: Record<string, (character: string) => string> = {
  plain: (character) => character,
  'in percent-encoding': percent,
  'in percent-encoding with capitals': (character) => percent(character).toUpperCase(),
  'in percent-encoding done twice': (character) => percent(character).replaceAll('%', '%25'),
  'as a number of HTML': (character) => `&#${character.codePointAt(0)};`,
  'as a padded number of HTML': (character) => `&#00${character.codePointAt(0)};`,
  'as a hexadecimal number of HTML': (character) => `&#x${hex(character)};`,
  'as one with capitals': (character) => `&#X${hex(character).toUpperCase()};`,
  'as a name of HTML': (character) => (NAMES[character] ? `&${NAMES[character]};` : character),
  'as HTML within HTML': (character) => `&amp;#${character.codePointAt(0)};`,
  'in escapes of JSON': (character) => unicode(character),
  'in escapes of JSON within JSON': (character) => unicode(character, '\\\\'),
  'in escapes with capitals': (character) => unicode(character).replace(/[a-f\d]+$/, upper),
  'as JSON writes it': (character) => JSON.stringify(character).slice(1, -1),
  'as JSON writes it within JSON': (character) => json(json(character)),
  'with a slash escaped': (character) => (character === '/' ? '\\/' : character),
  'as a form writes it': (character) => String(new URLSearchParams([['', character]])).slice(1),
};

function json(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function upper(digits: string): string {
  return digits.toUpperCase();
}

describe('a secret', () => {
  it.each(Object.entries(WRITINGS))('is blanked where it is written %s', (_, write) => {
    expect(blank(`Bearer ${each(KEY, write)} is unknown.`)).toBe('Bearer ••• is unknown.');
  });

  it.each([
    ['a path', `/reports/${encodeURIComponent(KEY)}/7`, '/reports/•••/7'],
    ['JSON within HTML', `<p>{&quot;k&quot;:&quot;${htmlOf(json(KEY))}&quot;}`, null],
    ['HTML within JSON', `{"k":"<b>${json(htmlOf(KEY))}</b>"}`, '{"k":"<b>•••</b>"}'],
    ['a query within HTML', `<a href="?k=${encodeURIComponent(KEY)}&amp;x=1">`, null],
  ])('is blanked in %s', (_, text, expected) => {
    const blanked = blank(text);
    expect(blanked).toContain('•••');
    expect(blanked).not.toContain('aB3');
    if (expected !== null) expect(blanked).toBe(expected);
  });

  it('is blanked as often as it stands there', () => {
    const encoded = encodeURIComponent(KEY);
    expect(blank(`${KEY} ${encoded} ${encoded}${KEY}`)).toBe('••• ••• ••••••');
  });

  it('is blanked where it ends in a backslash before a quotation mark', () => {
    expect(JSON.parse(blank(JSON.stringify(['open\\sesame\\']), 'open\\sesame\\'))).toEqual([
      '•••\\',
    ]);
  });

  it('is blanked where it holds a tab', () => {
    const key = 'open\tsesame\tdoor';
    expect(blank(`${key} ${json(key)} ${encodeURIComponent(key)}`, key)).toBe('••• ••• •••');
  });

  it('of fewer than eight characters may be a word that an answer needs, and stays', () => {
    expect(blank('a secret', 'secret')).toBe('a secret');
    // Written out, it is shorter still.
    expect(blank('ABCD %41%42%43%44', '%41%42%43%44')).toBe('ABCD •••');
  });

  const character = fc.oneof(
    fc.constantFrom(...'%&\\+ /"<>\'#;=|un25xamplt'),
    fc.stringMatching(/^[!-~]$/),
    fc.constantFrom('é', '€', '😀'),
  );
  const written = fc.array(fc.tuple(character, fc.constantFrom(...Object.values(WRITINGS))), {
    minLength: 12,
    maxLength: 40,
  });

  it('is blanked in any mixture of writings, and the rest stays as it is', () => {
    const anyMixture = fc.property(written, fc.string(), fc.string(), (parts, before, after) => {
      const secret = parts.map(([one]) => one).join('');
      // Nothing tells whether a backslash at either end is part of it, and it may stay.
      fc.pre(decodedLength(secret) >= 8 && !/^\\|\\$/.test(secret) && hasPlainEnd(secret));
      const text = parts.map(([one, write]) => write(one)).join('');
      const [start, end] = [`${before} ‹`, `› ${after}`];
      expect(blank(start + text + end, secret)).toBe(`${start}•••${end}`);
    });
    fc.assert(anyMixture, { numRuns: 3000 });
  });

  it('that is not there changes nothing', () => {
    const anyText = fc.property(fc.string({ unit: character, maxLength: 300 }), (text) => {
      expect(blank(text, 'no such key')).toBe(text);
    });
    fc.assert(anyText, { numRuns: 1000 });
  });

  it.each(['%', '%25', '%80', '%3', '%f0%9f%98', '&', '&#1', '&amp', ';', '\\', '\\u00', '+', 'a'])(
    'is found behind a megabyte of %s',
    (unit) => {
      const text = `${unit.repeat(1_000_000 / unit.length)} `;
      expect(blank(text + percent(KEY)) === `${text}•••`).toBe(true);
    },
  );
});

function htmlOf(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&${NAMES[character]};`);
}

/** Whether it ends in no escape, such as `%5c`, that stands for a backslash. */
function hasPlainEnd(secret: string): boolean {
  const { text, starts } = readPlainText(`${secret}›`);
  return starts[text.length - 1] === secret.length;
}

/** A lower bound: an escape has at most twelve characters. */
function decodedLength(secret: string): number {
  return secret.replace(/[%&\\].{0,11}/gs, '').length;
}
