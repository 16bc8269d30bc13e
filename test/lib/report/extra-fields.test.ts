import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toExtraFields } from '@/lib/report/extra-fields';

describe('an object as labelled texts', () => {
  it('shows values of every kind, in their order', () => {
    const json = { name: 'Ann', age: 41, isActive: false, tags: [], limits: {}, team: null };
    expect(toExtraFields(json)).toEqual([
      { path: ['name'], text: 'Ann' },
      { path: ['age'], text: '41' },
      { path: ['isActive'], text: 'false' },
      { path: ['tags'], text: '–' },
      { path: ['limits'], text: '–' },
      { path: ['team'], text: '–' },
    ]);
  });

  it('names the way to a nested value and counts the items of an array from 1', () => {
    const json = { checks: { passed: ['title', { name: 'h1' }] }, score: 91 };
    expect(toExtraFields(json)).toEqual([
      { path: ['checks', 'passed', '1'], text: 'title' },
      { path: ['checks', 'passed', '2', 'name'], text: 'h1' },
      { path: ['score'], text: '91' },
    ]);
  });

  it('leaves out what it is told to, at the top alone', () => {
    const json = { id: 1, owner: { id: 2 } };
    expect(toExtraFields(json, ['id'])).toEqual([{ path: ['owner', 'id'], text: '2' }]);
  });

  it('keeps markup and control characters as the text they are', () => {
    const text = '<img src=x onerror=alert(1)>\u0000\n';
    expect(toExtraFields({ text })).toEqual([{ path: ['text'], text }]);
  });

  it('takes a field named __proto__ for a name like any other', () => {
    const json: object = JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": "x"}');
    expect(toExtraFields(json)).toEqual([
      { path: ['__proto__', 'isAdmin'], text: 'true' },
      { path: ['constructor'], text: 'x' },
    ]);
    expect({}).not.toHaveProperty('isAdmin');
  });
});

describe('the bounds of what is shown', () => {
  it.each([
    ['beside each other', Object.fromEntries(numbered(201))],
    ['in one list', { list: Array.from({ length: 10_000 }, () => 'x') }],
    ['in many lists', { lists: Array.from({ length: 100 }, () => Array(100).fill('x')) }],
  ])('are 200 fields %s', (_, json) => {
    expect(toExtraFields(json)).toHaveLength(200);
  });

  it('are six levels, below which three dots stand', () => {
    const atSix = { a: { b: { c: { d: { e: { f: 'deep' } } } } } };
    const atSeven = { a: { b: { c: { d: { e: { f: { g: 'deeper' } } } } } } };
    const path = ['a', 'b', 'c', 'd', 'e', 'f'];
    expect(toExtraFields(atSix)).toEqual([{ path, text: 'deep' }]);
    expect(toExtraFields(atSeven)).toEqual([{ path, text: '…' }]);
  });

  it('shorten a text above 10,000 characters and say so', () => {
    expect(toExtraFields({ a: 'x'.repeat(10_000), b: 'y'.repeat(10_001) })).toEqual([
      { path: ['a'], text: 'x'.repeat(10_000) },
      { path: ['b'], text: `${'y'.repeat(10_000)}…` },
    ]);
  });

  it('are 100,000 characters in all, and shorter texts are shown as long as they fit', () => {
    const long = Object.fromEntries(numbered(10).map(([name]) => [name, 'x'.repeat(9_999)]));
    const fields = toExtraFields({
      ...long,
      long: 'y'.repeat(100),
      short: 'z'.repeat(10),
      no: 'n',
    });
    expect(fields.slice(9).map(({ text }) => text)).toEqual([
      'x'.repeat(9_999),
      '…',
      'z'.repeat(10),
      '…',
    ]);
  });

  it('shorten a name above 200 characters', () => {
    const [field] = toExtraFields({ ['n'.repeat(201)]: { inner: 1 } });
    expect(field?.path).toEqual(['n'.repeat(200), 'inner']);
  });

  it('hold for any JSON', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 12 })), (json) => {
        const fields = toExtraFields(json);
        expect(fields.length).toBeLessThanOrEqual(200);
        for (const { path, text } of fields) {
          expect(path.length).toBeLessThanOrEqual(6);
          expect(typeof text).toBe('string');
        }
      }),
    );
  });
});

function numbered(count: number): [string, number][] {
  return Array.from({ length: count }, (_, index) => [`field ${index}`, index]);
}
