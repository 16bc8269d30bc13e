import { beforeEach, expect, it } from 'vitest';
import { notComparableText } from '@/components/reports/not-comparable';
import { pageRow } from '@/lib/report/compare/findings';
import type { PageSince } from '@/lib/report/compare/page-change';
import { pagesOf } from '@/lib/report/compare/pages';
import { NO_MUTES } from '@/lib/report/mutes';
import type { Report } from '@/lib/report/report';
import { knownTrend } from '../../support/known-trends';
import { useMessages } from '../../support/messages';
import { reportOn } from '../../support/sample-report';
import { NOW } from '../../support/six-clients';

beforeEach(() => useMessages('en'));

function textFor(since: PageSince, mayHaveEarlier: boolean, ...reports: Report[]): string {
  const rows = pagesOf(reports).map((page) =>
    pageRow(page, knownTrend(page.report, { reports, since, now: NOW }), NO_MUTES),
  );
  return notComparableText(rows, mayHaveEarlier, NOW);
}

const TODAY = reportOn(1, 'a.example/1', 26, 60);
const YESTERDAY = reportOn(2, 'a.example/2', [25, 23], 60);
// October 30 and 28.
const OLD = [reportOn(3, 'a.example/3', -1, 60), reportOn(4, 'a.example/4', -3, 60)];
const WITHOUT_SCORE = reportOn(5, 'a.example/5', 26, null);

it.each<[string, PageSince, Report[]]>([
  ['first results today', 'week', [TODAY]],
  ['first results on Nov 25', 'week', [YESTERDAY]],
  ['first results from Nov 25 to Nov 26', 'week', [TODAY, YESTERDAY]],
  ['no result since Oct 30', 'week', OLD],
  ['first results from Oct 28 to Oct 30', 'before', OLD],
  ['no score yet', 'week', [WITHOUT_SCORE]],
  ['no summary yet', 'noSummary', [TODAY, ...OLD, WITHOUT_SCORE]],
  ['no result since Oct 30 (2 pages), first results today (1 page)', 'week', [TODAY, ...OLD]],
  ['first results today (1 page), no score yet (1 page)', 'week', [TODAY, WITHOUT_SCORE]],
])('notComparableText returns the reason %s', (expected, since, reports) => {
  expect(textFor(since, false, ...reports)).toBe(expected);
});

it('notComparableText does not mention a first result if earlier results may be unknown', () => {
  expect(textFor('week', true, TODAY)).toBe('no earlier result known');
  expect(textFor('week', true, ...OLD)).toBe('no result since Oct 30');
});

it('notComparableText states the year of a day in another year', () => {
  const report = { ...TODAY, generatedAt: new Date(2025, 11, 30, 8).toISOString() };
  expect(textFor('week', false, report)).toBe('no result since Dec 30, 2025');
});
