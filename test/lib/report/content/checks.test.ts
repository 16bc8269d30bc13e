import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Check, readChecks } from '@/lib/report/content/checks';
import { type ExtraValue, fieldsOf, isSingle, lengthOf } from '@/lib/report/extra-fields';
import { usualChecks } from '../../../service/served-checks';

/** Returns checks as lines, such as `- title (high)`. */
function lines(checks: readonly Check[]): string[] {
  return checks.map(({ name, isPassed, importance }) => {
    return `${isPassed ? '+' : '-'} ${name}${importance === null ? '' : ` (${importance})`}`;
  });
}

function names(parts: readonly { name: string }[] | undefined) {
  return parts?.map(({ name }) => name).join(' ');
}

function check(json: object): Check | undefined {
  return readChecks({ results: { title: json } }).checks[0];
}

describe('the checks of a report', () => {
  it('are read with verdict, importance, value and reasons', () => {
    const { checks, rest, hasMoreChecks } = readChecks({
      results: {
        title: { passed: true, importance: 'high', value: 'Clinic' },
        load_time: {
          passed: false,
          importance: 'medium',
          value: 3.4,
          errors: { too_slow: { max: '2' }, missing: null, failed: false },
          seen_at: '2026-11-20',
        },
      },
      created_at: '2026-11-20T10:11:12.000000Z',
    });
    expect(lines(checks)).toEqual(['+ title (high)', '- load_time (medium)']);
    expect(checks.map(({ value }) => value)).toEqual(['Clinic', 3.4]);
    expect(names(checks[1]?.reasons)).toBe('too_slow missing');
    expect(names(checks[1]?.details)).toBe('seen_at');
    expect(rest).toEqual({ created_at: '2026-11-20T10:11:12.000000Z' });
    expect(hasMoreChecks).toBe(false);
  });

  it.each<[string, object | string, checks: string[], rest: object]>([
    ['a map of another name', { audit: { h1: { passed: false } } }, ['- h1'], {}],
    [
      'other fields of the map stay',
      { results: { h1: { passed: true }, took: 3, list: [1] }, id: 7 },
      ['+ h1'],
      { results: { took: 3, list: [1] }, id: 7 },
    ],
    [
      'checks of any name',
      '{"results":{"__proto__":{"passed":false},"toString":{"passed":true},"7":{"passed":true}}}',
      ['+ 7', '- __proto__', '+ toString'],
      {},
    ],
    [
      'a list contains no checks',
      { results: [{ passed: true }] },
      [],
      { results: [{ passed: true }] },
    ],
    [
      'an object with a text in `passed` is not a check',
      { h: { a: { passed: 'yes' } } },
      [],
      { h: { a: { passed: 'yes' } } },
    ],
    [
      'an object one level deeper is not a check',
      { a: { b: { c: { passed: true } } } },
      [],
      {
        a: { b: { c: { passed: true } } },
      },
    ],
  ])('are separated from other fields: %s', (_, json, expected, others) => {
    const { checks, rest } = readChecks(typeof json === 'string' ? JSON.parse(json) : json);
    expect(lines(checks)).toEqual(expected);
    expect(rest).toEqual(others);
  });

  it.each<[unknown, string | null]>([
    ['high', 'high'],
    [' ', null],
    [3, null],
    ['x'.repeat(41), null],
  ])('have the importance %j read as %j', (importance, read) => {
    expect(check({ passed: true, importance })?.importance).toBe(read);
  });

  it.each<[unknown, string]>([
    [{ missing: null, failed: [] }, 'missing failed'],
    [['Missing', 'Too long'], '1 2'],
    ['Missing', '1'],
    ['', ''],
    [null, ''],
    [true, ''],
  ])('have their reasons read from %j', (errors, expected) => {
    expect(names(check({ passed: false, errors })?.reasons)).toBe(expected);
  });
});

describe('the bounds on the checks of a report', () => {
  const failing = ['in_page_links', 'image_keywords', 'defer_javascript'];
  const results = usualChecks({ failing, links: 1550, images: 240, scripts: 90 });

  it('keep all checks of a page with thousands of links, and the lengths of their lists', () => {
    const { checks } = readChecks({ results });
    expect(checks).toHaveLength(36);
    expect(lines(checks).filter((line) => line.startsWith('-'))).toHaveLength(3);
    const checkNamed = (name: string) => checks.find((one) => one.name === name);
    const [missing] = checkNamed('image_keywords')?.reasons ?? [];
    expect([fieldsOf(missing?.value ?? null).length, lengthOf(missing?.value ?? null)]).toEqual([
      50, 240,
    ]);
    const links = fieldsOf(checkNamed('in_page_links')?.value ?? null);
    expect(links.map(({ value }) => lengthOf(value))).toEqual([1490, 60]);
    expect(names(checkNamed('in_page_links')?.reasons)).toBe('too_many');
  });

  it('keep the reasons of a check whose value is too large, and a part of the value', () => {
    const value = Array.from({ length: 40 }, () => Array(40).fill('x'.repeat(500)));
    const readCheck = check({ value, passed: false, errors: { missing: null } });
    expect(names(readCheck?.reasons)).toBe('missing');
    const sizes = [readCheck?.value ?? null].map((one) => [valuesIn(one), charactersIn(one)]);
    expect(sizes[0]?.[0]).toBeLessThanOrEqual(500);
    expect(sizes[0]?.[1]).toBeLessThanOrEqual(20_500);
  });

  it('end after two hundred checks, and set hasMoreChecks', () => {
    const many = Object.fromEntries(
      Array.from({ length: 5000 }, (_, at) => [`check_${at}`, { passed: false }]),
    );
    const { checks, hasMoreChecks, rest } = readChecks({ results: many, more: many });
    expect(checks).toHaveLength(200);
    expect(hasMoreChecks).toBe(true);
    expect(rest).toEqual({});
  });
});

it('any JSON is read without an error, and the remaining fields contain no checks', () => {
  const known = 'passed errors importance value a_b __proto__ 1'.split(' ');
  const json = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(true, false, null, 'high', '', 'text', 3),
      fc.array(tie('any'), { maxLength: 4 }),
      fc
        .array(fc.tuple(fc.constantFrom(...known), tie('any')), { maxLength: 4 })
        .map(Object.fromEntries),
    ),
  })).any;
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(json, fc.jsonValue())), (object) => {
      const { rest } = readChecks(object);
      expect(readChecks(rest)).toEqual({ checks: [], hasMoreChecks: false, rest });
    }),
  );
});

function valuesIn(value: ExtraValue): number {
  return fieldsOf(value).reduce((sum, part) => sum + valuesIn(part.value), 1);
}

function charactersIn(value: ExtraValue): number {
  if (isSingle(value)) return String(value).length;
  return fieldsOf(value).reduce((sum, part) => sum + charactersIn(part.value), 0);
}
