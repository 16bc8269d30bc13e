import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UNKNOWN_PAGE, withoutReport, withReport } from '@/lib/archive/page-history';
import type { Report } from '@/lib/report/report';
import { sampleReport } from '../../support/sample-report';

const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`;

/** A report of one page, made on a day of November. */
function made(day: number, fields: Partial<Report> = {}): Report {
  return sampleReport(`${day}`, { url: 'https://host.example/', generatedAt: at(day), ...fields });
}

const historyOf = (...reports: Report[]) => reports.reduce(withReport, UNKNOWN_PAGE);

/** The history in short: ids, the newest report first, and ratings, the oldest first. */
function shown(...reports: Report[]) {
  const history = historyOf(...reports);
  const ratings = history.results.map(({ reportId, result }) => `${reportId}: ${result}`);
  return [history.reports.map(({ id }) => id), ratings];
}

const unrated = { result: null, generatedAt: null };

describe('the history of a page', () => {
  it('has the newest report first and the oldest rating first, in whatever order they came', () => {
    const reports = [made(1, { result: 'bad' }), made(2, { result: 'decent' }), made(3)];
    const all = fc.shuffledSubarray(reports, { minLength: 3 });
    fc.assert(
      fc.property(all, (shuffled) => {
        const ratings = ['1: bad', '2: decent', '3: good'];
        expect(shown(...shuffled)).toEqual([['3', '2', '1'], ratings]);
      }),
    );
  });

  it.each<[string, Report[], [string[], string[]]]>([
    [
      'keeps the ratings that one report has had',
      [made(1, { result: 'bad' }), made(1, { generatedAt: at(5) })],
      [['1'], ['1: bad', '1: good']],
    ],
    [
      'has one rating a report and time, the last that the service gave',
      [made(1, { result: 'bad' }), made(1)],
      [['1'], ['1: good']],
    ],
    [
      'shows a report first whose result is awaited, and no rating for it',
      [made(4), made(9, unrated)],
      [['9', '4'], ['4: good']],
    ],
    [
      'shows a report last that never had a result while later ones have',
      [made(3, unrated), made(4), made(11)],
      [
        ['11', '4', '3'],
        ['4: good', '11: good'],
      ],
    ],
    [
      'shows a report first that was made anew since',
      [made(2), made(1, { generatedAt: at(5) })],
      [
        ['1', '2'],
        ['2: good', '1: good'],
      ],
    ],
    [
      'loses no rating while a report is made anew',
      [made(1), made(1, unrated)],
      [['1'], ['1: good']],
    ],
  ])('%s', (_, reports, expected) => {
    expect(shown(...reports)).toEqual(expected);
  });

  it('is the very same after a report that adds nothing', () => {
    const history = historyOf(made(1), made(2));
    expect(withReport(history, made(1))).toBe(history);
  });

  it.each([
    { privacy: 0 },
    { result: 'bad' },
    { generatedAt: at(9) },
    { project: 'Shop' },
    { url: 'https://host.example/?utm_source=x' },
  ] as const)('has a report as it is since it has changed in %j', (fields) => {
    expect(historyOf(made(1), made(1, fields)).reports).toEqual([made(1, fields)]);
  });

  it('has the ten newest reports, and the 50 newest ratings', () => {
    const minute = (index: number) => `2026-11-01T10:${String(index).padStart(2, '0')}:00.000Z`;
    const reports = Array.from({ length: 60 }, (_, index) =>
      sampleReport(`${100 + index}`, { generatedAt: minute(index) }),
    );
    const history = historyOf(...reports);
    expect(history.reports).toEqual(reports.slice(50).reverse());
    const ids = history.results.map(({ reportId }) => reportId);
    expect(ids).toEqual(reports.slice(10).map(({ id }) => id));
  });

  it('loses a report with all its ratings, and nothing else', () => {
    const history = historyOf(made(1), made(1, { generatedAt: at(4), result: 'bad' }), made(2));
    expect(withoutReport(history, '1')).toEqual(historyOf(made(2)));
  });
});
