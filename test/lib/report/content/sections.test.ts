import { describe, expect, it } from 'vitest';
import { isEmpty, isSection, openAtFirst } from '@/lib/report/content/sections';
import { type ExtraField, REPORT_BOUNDS, toExtraFields } from '@/lib/report/extra-fields';

function fieldsOfJson(json: object): ExtraField[] {
  return toExtraFields(json, REPORT_BOUNDS).fields;
}

describe('sections', () => {
  it('are open at first as far as they fit together in a short page', () => {
    const filled = (size: number) => Object.fromEntries(Array(size).fill(1).entries());
    const all = { a: filled(30), b: filled(20), c: filled(10), d: filled(1) };
    expect(openAtFirst(fieldsOfJson(all)).map(({ name }) => name)).toEqual(['a', 'c']);
  });

  it.each<[unknown, isSection: boolean, isEmpty: boolean]>([
    [[1], true, false],
    [{ a: null }, true, false],
    ['x', false, false],
    [null, false, true],
    [{}, false, true],
    [[], false, true],
  ])('are filled lists and objects, not single or empty values: %j', (value, section, empty) => {
    const [field] = fieldsOfJson({ field: value });
    expect(field && [isSection(field), isEmpty(field.value)]).toEqual([section, empty]);
  });
});
