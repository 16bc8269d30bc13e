import { describe, expect, it, vi } from 'vitest';
import { readClientPages } from '@/components/export/client-pages';
import type { ReadTrends } from '@/components/table/trends';
import type { BackgroundApi } from '@/lib/background/background-api';
import { createClientNames, type JoinedClient } from '@/lib/report/compare/client-names';
import type { Client } from '@/lib/report/compare/clients';
import { pageRow } from '@/lib/report/compare/findings';
import { pagesOf } from '@/lib/report/compare/pages';
import { NO_MUTES } from '@/lib/report/mutes';
import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { NEWEST_QUERY } from '@/lib/report/report-query';
import { knownTrend } from '../../support/known-trends';
import { replyOf } from '../../support/sample-list';
import { sampleReport } from '../../support/sample-report';

const NOW = new Date(2026, 10, 26, 12);
const unreachable = { failure: { code: 'unreachable' } } as const;

function clientOf(name: string, ...reports: Report[]): Client {
  return { name, pages: pagesOf(reports).map((page) => pageRow(page, null, NO_MUTES)) };
}

const trails = clientOf('trails.example', sampleReport('9', { project: 'trails.example' }));
const museum = clientOf('museum.example', sampleReport('8', { url: 'https://museum.example/' }));

/** @param pages the number of pages of the list. Each page has one report. */
function openClientPages(pages: number, joined: readonly JoinedClient[] = []) {
  const total = pages;
  const listReports = vi.fn<BackgroundApi['listReports']>(async () => ({
    value: { ...replyOf('1'), total, next: pages > 1 ? 2 : null },
  }));
  const listFurtherReports = vi.fn<BackgroundApi['listFurtherReports']>(
    async (_, _query, page) => ({
      value: { ...replyOf(`${page}`), total, next: page < pages ? page + 1 : null },
    }),
  );
  const past: PastResult = {
    reportId: '1',
    result: 'bad',
    score: 20,
    failedChecks: [],
    generatedAt: new Date(2026, 9, 1).toISOString(),
  };
  const readTrends = vi.fn<ReadTrends>(async (reports, since) =>
    reports.map((report) => knownTrend(report, { reports, past: [past], since, now: NOW })),
  );
  const getMutes = vi.fn<BackgroundApi['getMutes']>(async (_, pages) => ({
    value: pages.map(() => []),
  }));
  const read = (...clients: Client[]) =>
    readClientPages(clients, {
      background: { listReports, listFurtherReports, getMutes },
      connectionId: 'c',
      readTrends,
      clientNames: createClientNames(joined),
      deleting: () => ['2'],
      sinceOf: () => 'month',
    });
  return { listReports, listFurtherReports, getMutes, readTrends, read };
}

describe('all pages of a client', () => {
  it('are read with their past results, without reports that are being deleted', async () => {
    const { listFurtherReports, readTrends, read } = openClientPages(3);
    const query = { ...NEWEST_QUERY, project: 'trails.example' };
    expect(await read(trails)).toMatchObject({
      value: {
        all: ['1', '3'].map((id) => ({ report: { id }, change: { base: { score: 20 } } })),
        partRead: null,
      },
    });
    expect(listFurtherReports.mock.calls).toEqual([2, 3].map((page) => ['c', query, page]));
    const reports = ['1', '3'].map((id) => sampleReport(id));
    expect(readTrends).toHaveBeenCalledExactlyOnceWith(reports, 'month');
  });

  it.each<[string, Client[], object]>([
    ['are requested by the project of a single client', [trails], { project: 'trails.example' }],
    [
      'are requested by the host of a client without a project',
      [museum],
      { search: 'museum.example' },
    ],
    ['are requested with all reports if there are several clients', [trails, museum], {}],
  ])('%s', async (_, clients, query) => {
    const { listReports, read } = openClientPages(1);
    await read(...clients);
    expect(listReports).toHaveBeenCalledExactlyOnceWith('c', { ...NEWEST_QUERY, ...query });
  });

  it('are requested with all reports for a joined client, and have its name', async () => {
    const joined = { name: 'Trails', clients: ['trails.example', 'host.example'] };
    const { listReports, read } = openClientPages(1, [joined]);
    expect(await read({ ...trails, name: 'Trails' })).toMatchObject({
      value: { all: [{ client: 'Trails' }] },
    });
    expect(listReports).toHaveBeenCalledExactlyOnceWith('c', NEWEST_QUERY);
  });

  it('are read up to the limit of list pages, with the total', async () => {
    const { read } = openClientPages(30);
    expect(await read(trails)).toMatchObject({ value: { partRead: { read: 20, total: 30 } } });
  });

  it.each(['listReports', 'listFurtherReports'] as const)(
    'cannot be read if %s fails',
    async (call) => {
      const { [call]: failingCall, read } = openClientPages(3);
      failingCall.mockResolvedValueOnce(unreachable);
      expect(await read(trails)).toEqual(unreachable);
    },
  );
});
