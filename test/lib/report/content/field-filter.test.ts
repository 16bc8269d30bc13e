import { describe, expect, it } from 'vitest';
import { filterFields, filterWords, holdsWords } from '@/lib/report/content/field-filter';
import { withNumberedItems } from '@/lib/report/content/sections';
import type { ExtraField } from '@/lib/report/extra-fields';
import { REPORT_BOUNDS, toExtraFields } from '@/lib/report/extra-fields';

const fields = withNumberedItems(
  toExtraFields(
    {
      speed: { loadTime: 3400, ttfb: 310 },
      links: { internal: ['/visit', '/hours'], external: [{ href: '/map' }, { href: '/bus' }] },
      title: 'Visit the harbour',
      notes: null,
      empty: {},
      errors: [],
    },
    REPORT_BOUNDS,
  ).fields,
);

function textOf({ name, value }: ExtraField): string {
  const own = typeof value === 'object' ? '' : String(value);
  return `${name} ${own}`.toLowerCase();
}

function find(query: string, most = 100) {
  const found = filterFields(fields, filterWords(query), most, textOf);
  return { names: names(found.fields), count: found.count };
}

/** `speed(loadTime ttfb) title`; of a list, how many items. */
function names(all: ExtraField[]): string {
  return all
    .map(({ name, value }) => {
      if (Array.isArray(value)) return `${name}[${value}]`;
      return value && typeof value === 'object' ? `${name}(${names(value.fields)})` : name;
    })
    .join(' ');
}

describe('a filter of fields', () => {
  it.each([
    ['visit', 'links(internal[/visit]) title', 2],
    ['VISIT', 'links(internal[/visit]) title', 2],
    ['harbour visit', 'title', 1],
    ['speed', 'speed(loadTime ttfb)', 2],
    ['ttfb', 'speed(ttfb)', 1],
    ['3400', 'speed(loadTime)', 1],
    ['internal', 'links(internal[/visit,/hours])', 2],
    ['/bus', 'links(external(2(href)))', 1],
    ['notes', 'notes', 1],
    ['empty', 'empty()', 1],
    ['errors', 'errors[]', 1],
    ['nowhere', '', 0],
  ])('by %j keeps %j', (query, kept, count) => {
    expect(find(query)).toEqual({ names: kept, count });
  });

  it('gives the first matches and counts all', () => {
    expect(find('h', 3)).toEqual({
      names: 'links(internal[/hours] external(1(href) 2(href)))',
      count: 4,
    });
  });

  it('leaves the fields as they were', () => {
    const before = JSON.stringify(fields);
    find('visit', 1);
    expect(JSON.stringify(fields)).toBe(before);
  });

  it('finds words in any order, and everything by none', () => {
    expect(filterWords('  One  two ')).toEqual(['one', 'two']);
    expect(holdsWords('two and one', ['one', 'two'])).toBe(true);
    expect(holdsWords('two', ['one', 'two'])).toBe(false);
    expect(holdsWords('', filterWords(' '))).toBe(true);
  });
});
