import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyRecord, historyOf, withoutReport, withReport } from '@/lib/archive/page-history';
import type { Report } from '@/lib/report/report';
import { sampleReport } from '../../support/sample-report';

const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`;

/** A report of one page, made on a day of November. */
function made(day: number, fields: Partial<Report> = {}): Report {
  return sampleReport(`${day}`, { url: 'https://host.example/', generatedAt: at(day), ...fields });
}

const recordOf = (...reports: Report[]) => reports.reduce(withReport, emptyRecord('host.example'));

/** The history in short: ids, the newest report first, and ratings, the oldest first. */
function shown(...reports: Report[]) {
  const history = historyOf(recordOf(...reports));
  const ratings = history.results.map(({ reportId, result }) => `${reportId}: ${result}`);
  return [history.reports.map(({ id }) => id), ratings];
}

const unrated = { result: null, generatedAt: null };

describe('the history of a page', () => {
  it('has the newest report first and the oldest rating first, in any order of arrival', () => {
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
      'keeps all ratings that a report has had',
      [made(1, { result: 'bad' }), made(1, { generatedAt: at(5) })],
      [['1'], ['1: bad', '1: good']],
    ],
    [
      'has a single rating for a report and time, the last from the service',
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
      'shows first a report that was made anew since',
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

  it('is unchanged by a report that adds nothing', () => {
    const record = recordOf(made(1), made(2));
    expect(withReport(record, made(1))).toBe(record);
    expect(withoutReport(record, '9')).toBe(record);
  });

  it.each([
    { privacy: 0 },
    { result: 'bad' },
    { generatedAt: at(9) },
    { project: 'Shop' },
    { url: 'https://host.example/?utm_source=x' },
  ] as const)('has the report as changed by %j', (fields) => {
    expect(recordOf(made(1), made(1, fields)).reports).toEqual([made(1, fields)]);
  });

  it('has the hundred newest reports, and the 50 newest results', () => {
    const minute = (index: number) => new Date(Date.UTC(2026, 10, 1, 10, index)).toISOString();
    const reports = Array.from({ length: 120 }, (_, index) =>
      sampleReport(`${100 + index}`, { generatedAt: minute(index) }),
    );
    const history = historyOf(recordOf(...reports));
    expect(history.reports).toEqual(reports.slice(20).reverse());
    const ids = history.results.map(({ reportId }) => reportId);
    expect(ids).toEqual(reports.slice(70).map(({ id }) => id));
    const dates = Array.from({ length: 60 }, (_, index) => minute(index));
    const renewed = recordOf(...dates.map((generatedAt) => made(1, { generatedAt })));
    expect(historyOf(renewed).results.map(({ generatedAt }) => generatedAt)).toEqual(
      dates.slice(10),
    );
  });

  it('keeps each past result once, with its failed checks, apart from the current result', () => {
    const failedChecks = [{ name: 'title', importance: 'high' as const }];
    const before = made(1, { score: 41, failedChecks });
    const record = recordOf(before, made(1, { score: 87, generatedAt: at(2) }));
    const { id: reportId, result, score, generatedAt } = before;
    expect(record.former).toEqual([{ reportId, result, score, generatedAt, failedChecks }]);
    expect(historyOf(record).results).toMatchObject([{ score: 41 }, { score: 87 }]);
    expect(withReport(record, before).former).toMatchObject([{ score: 87 }]);
  });

  it('loses a deleted report with all its ratings, and nothing else', () => {
    const record = recordOf(made(1), made(1, { generatedAt: at(4), result: 'bad' }), made(2));
    expect(withoutReport(record, '1')).toEqual(recordOf(made(2)));
  });
});
