import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExtraFields, REPORT_BOUNDS, toExtraFields } from '@/lib/report/extra-fields';

const BOUNDS = { values: 10, depth: 3, text: 1_000 };

function fieldsOf(object: object) {
  return toExtraFields(object, REPORT_BOUNDS).fields;
}

describe('an object from JSON', () => {
  it('keeps values of every kind, in their order', () => {
    const json = { name: 'Ann', age: 41, isActive: false, tags: [], limits: {}, team: null };
    expect(toExtraFields(json, REPORT_BOUNDS)).toEqual({
      fields: [
        { name: 'name', value: 'Ann' },
        { name: 'age', value: 41 },
        { name: 'isActive', value: false },
        { name: 'tags', value: [] },
        { name: 'limits', value: { fields: [] } },
        { name: 'team', value: null },
      ],
      isCut: false,
    });
  });

  it('keeps lists and objects in each other', () => {
    expect(fieldsOf({ checks: { passed: ['title', { name: 'h1' }] } })).toEqual([
      {
        name: 'checks',
        value: {
          fields: [
            { name: 'passed', value: ['title', { fields: [{ name: 'name', value: 'h1' }] }] },
          ],
        },
      },
    ]);
  });

  it('loses what it is told to leave out, at the top alone', () => {
    const { fields } = toExtraFields({ id: 1, owner: { id: 2 } }, REPORT_BOUNDS, ['id']);
    expect(fields).toEqual([{ name: 'owner', value: { fields: [{ name: 'id', value: 2 }] } }]);
  });

  it('keeps markup and control characters as the text they are', () => {
    const text = '<img src=x onerror=alert(1)>\u0000\n';
    expect(fieldsOf({ text })).toEqual([{ name: 'text', value: text }]);
  });

  it('may hold a field named __proto__ like any other', () => {
    const json: object = JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": "x"}');
    expect(fieldsOf(json)).toEqual([
      { name: '__proto__', value: { fields: [{ name: 'isAdmin', value: true }] } },
      { name: 'constructor', value: 'x' },
    ]);
    expect({}).not.toHaveProperty('isAdmin');
  });

  it('shows numbers that JSON cannot hold as text', () => {
    expect(fieldsOf(JSON.parse('{"size": 1e999}'))).toEqual([{ name: 'size', value: 'Infinity' }]);
  });
});

describe('the bounds', () => {
  it('count lists and objects among the values', () => {
    const json = { list: [1, 2, 3], object: { a: 1, b: 2, c: 3 }, last: 1, end: 1 };
    expect(toExtraFields(json, BOUNDS)).toMatchObject({
      fields: [{ name: 'list' }, { name: 'object' }, { name: 'last' }, { name: 'end' }],
      isCut: false,
    });
    expect(toExtraFields({ ...json, more: 1 }, BOUNDS)).toMatchObject({
      fields: [{ name: 'list' }, { name: 'object' }, { name: 'last' }, { name: 'end' }],
      isCut: true,
    });
  });

  it('end a list and an object where they are reached', () => {
    const { fields, isCut } = toExtraFields({ lists: Array(5).fill([1, 2, 3]) }, BOUNDS);
    expect(fields).toEqual([{ name: 'lists', value: [[1, 2, 3], [1, 2, 3], []] }]);
    expect(isCut).toBe(true);
  });

  it('put three dots for what is too deep', () => {
    expect(toExtraFields({ a: { b: { c: 1 } } }, BOUNDS).fields).toEqual([
      {
        name: 'a',
        value: { fields: [{ name: 'b', value: { fields: [{ name: 'c', value: 1 }] } }] },
      },
    ]);
    expect(JSON.stringify(toExtraFields({ a: { b: { c: { d: 1 } } } }, BOUNDS))).toContain(
      '{"name":"c","value":"…"}',
    );
  });

  it('keep fifty levels of a report', () => {
    let deep: object = { deepest: 'here' };
    for (let level = 0; level < 50; level += 1) deep = { deep };
    expect(JSON.stringify(toExtraFields(deep, REPORT_BOUNDS))).toContain('"here"');
  });

  it('shorten texts and names, and never within a character', () => {
    expect(fieldsOf({ ['n'.repeat(201)]: 'y'.repeat(10_001) })).toEqual([
      { name: `${'n'.repeat(200)}…`, value: `${'y'.repeat(10_000)}…` },
    ]);
    const smiles = `${'x'.repeat(9_999)}${'\ud83d\ude00'.repeat(2)}`;
    expect(fieldsOf({ smiles })).toEqual([{ name: 'smiles', value: `${'x'.repeat(9_999)}…` }]);
  });

  it('leave out texts when they are too much in all, and keep shorter ones that fit', () => {
    const json = { a: 'x'.repeat(990), long: 'y'.repeat(50), b: 'z' };
    expect(toExtraFields(json, BOUNDS).fields).toEqual([
      { name: 'a', value: 'x'.repeat(990) },
      { name: 'long', value: '…' },
      { name: 'b', value: 'z' },
    ]);
  });

  it('hold for any JSON, which can be stored and read again', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 12 })), (json) => {
        const cut = toExtraFields(json, BOUNDS);
        expect(count(cut.fields.map(({ value }) => value))).toBeLessThanOrEqual(10);
        expect(ExtraFields.safeParse(JSON.parse(JSON.stringify(cut))).data).toEqual(
          JSON.parse(JSON.stringify(cut)),
        );
      }),
    );
  });
});

function count(values: unknown[]): number {
  return values.reduce<number>((sum, value) => {
    if (typeof value !== 'object' || value === null) return sum + 1;
    const parts = Array.isArray(value)
      ? value
      : (value as { fields: { value: unknown }[] }).fields.map((field) => field.value);
    return sum + 1 + count(parts);
  }, 0);
}
