import { describe, expect, it } from 'vitest';
import { curveOf, weeklyScores } from '@/lib/report/compare/weekly-scores';
import { resultOf } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { reportOn } from '@/test/support/sample-report';
import { NOW } from '@/test/support/six-clients';

/** Returns the newest report of a page with its weekly scores. The given reports are oldest first. */
function pageOf(...reports: Report[]) {
  const report = reports.at(-1) ?? expect.fail();
  return { report, trend: { weekly: weeklyScores(reports.flatMap(resultOf), NOW) } };
}

describe('weeklyScores', () => {
  it('returns for each week the last score up to the weekday of today', () => {
    const results = [
      reportOn(1, 'a.example/', [5, 23], 40),
      reportOn(2, 'a.example/', [12, 8], 50),
      reportOn(3, 'a.example/', [20, 0], 60),
      reportOn(4, 'a.example/', [26, 8], 70),
    ].flatMap(resultOf);
    expect(weeklyScores(results, NOW)).toEqual({
      points: [null, null, null, null, 40, 50, 50, 70],
      first: 40,
    });
  });

  it('ignores results without a score', () => {
    const [result] = resultOf(reportOn(1, 'a.example/', 5, 40));
    if (result === undefined) throw new Error('There is no result.');
    const later = { ...result, score: null, generatedAt: NOW.toISOString() };
    expect(weeklyScores([result, later], NOW).points.at(-1)).toBe(40);
  });
});

describe('curveOf', () => {
  it('averages the pages; a new page has its first score in earlier weeks', () => {
    const old = pageOf(reportOn(1, 'a.example/', 12, 50), reportOn(2, 'a.example/', 26, 60));
    const fresh = pageOf(
      reportOn(3, 'a.example/new', 24, 80),
      reportOn(4, 'a.example/new', 26, 90),
    );
    expect(curveOf([old, fresh], NOW)).toEqual({
      averages: [null, null, null, null, null, 65, 65, 75],
      lastMeasured: 7,
    });
  });

  it('returns in lastMeasured the last point with a new result', () => {
    expect(curveOf([pageOf(reportOn(1, 'a.example/', 4, 50))], NOW)).toEqual({
      averages: [null, null, null, null, 50, 50, 50, 50],
      lastMeasured: 4,
    });
  });

  it('has only the present score while the trend is unknown', () => {
    const { report } = pageOf(reportOn(1, 'a.example/', 4, 50));
    expect(curveOf([{ report, trend: null }], NOW)?.averages).toEqual([
      ...[null, null, null, null, null, null, null, 50],
    ]);
  });

  it('is null without a score', () => {
    const report = { ...reportOn(1, 'a.example/', 4, 50), score: null };
    expect(curveOf([{ report, trend: null }], NOW)).toBeNull();
  });
});
