import { expect, it } from 'vitest';
import { groupChecks } from '@/lib/report/content/check-groups';
import { readChecks } from '@/lib/report/content/checks';
import { usualChecks } from '../../../service/served-checks';

it('checks are grouped as on the service, failed checks first, unknown checks last', () => {
  const failed = (importance: string) => ({ passed: false, importance });
  const { checks } = readChecks({
    results: {
      canonical_tag: failed('urgent'),
      favicon: failed('low'),
      llms_txt: failed('high'),
      robots: failed('high'),
      http2: { passed: true },
      title: { passed: true },
      meta_description: failed('high'),
      page_size: { passed: true },
      headings: failed('unheard of'),
    },
  });
  const shown = groupChecks(checks).map((group) => [
    group.name,
    group.checks.map(({ name }) => name).join(' '),
  ]);
  expect(shown).toEqual([
    ['seo', 'meta_description robots favicon headings title'],
    ['performance', 'page_size http2'],
    ['further', 'llms_txt canonical_tag'],
  ]);
});

it('each usual check belongs to a known group', () => {
  const groups = groupChecks(readChecks({ results: usualChecks() }).checks);
  expect(groups.map(({ name, checks }) => `${name} ${checks.length}`)).toEqual([
    ...['seo 12', 'performance 9', 'security 6', 'miscellaneous 9'],
  ]);
});
