import { expect, it, vi } from 'vitest';
import { createReadPasts, NO_PAST, readPastsOf } from '@/components/table/pasts';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { PagePast } from '@/lib/report/compare/page-change';
import { referTo } from '@/lib/report/report-reference';
import { sampleReport } from '../../support/sample-report';

const reports = Array.from({ length: 1_100 }, (_, index) => sampleReport(`${index}`));

/** Creates a worker that returns for each report a past result with the id of the report. */
function startPasts() {
  const pastOf = (reportId: string): PagePast => ({
    ...NO_PAST,
    newest: { reportId, generatedAt: '2026-11-01T10:00:00.000Z' },
  });
  const getPasts = vi.fn<BackgroundApi['getPasts']>(async (_, requested) => ({
    value: requested.map(({ id }) => pastOf(id)),
  }));
  return { getPasts, readPasts: createReadPasts({ getPasts }, 'c'), pastOf };
}

it('past results of many pages are requested in several calls, and keep their order', async () => {
  const { getPasts, readPasts, pastOf } = startPasts();
  expect(await readPasts(reports, 'week')).toEqual(reports.map(({ id }) => pastOf(id)));
  const references = reports.map(referTo);
  expect(getPasts.mock.calls).toEqual([
    ['c', references.slice(0, 500), 'week'],
    ['c', references.slice(500, 1_000), 'week'],
    ['c', references.slice(1_000), 'week'],
  ]);
});

it('a failed call leaves only its own pages without past results', async () => {
  const { getPasts, readPasts, pastOf } = startPasts();
  getPasts.mockResolvedValueOnce({ failure: { code: 'storeUnreadable' } });
  getPasts.mockRejectedValueOnce(new Error('No answer from background'));
  const pasts = await readPasts(reports, 'week');
  expect(pasts.slice(0, 1_000)).toEqual(Array(1_000).fill(NO_PAST));
  expect(pasts.slice(1_000)).toEqual(reports.slice(1_000).map(({ id }) => pastOf(id)));
});

it('pages with different bases are requested by base, and keep their order', async () => {
  const { getPasts, readPasts, pastOf } = startPasts();
  const sinces = ['2026-11-03', 'noSummary', '2026-11-03', '2026-11-10'] as const;
  const compared = sinces.map((since, index) => ({
    report: reports[index] ?? expect.fail(),
    since,
  }));
  expect(await readPastsOf(readPasts, compared)).toEqual(['0', '1', '2', '3'].map(pastOf));
  expect(
    getPasts.mock.calls.map(([, requested, since]) => [since, ...requested.map(({ id }) => id)]),
  ).toEqual([
    ['2026-11-03', '0', '2'],
    ['noSummary', '1'],
    ['2026-11-10', '3'],
  ]);
});
