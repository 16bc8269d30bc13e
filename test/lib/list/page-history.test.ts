import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PageHistory, UNKNOWN_PAGE, withoutReport, withReport } from '@/lib/list/page-history';
import type { Report } from '@/lib/report/report';
import { sampleReport } from '../../support/sample-report';

/** A report of one page, made on a day of November. */
function made(day: number, fields: Partial<Report> = {}): Report {
  return sampleReport(String(day), {
    url: 'https://host.example/',
    generatedAt: at(day),
    ...fields,
  });
}

function at(day: number): string {
  return `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`;
}

function historyOf(...reports: Report[]): PageHistory {
  return reports.reduce(withReport, UNKNOWN_PAGE);
}

const idsOf = ({ reports }: PageHistory) => reports.map(({ id }) => id);
const ratingsOf = ({ results }: PageHistory) => results.map(({ result }) => result);

describe('the history of a page', () => {
  it('has the newest report first and the oldest rating first, in whatever order they came', () => {
    const reports = [made(1, { result: 'bad' }), made(2, { result: 'decent' }), made(3)];
    fc.assert(
      fc.property(fc.shuffledSubarray(reports, { minLength: 3 }), (shuffled) => {
        const history = historyOf(...shuffled);
        expect(idsOf(history)).toEqual(['3', '2', '1']);
        expect(history.results).toEqual([
          { reportId: '1', result: 'bad', generatedAt: at(1) },
          { reportId: '2', result: 'decent', generatedAt: at(2) },
          { reportId: '3', result: 'good', generatedAt: at(3) },
        ]);
      }),
    );
  });

  it('keeps the ratings that one report has had', () => {
    const history = historyOf(
      made(1, { result: 'bad' }),
      made(1, { result: 'good', generatedAt: at(5) }),
    );
    expect(history.reports).toEqual([made(1, { result: 'good', generatedAt: at(5) })]);
    expect(ratingsOf(history)).toEqual(['bad', 'good']);
  });

  it('has one rating a report and time, the last that the service gave', () => {
    expect(ratingsOf(historyOf(made(1, { result: 'bad' }), made(1)))).toEqual(['good']);
  });

  it('shows a report first whose result is awaited, and no rating for it', () => {
    const history = historyOf(made(4), sampleReport('9', { result: null, generatedAt: null }));
    expect(idsOf(history)).toEqual(['9', '4']);
    expect(ratingsOf(history)).toEqual(['good']);
  });

  it('loses no rating while a report is made anew', () => {
    const history = historyOf(made(1), made(1, { result: null, generatedAt: null }));
    expect(ratingsOf(history)).toEqual(['good']);
  });
});

describe('a report that adds nothing', () => {
  it('leaves the very same history', () => {
    const history = historyOf(made(1), made(2));
    expect(withReport(history, made(1))).toBe(history);
    expect(withReport(history, { ...made(2) })).toBe(history);
  });

  it.each([
    { privacy: 0 },
    { result: 'bad' },
    { generatedAt: at(9) },
    { project: 'Shop' },
    { url: 'https://host.example/?utm_source=x' },
  ] as const)('is not one that has changed in %j', (fields) => {
    const history = historyOf(made(1));
    const after = withReport(history, made(1, fields));
    expect(after).not.toBe(history);
    expect(after.reports).toEqual([made(1, fields)]);
  });
});

describe('the bounds of a history', () => {
  it('are the ten newest reports', () => {
    const history = historyOf(...Array.from({ length: 25 }, (_, index) => made(index + 1)));
    expect(idsOf(history)).toEqual(Array.from({ length: 10 }, (_, index) => String(25 - index)));
  });

  it('are the 50 newest ratings', () => {
    const minute = (index: number) => `2026-11-01T10:${String(index).padStart(2, '0')}:00.000Z`;
    const reports = Array.from({ length: 60 }, (_, index) =>
      made(1, { generatedAt: minute(index) }),
    );
    const { results } = historyOf(...reports);
    expect(results).toHaveLength(50);
    expect(results[0]?.generatedAt).toBe(minute(10));
    expect(results.at(-1)?.generatedAt).toBe(minute(59));
  });
});

describe('a history without a report', () => {
  it('has lost that report with all its ratings, and nothing else', () => {
    const history = historyOf(made(1), made(1, { generatedAt: at(4), result: 'bad' }), made(2));
    expect(withoutReport(history, '1')).toEqual(historyOf(made(2)));
  });
});
