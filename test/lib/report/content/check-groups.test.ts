import { expect, it } from 'vitest';
import { failedByImportance, groupChecks } from '@/lib/report/content/check-groups';
import { readChecks } from '@/lib/report/content/checks';
import { readFailedChecks } from '@/lib/service/answer/report-result';
import { usualChecks } from '../../../service/served-checks';

it('groupChecks groups checks as the service does, and failedByImportance groups failed checks', () => {
  const failedCheck = (importance: string) => ({ passed: false, importance });
  const { checks } = readChecks({
    results: {
      canonical_tag: failedCheck('urgent'),
      favicon: failedCheck('low'),
      llms_txt: failedCheck('high'),
      robots: failedCheck('high'),
      plaintext_email: { passed: true },
      gsb: { passed: true },
      http2: { passed: true },
      htst: { passed: true },
      title: { passed: true },
      meta_description: failedCheck('high'),
      page_size: { passed: true },
      headings: failedCheck('unheard of'),
    },
  });
  const shown = groupChecks(checks).map((group) => [
    group.name,
    group.checks.map(({ name }) => name).join(' '),
  ]);
  expect(shown).toEqual([
    ['seo', 'title meta_description headings robots favicon'],
    ['performance', 'page_size'],
    ['security', 'http2 htst plaintext_email gsb'],
    ['further', 'canonical_tag llms_txt'],
  ]);
  const failing = failedByImportance(checks).map((group) => [
    group.importance,
    group.checks.map(({ name }) => name).join(' '),
  ]);
  expect(failing).toEqual([
    ['high', 'meta_description robots llms_txt'],
    ['low', 'headings favicon canonical_tag'],
  ]);
});

it('failedByImportance and readFailedChecks have equal counts, even for unknown importances', () => {
  const results = {
    ...usualChecks(),
    other: { passed: false, importance: 'urgent' },
    none: { passed: false },
  };
  const counts = failedByImportance(readChecks({ results }).checks).map(
    (group) => [group.importance, group.checks.length] as const,
  );
  expect(Object.fromEntries(counts)).toEqual(readFailedChecks({ results }).failed);
});

it('groupChecks puts each check of the test service into a known group', () => {
  const groups = groupChecks(readChecks({ results: usualChecks() }).checks);
  expect(groups.map(({ name, checks }) => `${name} ${checks.length}`)).toEqual([
    ...['seo 12', 'performance 8', 'security 7', 'miscellaneous 9'],
  ]);
});
