import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '@/lib/history/database';
import { reportRecord } from '@/lib/history/records';
import { createStoredMarks } from '@/lib/history/stored-marks';
import { createStoredReports } from '@/lib/history/stored-reports';
import type { Check } from '@/lib/report/content/checks';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { useDatabases } from '../../support/databases';
import { emptyBrowser } from '../../support/empty-browser';
import { sampleReport } from '../../support/sample-report';

const NOW = '2026-11-29T10:00:00.000Z';

function made(id: number, fields: Partial<Report> = {}): Report {
  return sampleReport(`${id}`, {
    generatedAt: new Date(Date.UTC(2026, 10, 1, 10, id)).toISOString(),
    ...fields,
  });
}

function failing(name: string): Check {
  return { name, isPassed: false, importance: 'high', value: 'x', reasons: [], details: [] };
}

/** Opens a database with a limit of rows. */
async function open(mostRows?: number) {
  const database =
    (await openDatabase('a', new AbortController().signal)) ?? expect.fail('There is no database.');
  const reports = createStoredReports(database, mostRows);
  const marks = createStoredMarks(database);
  const idsOf = () => database.read((opened) => opened.getAllKeys('reports'));
  const keysOf = () => database.read((opened) => opened.getAllKeys('results'));
  const deletedIds = () => database.read((opened) => opened.getAllKeys('deletedReports'));
  return { ...reports, marks, idsOf, keysOf, deletedIds };
}

beforeEach(() => {
  emptyBrowser();
  useDatabases();
});

describe('the limit of rows', () => {
  it('removes the rows that were seen longest ago, and keeps their results', async () => {
    const { put, noteReading, idsOf, pages } = await open(20);
    const all = Array.from({ length: 20 }, (_, at) => made(10 + at));
    for (const [at, report] of all.entries()) await put([reportRecord(report, null, at)]);
    // The oldest rows are in the last complete reading.
    const reading = { reportIds: ['11', '10'], requestedAt: 30, readAt: NOW, total: 2 };
    await noteReading(reading, []);
    await put([reportRecord(made(40), null, 40)]);
    const ids = await idsOf();
    expect(ids).not.toContain('12');
    expect(ids).toEqual(expect.arrayContaining(['10', '11', '40']));
    expect(ids.length).toBeLessThanOrEqual(20);
    const [page] = await pages(['host.example/12']);
    expect(page).toMatchObject({ reports: [], past: [{ reportId: '12' }] });
  });

  it('removes no row of a page that is starred or in an open ticket', async () => {
    const { put, marks, idsOf } = await open(20);
    const ticket = { id: 't', client: null, check: 'title', at: NOW };
    const pages = [{ report: referTo(made(11)), found: null }];
    await marks.change({ kind: 'star', page: 'host.example/10' }, NOW);
    await marks.change({ kind: 'addTicket', ticket: { ...ticket, pages } }, NOW);
    for (let at = 0; at < 25; at += 1) await put([reportRecord(made(10 + at), null, at)]);
    const ids = await idsOf();
    expect(ids).toEqual(expect.arrayContaining(['10', '11', '34']));
    expect(ids).not.toContain('12');
    expect(ids.length).toBeLessThanOrEqual(20);
  });

  it('counts rows that are removed, and rows of a failed transaction', async () => {
    const { put, removeGone, removeDeleted, idsOf } = await open(20);
    for (let at = 0; at < 20; at += 1) await put([reportRecord(made(10 + at), null, at)]);
    await removeGone('29');
    await removeDeleted('28', false);
    await removeDeleted('unknown', false);
    const fails = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    await expect(put([reportRecord(made(40), null, 40)])).rejects.toThrow();
    fails.mockRestore();
    await put([reportRecord(made(41), null, 41), reportRecord(made(42), null, 41)]);
    expect(await idsOf()).toHaveLength(20);
    await put([reportRecord(made(43), null, 43)]);
    expect((await idsOf()).length).toBeLessThanOrEqual(20);
    expect(await idsOf()).not.toContain('10');
  });
});

