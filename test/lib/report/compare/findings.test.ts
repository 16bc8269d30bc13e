import { describe, expect, it } from 'vitest';
import {
  overviewOf,
  type PageRow,
  pageRow,
  pageRows,
  problemsOf,
  worstFirst,
} from '@/lib/report/compare/findings';
import { pagesOf } from '@/lib/report/compare/pages';
import { NO_MUTES } from '@/lib/report/mutes';
import type { Report } from '@/lib/report/report';
import { knownTrend } from '@/test/support/known-trends';
import { reportOn, sampleReport } from '@/test/support/sample-report';

const NOW = new Date(2026, 10, 26, 12);

const report = (id: string, path: string, ...rest: [number, number | null, ...string[]]) =>
  reportOn(id, `host.example/${path}`, ...rest);

function rowsOf(...reports: Report[]): PageRow[] {
  return pagesOf(reports).map((page) =>
    pageRow(page, knownTrend(page.report, { reports, since: 'week', now: NOW }), NO_MUTES),
  );
}

const ROWS = [
  report('12', 'f', 26, null),
  report('11', 'd', 26, 90, 'load_time'),
  report('10', 'c', 26, 30, 'noindex', 'load_time'),
  report('9', 'b', 25, 61, 'noindex', 'sitemap'),
  report('8', 'a', 26, 44, 'noindex', 'headings', 'load_time'),
  report('7', 'f', 19, 70, 'title'),
  report('6', 'e', 18, 55, 'title'),
  report('5', 'c', 19, 30, 'load_time', 'noindex'),
  report('4', 'b', 19, 50, 'sitemap', 'title'),
  report('3', 'a', 19, 59, 'headings', 'title'),
  report('2', 'a', 12, 64),
];

describe('pageRows', () => {
  it('returns the same row object for a page, unless a report or its trend has changed', () => {
    const [a, b] = [report('2', 'a', 26, 44, 'title'), report('1', 'b', 26, 61)];
    const trend = knownTrend(a, { reports: [a, b], since: 'week', now: NOW });
    const inputs = (...reports: Report[]) =>
      pagesOf(reports).map((page) => ({ page, trend: null, mutes: NO_MUTES }));
    const rows = pageRows(inputs(a, b), []);
    expect(pageRows(inputs(a, b), rows)).toBe(rows);
    const changed = { ...b, score: 12 };
    const next = pageRows(inputs(a, changed), rows);
    expect(next.map((row, at) => row === rows[at])).toEqual([true, false]);
    const compared = pageRows(
      inputs(a, changed).map((input) => (input.page.report === a ? { ...input, trend } : input)),
      next,
    );
    expect(compared.map((row, at) => row === next[at])).toEqual([false, true]);
    expect(compared.map((row) => [row.report.score, row.trend])).toEqual([
      [44, trend],
      [12, null],
    ]);
    const older = report('0', 'a', 19, 30);
    expect(pageRows(inputs(a, changed, older), next)[0]?.reports).toEqual([a, older]);
  });
});

describe('pagesOf', () => {
  it('selects the report with the newest result, and marks a newer report without a result', () => {
    const pages = pagesOf(ROWS).map(({ key, report: { id }, reports, isAwaited }) => [
      key.split('/').at(-1),
      ...[id, reports.length, isAwaited],
    ]);
    expect(pages).toEqual([
      ['f', '7', 2, true],
      ['d', '11', 1, false],
      ['c', '10', 2, false],
      ['b', '9', 2, false],
      ['a', '8', 3, false],
      ['e', '6', 1, false],
    ]);
  });

  it('groups addresses that differ only in scheme, www. or tracking', () => {
    const other = { ...report('2', 'a', 2, 80), url: 'http://www.host.example/a?utm_source=x' };
    expect(pagesOf([report('1', 'a', 1, 40), other]).map((page) => page.report.id)).toEqual(['2']);
  });

  it('separates reports without an address', () => {
    const bare = ['1', '2'].map((id) => sampleReport(id, { url: null }));
    expect(pagesOf(bare)).toHaveLength(2);
  });
});

