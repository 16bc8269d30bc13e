import { describe, expect, it } from 'vitest';
import { isInline, openAtFirst, sizeOf, withNumberedItems } from '@/lib/report/content/sections';
import type { ExtraField } from '@/lib/report/extra-fields';

function section(name: string, size: number): ExtraField {
  const fields = Array.from({ length: size }, (_, index) => ({ name: `f${index}`, value: index }));
  return { name, value: { fields } };
}

describe('sections', () => {
  it('have the size of all that they hold', () => {
    expect(sizeOf({ fields: [section('a', 3), { name: 'list', value: ['x', ['y', null]] }] })).toBe(
      6,
    );
  });

  it('are open at first while they fill no long page', () => {
    const fields = [section('a', 30), section('b', 20), section('c', 10), section('d', 1)];
    const open = openAtFirst(fields);
    expect(fields.filter((field) => open.has(field)).map(({ name }) => name)).toEqual(['a', 'c']);
  });

  it('are open at first with the sections in them, down to the fourth level', () => {
    const levels = ['e', 'd', 'c', 'b', 'a'].reduce<ExtraField>(
      (inner, name) => ({ name, value: { fields: [inner] } }),
      section('f', 1),
    );
    const open = [...openAtFirst([levels])].map(({ name }) => name);
    expect(open).toEqual(['a', 'b', 'c', 'd']);
  });

  it('number the parts of lists, unless these are single values', () => {
    const fields = [{ name: 'list', value: ['x', { fields: [{ name: 'n', value: [1, [2]] }] }] }];
    expect(withNumberedItems(fields)).toEqual([
      {
        name: 'list',
        value: {
          fields: [
            { name: '1', value: 'x' },
            {
              name: '2',
              value: {
                fields: [
                  {
                    name: 'n',
                    value: {
                      fields: [
                        { name: '1', value: 1 },
                        { name: '2', value: [2] },
                      ],
                    },
                  },
                ],
              },
            },
          ],
        },
      },
    ]);
  });

  it('are not what fits beside its name', () => {
    expect(isInline('text')).toBe(true);
    expect(isInline(null)).toBe(true);
    expect(isInline({ fields: [] })).toBe(true);
    expect(isInline([1, 2, 3, 4, 5, 6])).toBe(true);
    expect(isInline([1, 2, 3, 4, 5, 6, 7])).toBe(false);
    expect(isInline([[1]])).toBe(false);
    expect(isInline(section('a', 1).value)).toBe(false);
  });
});
