import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ExtraObject,
  type ExtraValue,
  FIELD_BOUNDS,
  isEmpty,
  toExtraFields,
} from '@/lib/report/extra-fields';

const BOUNDS = { values: 10, depth: 3, text: 1_000 };
const LONG = 'x'.repeat(9_999);
/** Has exactly `BOUNDS.values` values: a list and an object with three values each, and two numbers. */
const FULL = { list: [1, 2, 3], object: { a: 1, b: 2, c: 3 }, last: 1, end: 1 };
const KEPT_FIELDS = object(
  ['list', list(1, 2, 3)],
  ['object', object(['a', 1], ['b', 2], ['c', 3])],
  ['last', 1],
  ['end', 1],
);

function list(...items: ExtraValue[]): ExtraObject {
  return object(...items.map((item, index) => [String(index + 1), item] as [string, ExtraValue]));
}

function object(...fields: [name: string, value: ExtraValue][]): ExtraObject {
  return { fields: fields.map(([name, value]) => ({ name, value })) };
}

describe('toExtraFields', () => {
  it.each<[behaviour: string, json: object, kept: ExtraObject]>([
    [
      'keeps values of every kind, in their order',
      { name: 'Ann', age: 41, isActive: false, tags: [], limits: {}, team: null },
      object(
        ['name', 'Ann'],
        ['age', 41],
        ['isActive', false],
        ['tags', list()],
        ['limits', object()],
        ['team', null],
      ),
    ],
    [
      'keeps nested lists and objects',
      { checks: { passed: ['title', { name: 'h1' }] } },
      object(['checks', object(['passed', list('title', object(['name', 'h1']))])]),
    ],
    ['keeps markup and control characters', { a: '<b>\u0000\n' }, object(['a', '<b>\u0000\n'])],
    [
      'keeps a field named __proto__',
      JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": "x"}'),
      object(['__proto__', object(['isAdmin', true])], ['constructor', 'x']),
    ],
    [
      'turns a number that JSON cannot contain into a text',
      JSON.parse('{"size": 1e999}'),
      object(['size', 'Infinity']),
    ],
    [
      'cuts names after 200 characters and texts after 10,000',
      { ['n'.repeat(201)]: `${LONG}yy` },
      object([`${'n'.repeat(200)}…`, `${LONG}y…`]),
    ],
    ['does not cut within a character', { a: `${LONG}😀😀` }, object(['a', `${LONG}…`])],
  ])('%s', (_, json, kept) => {
    expect(toExtraFields(json, FIELD_BOUNDS)).toEqual({ ...kept, isCut: false });
  });

  it('omits the given fields at the top level only', () => {
    const { fields } = toExtraFields({ id: 1, owner: { id: 2 } }, FIELD_BOUNDS, ['id']);
    expect({ fields }).toEqual(object(['owner', object(['id', 2])]));
  });

  it('keeps a text fifty-one levels deep', () => {
    let deep: object = { deepest: 'here' };
    for (let level = 0; level < 50; level += 1) deep = { deep };
    expect(JSON.stringify(toExtraFields(deep, FIELD_BOUNDS))).toContain('"here"');
  });
});

describe('the bounds on an object from JSON', () => {
  it.each<[behaviour: string, json: object, kept: ExtraObject, isCut: boolean]>([
    ['count lists and objects among the values', FULL, KEPT_FIELDS, false],
    [
      'leave out and count values beyond the limit',
      { ...FULL, more: 1, evenMore: 2 },
      { ...KEPT_FIELDS, more: 2 },
      true,
    ],
    [
      'cut a list at the limit',
      // Ten values: `lists`, two lists with three items each, and a third list without its items.
      { lists: Array(5).fill([1, 2, 3]) },
      object(['lists', { ...list(list(1, 2, 3), list(1, 2, 3), { ...list(), more: 3 }), more: 2 }]),
      true,
    ],
    [
      'put three dots for a value that is too deep',
      { a: { b: { c: 1, d: {}, e: [] } } },
      object(['a', object(['b', object(['c', 1], ['d', '…'], ['e', '…'])])]),
      false,
    ],
    [
      'put three dots for a text that exceeds the total length, and keep a later, shorter text',
      { a: 'x'.repeat(990), long: 'y'.repeat(50), b: 'z' },
      object(['a', 'x'.repeat(990)], ['long', '…'], ['b', 'z']),
      true,
    ],
  ])('%s', (_, json, kept, isCut) => {
    expect(toExtraFields(json, BOUNDS)).toEqual({ ...kept, isCut });
  });

  it('keep the first parts of each list and object, and count the rest', () => {
    const bounds = { ...BOUNDS, values: 20, parts: 2 };
    const links = { in: ['/a', '/b', '/c', '/d'], out: { x: 1, y: 2, z: 3 } };
    expect(toExtraFields({ links }, bounds)).toEqual({
      ...object([
        'links',
        object(
          ['in', { ...list('/a', '/b'), more: 2 }],
          ['out', { ...object(['x', 1], ['y', 2]), more: 1 }],
        ),
      ]),
      isCut: false,
    });
  });

  it('hold for any JSON', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 12 })), (json) => {
        // The outermost object does not count.
        const values = countValues(toExtraFields(json, BOUNDS)) - 1;
        expect(values).toBeLessThanOrEqual(BOUNDS.values);
      }),
    );
  });
});

/** Counts a value and all values in it. */
function countValues(value: ExtraValue): number {
  if (typeof value !== 'object' || value === null) return 1;
  return value.fields.reduce((sum, field) => sum + countValues(field.value), 1);
}

it.each<[json: unknown, empty: boolean]>([
  [{ a: null }, false],
  [0, false],
  [' ', true],
  [null, true],
  [{}, true],
  [[], true],
])('isEmpty of %j is %s', (json, empty) => {
  const [field] = toExtraFields({ json }, FIELD_BOUNDS).fields;
  expect(field && isEmpty(field.value)).toBe(empty);
});