describe('the average of pages', () => {
  /** Calculates the average of pages with an earlier and a current score. Null means no result. */
  const averageOf = (...pages: [before: number | null, now: number | null][]) => {
    const reports = pages.flatMap(([before, now], page) => [
      ...(now === null ? [] : [report(`now${page}`, `${page}`, 26, now)]),
      ...(before === null ? [] : [report(`then${page}`, `${page}`, 19, before)]),
    ]);
    const { average, scored, development } = overviewOf(rowsOf(...reports));
    return [development?.before, development?.now ?? average, development?.measuredAgain, scored];
  };
  const ninePages = Array.from({ length: 9 }, (): [number, null] => [60, null]);

  it.each<[string, [number | null, number | null][], (number | undefined | null)[]]>([
    ['one page of ten is measured again', [[60, 88], ...ninePages], [60, 63, 1, 10]],
    ['one page of ten is new', [[null, 88], [60, 50], ...ninePages.slice(1)], [63, 62, 1, 10]],
    [
      'all pages are measured again',
      [
        [40, 50],
        [60, 80],
      ],
      [50, 65, 2, 2],
    ],
    [
      'no page is measured again',
      [
        [40, null],
        [null, 80],
      ],
      [undefined, 60, undefined, 2],
    ],
  ])('includes the same pages before and now if %s', (_, pages, expected) => {
    expect(averageOf(...pages)).toEqual(expected);
  });
});

describe('the overview of pages', () => {
  it('has the average, the development, and new and fixed problems', () => {
    const overview = overviewOf(rowsOf(...ROWS));
    expect(overview).toEqual({
      pages: 6,
      // Scores: 70, 90, 30, 61, 44 and 55.
      average: 58,
      scored: 6,
      // Scores before: 30, 50 and 59 of the three pages with a later result, and 70, 90 and 55.
      development: { before: 59, now: 58, measuredAgain: 3 },
      // Page b has a higher score and a new check of high importance; f and e have no later result.
      kinds: { worse: 2, better: 0, same: 1, notChecked: 2, first: 1, noSummary: 0, unrated: 0 },
      checksCompared: 3,
      appeared: [
        { name: 'noindex', importance: 'high', pages: 2 },
        { name: 'load_time', importance: 'medium', pages: 1 },
      ],
      fixed: [{ name: 'title', importance: 'high', pages: 2 }],
      fixedBetween: [],
    });
  });

  it('lists problems by importance, with the number of pages on which each is new', () => {
    const problemsByImportance = Object.values(problemsOf(rowsOf(...ROWS))).map((problems) =>
      problems.map(({ name, pages, appeared }) => [name, pages, appeared]),
    );
    expect(problemsByImportance).toEqual([
      [
        ['noindex', 3, 2],
        ['title', 2, 0],
        ['headings', 1, 0],
      ],
      [['load_time', 3, 1]],
      [['sitemap', 1, 0]],
    ]);
  });

  it('lists new problems first, by number of new pages', () => {
    // Title failed already on pages a to f. Now noindex also fails on a to c, and headings on a.
    const reports = [...'abcdef'].flatMap((page, at) => {
      const newChecks = [...(at < 3 ? ['noindex'] : []), ...(at === 0 ? ['headings'] : [])];
      return [
        report(`2${at}`, page, 26, 60, 'title', 'load_time', ...newChecks),
        report(`1${at}`, page, 19, 60, 'title', ...(at < 5 ? ['load_time'] : [])),
      ];
    });
    const { high, medium } = problemsOf(rowsOf(...reports));
    expect(high.map(({ name, pages, appeared }) => [name, pages, appeared])).toEqual([
      ['noindex', 3, 3],
      ['headings', 1, 1],
      ['title', 6, 0],
    ]);
    expect(medium).toMatchObject([{ name: 'load_time', pages: 6, appeared: 1 }]);
  });

  it('lists the worst pages first, and pages without a score last', () => {
    const rows = rowsOf(...ROWS, report('1', 'g', 1, null));
    const ids = (of: readonly PageRow[]) => of.map((row) => row.report.id);
    expect(ids(worstFirst(rows))).toEqual(['10', '8', '6', '9', '7', '11', '1']);
  });

  it('is empty without pages', () => {
    const { average, development, appeared } = overviewOf([]);
    expect([average, development, appeared]).toEqual([null, null, []]);
  });
});
