import { expect, it, vi } from 'vitest';
import { createReadTrends, NO_TREND, readTrendsOf } from '@/components/table/trends';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { PageTrend } from '@/lib/report/compare/page-change';
import { referTo } from '@/lib/report/report-reference';
import { sampleReport } from '../../support/sample-report';

const reports = Array.from({ length: 1_100 }, (_, index) => sampleReport(`${index}`));

/** Creates a worker. The trend of a report has a newest result with the id of the report. */
function startTrends() {
  const trendOf = (reportId: string): PageTrend => ({
    ...NO_TREND,
    newest: { reportId, generatedAt: '2026-11-01T10:00:00.000Z' },
  });
  const getTrends = vi.fn<BackgroundApi['getTrends']>(async (_, requested) => ({
    value: requested.map(({ id }) => trendOf(id)),
  }));
  return { getTrends, readTrends: createReadTrends({ getTrends }, 'c'), trendOf };
}

it('trends of many pages are requested in several calls, and keep their order', async () => {
  const { getTrends, readTrends, trendOf } = startTrends();
  expect(await readTrends(reports, 'week')).toEqual(reports.map(({ id }) => trendOf(id)));
  const references = reports.map(referTo);
  expect(getTrends.mock.calls).toEqual([
    ['c', references.slice(0, 500), 'week'],
    ['c', references.slice(500, 1_000), 'week'],
    ['c', references.slice(1_000), 'week'],
  ]);
});

it('trends of many pages are requested at once', () => {
  const { getTrends, readTrends } = startTrends();
  getTrends.mockReturnValue(new Promise(() => {}));
  void readTrends(reports, 'week');
  expect(getTrends).toHaveBeenCalledTimes(3);
});

it('a failed call leaves only its own pages without trends', async () => {
  const { getTrends, readTrends, trendOf } = startTrends();
  getTrends.mockResolvedValueOnce({ failure: { code: 'storeUnreadable' } });
  getTrends.mockRejectedValueOnce(new Error('No answer from background'));
  const trends = await readTrends(reports, 'week');
  expect(trends.slice(0, 1_000)).toEqual(Array(1_000).fill(null));
  expect(trends.slice(1_000)).toEqual(reports.slice(1_000).map(({ id }) => trendOf(id)));
});

it('pages with different bases are requested by base, and keep their order', async () => {
  const { getTrends, readTrends, trendOf } = startTrends();
  const sinces = ['2026-11-03', 'noSummary', '2026-11-03', '2026-11-10'] as const;
  const compared = sinces.map((since, index) => ({
    report: reports[index] ?? expect.fail(),
    since,
  }));
  expect(await readTrendsOf(readTrends, compared)).toEqual(['0', '1', '2', '3'].map(trendOf));
  expect(
    getTrends.mock.calls.map(([, requested, since]) => [since, ...requested.map(({ id }) => id)]),
  ).toEqual([
    ['2026-11-03', '0', '2'],
    ['noSummary', '1'],
    ['2026-11-10', '3'],
  ]);
});
