import { describe, expect, it } from 'vitest';
import { findingsOf } from '@/lib/report/compare/findings';
import { ratingOf } from '@/lib/report/rating';
import type { Report } from '@/lib/report/report';
import { sampleReport } from '@/test/support/sample-report';

/** A report of a page on a day of November, with a score and the names of what failed. */
function report(id: string, page: string, day: number, score: number, ...failed: string[]): Report {
  return sampleReport(id, {
    url: `https://host.example/${page}`,
    result: ratingOf(score),
    score,
    generatedAt: `2026-11-${String(day).padStart(2, '0')}T08:00:00.000Z`,
    failedChecks: failed.map((name) => ({ name, importance: 'medium' })),
  });
}

const ids = (reports: readonly Report[]) => reports.map(({ id }) => id);

describe('the findings on many pages', () => {
  it('count each page by its newest report, in any order of the rows', () => {
    const findings = findingsOf([
      report('1', 'a', 1, 30, 'title', 'robots'),
      report('2', 'a', 9, 90, 'title'),
      report('3', 'b', 2, 60, 'title', 'social'),
      report('4', 'a', 5, 50, 'sitemap'),
    ]);
    expect(ids(findings.pages)).toEqual(['2', '3']);
    expect(findings.average).toBe(75);
    expect(ids(findings.byRating.good)).toEqual(['2']);
    expect(ids(findings.byRating.decent)).toEqual(['3']);
    expect(ids(findings.byRating.bad)).toEqual([]);
    expect(findings.failing.map(({ name, reports }) => [name, ids(reports)])).toEqual([
      ['title', ['2', '3']],
      ['social', ['3']],
    ]);
  });

  it('count addresses that differ only in scheme, www. or tracking as the same page', () => {
    const one = report('1', 'a', 1, 40);
    const other = { ...report('2', 'a', 2, 80), url: 'http://www.host.example/a?utm_source=x' };
    expect(ids(findingsOf([one, other]).pages)).toEqual(['2']);
  });

  it('count a report without result only if its page has no other report', () => {
    const none = { result: null, score: null, generatedAt: null, failedChecks: null };
    const findings = findingsOf([
      { ...report('1', 'a', 1, 0), ...none },
      report('2', 'a', 1, 80),
      { ...report('3', 'b', 1, 0), ...none },
    ]);
    expect([ids(findings.pages), ids(findings.unrated)]).toEqual([['2', '3'], ['3']]);
    expect(findings.average).toBe(80);
  });

  it('name the ten checks that fail on most pages', () => {
    const reports = Array.from({ length: 12 }, (_, at) =>
      report(
        `${at}`,
        `${at}`,
        1,
        50,
        ...Array.from({ length: at + 1 }, (_, nth) => `check_${nth}`),
      ),
    );
    const { failing } = findingsOf(reports);
    expect(failing.map(({ name, reports: all }) => [name, all.length])).toEqual(
      Array.from({ length: 10 }, (_, nth) => [`check_${nth}`, 12 - nth]),
    );
  });

  it('of no reports are empty', () => {
    const { pages, average, failing } = findingsOf([]);
    expect([pages, average, failing]).toEqual([[], null, []]);
  });
});
