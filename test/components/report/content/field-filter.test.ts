import { describe, expect, it } from 'vitest';
import {
  filterFields,
  filterWords,
  findChecks,
  isFoundWithin,
} from '@/components/report/content/field-filter';
import { groupChecks } from '@/lib/report/content/check-groups';
import { readChecks } from '@/lib/report/content/checks';
import { type ExtraField, fieldsOf, REPORT_BOUNDS, toExtraFields } from '@/lib/report/extra-fields';
import { useMessageKeys } from '../../../support/message-keys';

useMessageKeys();

const { fields } = toExtraFields(
  {
    speed: { loadTime: 3400, ttfb: 310 },
    links: { internal: ['/visit', '/hours'], external: [{ href: '/map' }, { href: '/bus' }] },
    title: 'Visit the harbour',
    notes: null,
    isBroken: true,
    created_at: '2026-11-20',
  },
  REPORT_BOUNDS,
);

function find(query: string, most = 100) {
  const found = filterFields(fields, filterWords(query), most);
  return [names(found.fields), found.count];
}

/** `speed(loadTime ttfb) title`. */
function names(all: readonly ExtraField[]): string {
  return all
    .map(({ name, value }) => {
      const inner = names(fieldsOf(value));
      return inner === '' ? name : `${name}(${inner})`;
    })
    .join(' ');
}

describe('a filter of fields', () => {
  it.each([
    ['VISIT', 'links(internal(1)) title', 2],
    ['harbour visit', 'title', 1],
    ['visit hours', '', 0],
    ['speed', 'speed(loadTime ttfb)', 2],
    ['load time', 'speed(loadTime)', 1],
    ['loadtime', 'speed(loadTime)', 1],
    ['3400', 'speed(loadTime)', 1],
    ['internal', 'links(internal(1 2))', 2],
    ['/bus', 'links(external(2(href)))', 1],
    ['notes', 'notes', 1],
    ['report_yes', 'isBroken', 1],
    ['sort_id', 'created_at', 1],
    ['nowhere', '', 0],
  ])('by %j keeps the fields %j', (query, kept, count) => {
    expect(find(query)).toEqual([kept, count]);
  });

  it('gives the first three matches, counts all, and leaves the fields unchanged', () => {
    const before = structuredClone(fields);
    expect(find('/', 3)).toEqual(['links(internal(1 2) external(1(href)))', 4]);
    expect(fields).toEqual(before);
  });
});

describe('a filter of checks', () => {
  const errors = { missing: [{ url: 'https://a.example/roof.png', text: 'Roof' }] };
  const groups = groupChecks(
    readChecks({ results: { image_keywords: { passed: false, importance: 'high', errors } } })
      .checks,
  );
  const [check] = groups[0]?.checks ?? [];

  it.each<[string, boolean, boolean]>([
    ['checks_name_image', true, false],
    ['image_keywords', true, false],
    ['report_failed', true, false],
    ['HIGH', true, false],
    ['checks_importance_high', true, false],
    ['checks_group_seo reason_image_keywords_missing', true, false],
    ['roof.png', true, true],
    ['missing', true, true],
    ['image roof', true, false],
    ['nowhere', false, false],
    ['', true, false],
  ])('by %j finds the image check: %j, in the links of the check: %j', (query, isOne, isWithin) => {
    const words = filterWords(query);
    const found = check && [findChecks(groups, words).has(check), isFoundWithin(check, words)];
    expect(found).toEqual([isOne, isWithin]);
  });
});
