import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '@/lib/history/database';
import { reportRecord } from '@/lib/history/records';
import { createStoredMarks } from '@/lib/history/stored-marks';
import { createStoredReports, type PageRecords } from '@/lib/history/stored-reports';
import type { Check } from '@/lib/report/content/checks';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { useDatabases } from '../../support/databases';
import { emptyBrowser } from '../../support/empty-browser';
import { endedReading } from '../../support/sample-reading';
import { sampleReport } from '../../support/sample-report';

const NOW = '2026-11-29T10:00:00.000Z';

function reportOf(id: number, fields: Partial<Report> = {}): Report {
  return sampleReport(`${id}`, {
    generatedAt: new Date(Date.UTC(2026, 10, 1, 10, id)).toISOString(),
    ...fields,
  });
}

function findingOf(name: string): Check {
  return { name, isPassed: false, importance: 'high', value: 'x', reasons: [], details: [] };
}

async function openReports(mostRows?: number) {
  const database =
    (await openDatabase('a', new AbortController().signal)) ?? expect.fail('There is no database.');
  const reports = createStoredReports(database, mostRows);
  const marks = createStoredMarks(database);
  const rowIds = () => database.read((opened) => opened.getAllKeys('reports'));
  const resultKeys = () => database.read((opened) => opened.getAllKeys('results'));
  const deletedIds = () => database.read((opened) => opened.getAllKeys('deletedReports'));
  const readFindings = async (ids: readonly string[]) => {
    const { records } = await reports.listed(ids);
    return new Map(records.flatMap((row) => (row.found ? [[row.id, row.found] as const] : [])));
  };
  return { ...reports, marks, rowIds, resultKeys, deletedIds, readFindings };
}

beforeEach(() => {
  emptyBrowser();
  useDatabases();
});

describe('the limit of rows', () => {
  it('removes the rows with the oldest request times, and keeps their results', async () => {
    const { put, completeReading, rowIds, pages } = await openReports(20);
    const all = Array.from({ length: 20 }, (_, at) => reportOf(10 + at));
    for (const [at, report] of all.entries()) await put([reportRecord(report, null, at)]);
    // Rows 10 and 11 are the oldest. They stay, because the last complete reading contains them.
    await completeReading(endedReading(30, ['11', '10']), NOW, []);
    await put([reportRecord(reportOf(40), null, 40)]);
    const ids = await rowIds();
    expect(ids).not.toContain('12');
    expect(ids).toEqual(expect.arrayContaining(['10', '11', '40']));
    expect(ids.length).toBeLessThanOrEqual(20);
    const [page] = await pages(['host.example/12']);
    expect(page).toMatchObject({ reports: [], past: [{ reportId: '12' }] });
  });

  it('removes no row of a page that is starred or in an open ticket', async () => {
    const { put, marks, rowIds } = await openReports(20);
    const ticket = { id: 't', client: null, check: 'title', at: NOW };
    const pages = [{ report: referTo(reportOf(11)), found: null }];
    await marks.change({ kind: 'star', page: 'host.example/10' }, NOW);
    await marks.change({ kind: 'addTicket', ticket: { ...ticket, pages } }, NOW);
    for (let at = 0; at < 25; at += 1) await put([reportRecord(reportOf(10 + at), null, at)]);
    const ids = await rowIds();
    expect(ids).toEqual(expect.arrayContaining(['10', '11', '34']));
    expect(ids).not.toContain('12');
    expect(ids.length).toBeLessThanOrEqual(20);
  });

  it('counts neither removed rows nor the rows of a failed transaction', async () => {
    const { put, removeGone, removeDeleted, rowIds } = await openReports(20);
    for (let at = 0; at < 20; at += 1) await put([reportRecord(reportOf(10 + at), null, at)]);
    await removeGone('29');
    await removeDeleted('28', false);
    await removeDeleted('unknown', false);
    const failingPut = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    await expect(put([reportRecord(reportOf(40), null, 40)])).rejects.toThrow();
    failingPut.mockRestore();
    await put([reportRecord(reportOf(41), null, 41), reportRecord(reportOf(42), null, 41)]);
    expect(await rowIds()).toHaveLength(20);
    await put([reportRecord(reportOf(43), null, 43)]);
    expect((await rowIds()).length).toBeLessThanOrEqual(20);
    expect(await rowIds()).not.toContain('10');
  });
});

describe('the limit of past results', () => {
  const resultsByMinute = Array.from({ length: 60 }, (_, at) =>
    reportOf(at, { id: '1', url: 'host.example' }),
  );

  it('removes the oldest results of a page', async () => {
    const { put, resultKeys } = await openReports();
    for (const [at, report] of resultsByMinute.entries())
      await put([reportRecord(report, null, at)]);
    const keys = await resultKeys();
    expect(keys).toHaveLength(50);
    expect(keys[0]?.[1]).toBe(resultsByMinute[9]?.generatedAt);
  });

  it('removes no result of a starred page', async () => {
    const { put, resultKeys, marks } = await openReports();
    await marks.change({ kind: 'star', page: 'host.example' }, NOW);
    for (const [at, report] of resultsByMinute.entries())
      await put([reportRecord(report, null, at)]);
    expect(await resultKeys()).toHaveLength(59);
    await marks.change({ kind: 'unstar', page: 'host.example' }, NOW);
    await put([reportRecord(reportOf(99, { id: '1', url: 'host.example' }), null, 99)]);
    expect(await resultKeys()).toHaveLength(50);
  });
});

