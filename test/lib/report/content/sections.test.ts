import { describe, expect, it } from 'vitest';
import { isEmpty, isSection, openAtFirst, withNumberedItems } from '@/lib/report/content/sections';
import { type ExtraField, REPORT_BOUNDS, toExtraFields } from '@/lib/report/extra-fields';

function fieldsOfJson(json: object): ExtraField[] {
  return toExtraFields(json, REPORT_BOUNDS).fields;
}

function section(name: string, size: number): ExtraField {
  const inner = Array.from({ length: size }, (_, index) => [`f${index}`, { value: index }]);
  return { name, value: { fields: fieldsOfJson(Object.fromEntries(inner)) } };
}

describe('sections', () => {
  it('are open at first while they fill no long page, whatever is in them', () => {
    const open = openAtFirst([
      section('a', 30),
      section('b', 20),
      section('c', 10),
      section('d', 1),
    ]);
    expect(open.map(({ name }) => name)).toEqual(['a', 'c']);
  });

  it('are lists as well, with their items by their numbers, down to the deepest', () => {
    expect(withNumberedItems(fieldsOfJson({ list: ['x', { n: [[1]] }], empty: [] }))).toEqual(
      fieldsOfJson({ list: { 1: 'x', 2: { n: { 1: { 1: 1 } } } }, empty: {} }),
    );
  });

  it('are no single values, and nothing that is empty', () => {
    const [list, object, ...others] = withNumberedItems(
      fieldsOfJson({ list: [1], object: { a: null }, text: 'x', none: null, empty: {}, items: [] }),
    );
    expect([list, object].map((field) => field && isSection(field))).toEqual([true, true]);
    expect(others.map(isSection)).toEqual([false, false, false, false]);
    expect(others.map(({ value }) => isEmpty(value))).toEqual([false, true, true, true]);
  });
});
