import { beforeEach, describe, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { openDatabase } from '@/lib/history/database';
import { listHistories } from '@/lib/history/histories';
import type { NewJob } from '@/lib/jobs/types';
import type { Check } from '@/lib/report/content/checks';
import type { Report } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { referTo } from '@/lib/report/report-reference';
import { pageKey } from '@/lib/url/page-key';
import { useDatabases } from '../../support/databases';
import { emptyBrowser } from '../../support/empty-browser';
import { createFakeClient, listOf } from '../../support/fake-client';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import { createTestBackground } from '../../support/test-background';
import { waitUntil } from '../../support/wait-until';

const ACTIVE_TAB_URL = 'https://host.example/';
const PAGE = pageKey(ACTIVE_TAB_URL);
const dateOn = (day: number) => `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`;
const GONE = { failure: { code: 'gone', what: 'report', message: null } } as const;

function findingWith(value: string): Check {
  return { name: 'title', isPassed: false, importance: 'high', value, reasons: [], details: [] };
}

function reportMadeOn(day: number, fields: Partial<Report> = {}): Report {
  return sampleReport('1', { url: ACTIVE_TAB_URL, generatedAt: dateOn(day), ...fields });
}

/** The history has a past result of report 1, from Nov 1, and its result of Nov 2. */
async function startBackground() {
  const client = createFakeClient();
  const computer = { time: Date.parse(dateOn(20)) };
  const { api, resume } = createTestBackground({
    clientFor: () => client,
    now: () => computer.time,
  });
  client.list.mockImplementation(async () => ({ value: listOf(reportMadeOn(1)) }));
  await api.connect({
    connectionId: null,
    baseUrl: 'https://host.example',
    apiKey: 'typed-key',
    allowsUnencrypted: false,
  });
  const listReport = async (report: Report) => {
    client.list.mockImplementation(async () => ({ value: listOf(report) }));
    await api.listReports('a', RECENT_REPORTS_QUERY);
  };
  await listReport(reportMadeOn(2));
  const database = await openDatabase('a', new AbortController().signal);
  const dates = async () => {
    const result = await api.getPages('a', [PAGE]);
    return 'value' in result ? result.value[0]?.results.map((one) => one.generatedAt) : [];
  };
  await waitUntil(async () => expect(await dates()).toEqual([dateOn(1), dateOn(2)]));
  return {
    api,
    client,
    computer,
    listReport,
    dates,
    deletedIds: () => database?.read((opened) => opened.getAllKeys('deletedReports')),
    storedFindings: async () =>
      (await database?.read((opened) => opened.get('reports', '1')))?.found,
    async press(job: Omit<NewJob, 'id'>): Promise<void> {
      await api.createJob('a', { id: 'j', ...job });
      computer.time += 10_000;
      await resume();
    },
  };
}

const report = referTo(reportMadeOn(2));
const deletion = { subjects: [{ kind: 'delete', report }] } as const;
const update = { subjects: [{ kind: 'update', report, update: { results: 1 } }] } as const;

beforeEach(() => {
  emptyBrowser();
  useDatabases();
});

describe('the history of a connection', () => {
  it('loses a report with its results after a deletion, and remembers the id', async () => {
    const { press, dates, deletedIds } = await startBackground();
    await press(deletion);
    await waitUntil(async () => expect(await dates()).toEqual([]));
    expect(await deletedIds()).toEqual(['1']);
    expect(await listHistories()).toMatchObject([{ reports: 0, results: 0 }]);
  });

  it('loses a report with its results after a private deletion, and does not remember the id', async () => {
    const { press, dates, deletedIds } = await startBackground();
    await press({ ...deletion, isPrivate: true });
    await waitUntil(async () => expect(await dates()).toEqual([]));
    expect(await deletedIds()).toEqual([]);
    expect(JSON.stringify(await fakeBrowser.storage.local.get())).not.toContain('deleted-reports');
  });

  it('keeps the results of a report that is gone', async () => {
    const { api, client, listReport, dates, deletedIds } = await startBackground();
    await listReport(sampleReport('7'));
    client.get.mockResolvedValue(GONE);
    expect(await api.getReport('a', report)).toMatchObject(GONE);
    await waitUntil(async () =>
      expect(await api.getReportsById('a', ['1'])).toEqual({ value: [null] }),
    );
    expect(await dates()).toEqual([dateOn(1), dateOn(2)]);
    expect(await deletedIds()).toEqual([]);
  });

  it('keeps the results of a page that redirects during an update', async () => {
    const { client, press, dates, api } = await startBackground();
    const moved = reportMadeOn(9, { url: 'https://moved.example/' });
    client.update.mockResolvedValue({ value: { ...sampleDetails('1'), ...moved } });
    await press(update);
    await waitUntil(async () =>
      expect(await api.getReportsById('a', ['1'])).toMatchObject({ value: [{ url: moved.url }] }),
    );
    expect(await dates()).toEqual([dateOn(1), dateOn(2)]);
  });

  it('stores an update after the clock was set back by an hour', async () => {
    const { client, press, dates, computer } = await startBackground();
    computer.time -= 3_600_000;
    client.update.mockResolvedValue({ value: { ...sampleDetails('1'), ...reportMadeOn(9) } });
    await press(update);
    await waitUntil(async () => expect(await dates()).toEqual([dateOn(1), dateOn(2), dateOn(9)]));
  });

  it('stores the findings of lists, of written answers and of single reads', async () => {
    const { api, client, computer, press, storedFindings } = await startBackground();
    const listed = { '1': { generatedAt: dateOn(2), checks: [findingWith('listed')] } };
    client.list.mockImplementation(async () => ({
      value: { ...listOf(reportMadeOn(2)), findings: listed },
    }));
    await api.listReports('a', RECENT_REPORTS_QUERY);
    await waitUntil(async () => expect(await storedFindings()).toEqual([findingWith('listed')]));
    const details = (value: string, day: number) => ({
      value: {
        ...sampleDetails('1'),
        ...reportMadeOn(day),
        checks: [findingWith(value), { ...findingWith('x'), name: 'robots', isPassed: true }],
      },
    });
    client.update.mockResolvedValue(details('written', 9));
    await press(update);
    await waitUntil(async () => expect(await storedFindings()).toEqual([findingWith('written')]));
    client.get.mockResolvedValue(details('read', 10));
    // For ten seconds, reads return the report from the answer to the update.
    computer.time += 10_001;
    await api.getReport('a', report);
    await waitUntil(async () => expect(await storedFindings()).toEqual([findingWith('read')]));
  });
});