describe('pages', () => {
  const keyOf = (page: number) => `host.example/${page}`;

  /** Stores two reports and a past result of each page. */
  async function openPages(count: number) {
    const opened = await openReports();
    for (let page = 10; page < 10 + count; page += 1) {
      const url = keyOf(page);
      await opened.put([
        reportRecord(reportOf(page, { url }), null, 1),
        reportRecord(reportOf(page + 100, { url }), null, 1),
      ]);
      await opened.put([reportRecord(reportOf(page + 1, { id: `${page}`, url }), null, 2)]);
    }
    return opened;
  }

  function countRequests() {
    const onIndex = vi.spyOn(IDBIndex.prototype, 'getAll');
    const onStore = vi.spyOn(IDBObjectStore.prototype, 'getAll');
    onTestFinished(() => void vi.restoreAllMocks());
    return () => onIndex.mock.calls.length + onStore.mock.calls.length;
  }

  function expectRecords(found: readonly PageRecords[], pages: readonly number[]): void {
    const ids = (records: PageRecords) => records.reports.map(({ id }) => id);
    expect(found.map(ids)).toEqual(pages.map((page) => [`${page + 100}`, `${page}`]));
    const past = found.map((records) => records.past.map(({ generatedAt }) => generatedAt));
    expect(past).toEqual(pages.map((page) => [reportOf(page).generatedAt]));
  }

  it('reads neighbouring pages with one request per store', async () => {
    const { pages } = await openPages(12);
    const requests = countRequests();
    const wanted = [19, 10, 14, 12, 17];
    expectRecords(await pages(wanted.map(keyOf)), wanted);
    expect(requests()).toBe(2);
  });

  it('does not read the pages between distant pages', async () => {
    const { pages } = await openPages(12);
    const requests = countRequests();
    expectRecords(await pages([21, 10].map(keyOf)), [21, 10]);
    expect(requests()).toBe(4);
  });

  it('returns no records of an unknown page', async () => {
    const { pages } = await openPages(2);
    const found = await pages(['host.example/10', 'host.example/105', 'host.example/11']);
    expect(found[1]).toEqual({ reports: [], past: [] });
    expectRecords(
      [found[0], found[2]].flatMap((one) => one ?? []),
      [10, 11],
    );
  });
});

describe('removeDeleted', () => {
  async function openWithMovedReport() {
    const opened = await openReports();
    await opened.put([reportRecord(reportOf(1), null, 1)]);
    await opened.put([reportRecord(reportOf(2, { id: '1', url: 'moved.example' }), null, 2)]);
    await opened.put([reportRecord(reportOf(3, { id: '1', url: 'moved.example' }), null, 3)]);
    expect(await opened.resultKeys()).toHaveLength(2);
    return opened;
  }

  it('removes the results of all pages of a report, and remembers the id', async () => {
    const { removeDeleted, rowIds, resultKeys, deletedIds } = await openWithMovedReport();
    expect(await removeDeleted('1', false)).toBe(true);
    expect([await rowIds(), await resultKeys(), await deletedIds()]).toEqual([[], [], ['1']]);
  });

  it('does not remember the id of a private deletion', async () => {
    const { removeDeleted, rowIds, resultKeys, deletedIds } = await openWithMovedReport();
    expect(await removeDeleted('1', true)).toBe(true);
    expect([await rowIds(), await resultKeys(), await deletedIds()]).toEqual([[], [], []]);
  });

  it('remembers the id of a report without a row', async () => {
    const { removeDeleted, removeGone, resultKeys, deletedIds } = await openWithMovedReport();
    await removeGone('1');
    expect(await resultKeys()).toHaveLength(3);
    expect(await removeDeleted('1', false)).toBe(true);
    expect(await removeDeleted('7', false)).toBe(false);
    expect([await resultKeys(), await deletedIds()]).toEqual([[], ['1', '7']]);
  });
});

describe('the findings of a row', () => {
  it('belong to the current result', async () => {
    const { put, readFindings } = await openReports();
    await put([
      reportRecord(reportOf(1), [findingOf('title')], 1),
      reportRecord(reportOf(2), null, 1),
    ]);
    expect(await readFindings(['1', '2', '3'])).toEqual(new Map([['1', [findingOf('title')]]]));
  });

  it('stay if an answer contains the same result without findings', async () => {
    const { put, readFindings } = await openReports();
    await put([reportRecord(reportOf(1), [findingOf('title')], 1)]);
    await put([reportRecord(reportOf(1, { privacy: 0 }), null, 2)]);
    expect((await readFindings(['1'])).get('1')).toEqual([findingOf('title')]);
    await put([reportRecord(reportOf(9, { id: '1', url: 'https://host.example/1' }), null, 3)]);
    expect(await readFindings(['1'])).toEqual(new Map());
  });

  it('are replaced by new findings of the same result', async () => {
    const { put, readFindings } = await openReports();
    await put([reportRecord(reportOf(1), [findingOf('title')], 1)]);
    expect(await put([reportRecord(reportOf(1), [findingOf('robots')], 2)])).toEqual(
      new Set(['1']),
    );
    expect((await readFindings(['1'])).get('1')).toEqual([findingOf('robots')]);
  });
});