describe('the limit of past results', () => {
  const minutes = Array.from({ length: 60 }, (_, at) => made(at, { id: '1', url: 'host.example' }));

  it('removes the oldest results of a page', async () => {
    const { put, keysOf } = await open();
    for (const [at, report] of minutes.entries()) await put([reportRecord(report, null, at)]);
    const keys = await keysOf();
    expect(keys).toHaveLength(50);
    expect(keys[0]?.[1]).toBe(minutes[9]?.generatedAt);
  });

  it('removes none of a page that is starred', async () => {
    const { put, keysOf, marks } = await open();
    await marks.change({ kind: 'star', page: 'host.example' }, NOW);
    for (const [at, report] of minutes.entries()) await put([reportRecord(report, null, at)]);
    expect(await keysOf()).toHaveLength(59);
    await marks.change({ kind: 'unstar', page: 'host.example' }, NOW);
    await put([reportRecord(made(99, { id: '1', url: 'host.example' }), null, 99)]);
    expect(await keysOf()).toHaveLength(50);
  });
});

describe('removeDeleted', () => {
  async function openWithMovedReport() {
    const opened = await open();
    await opened.put([reportRecord(made(1), null, 1)]);
    await opened.put([reportRecord(made(2, { id: '1', url: 'moved.example' }), null, 2)]);
    await opened.put([reportRecord(made(3, { id: '1', url: 'moved.example' }), null, 3)]);
    expect(await opened.keysOf()).toHaveLength(2);
    return opened;
  }

  it('removes the results of all pages of a report, and remembers the id', async () => {
    const { removeDeleted, idsOf, keysOf, deletedIds } = await openWithMovedReport();
    expect(await removeDeleted('1', false)).toBe(true);
    expect([await idsOf(), await keysOf(), await deletedIds()]).toEqual([[], [], ['1']]);
  });

  it('remembers nothing of a private deletion', async () => {
    const { removeDeleted, idsOf, keysOf, deletedIds } = await openWithMovedReport();
    expect(await removeDeleted('1', true)).toBe(true);
    expect([await idsOf(), await keysOf(), await deletedIds()]).toEqual([[], [], []]);
  });

  it('remembers the id of a report without a row', async () => {
    const { removeDeleted, removeGone, keysOf, deletedIds } = await openWithMovedReport();
    await removeGone('1');
    expect(await keysOf()).toHaveLength(3);
    expect(await removeDeleted('1', false)).toBe(true);
    expect(await removeDeleted('7', false)).toBe(false);
    expect([await keysOf(), await deletedIds()]).toEqual([[], ['1', '7']]);
  });
});

describe('found', () => {
  it('returns the findings of the current result', async () => {
    const { put, found } = await open();
    await put([reportRecord(made(1), [failing('title')], 1), reportRecord(made(2), null, 1)]);
    expect(await found(['1', '2', '3'])).toEqual(new Map([['1', [failing('title')]]]));
  });

  it('keeps the findings of a result that an answer shows without findings', async () => {
    const { put, found } = await open();
    await put([reportRecord(made(1), [failing('title')], 1)]);
    await put([reportRecord(made(1, { privacy: 0 }), null, 2)]);
    expect((await found(['1'])).get('1')).toEqual([failing('title')]);
    await put([reportRecord(made(9, { id: '1', url: 'https://host.example/1' }), null, 3)]);
    expect(await found(['1'])).toEqual(new Map());
  });

  it('replaces findings without telling extension pages to read again', async () => {
    const { put, found } = await open();
    await put([reportRecord(made(1), [failing('title')], 1)]);
    expect(await put([reportRecord(made(1), [failing('robots')], 2)])).toEqual(new Set());
    expect((await found(['1'])).get('1')).toEqual([failing('robots')]);
  });
});
