import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  deleteHistory,
  listHistories,
  newestStoredReports,
  writeIdentity,
} from '@/lib/history/histories';
import { removeDatabases, useDatabases } from '../../support/databases';
import { emptyBrowser } from '../../support/empty-browser';
import { sampleReport } from '../../support/sample-report';
import { openHistory, storeReports } from '../../support/stored-history';

const IDENTITY = {
  baseUrl: 'https://reports.example',
  account: { id: '7', email: null },
  label: 'Agency',
  usedAt: '2026-11-20T10:00:00.000Z',
};
const OTHER = { ...IDENTITY, account: null, label: null };

beforeEach(() => {
  emptyBrowser();
  useDatabases();
});

describe('listHistories', () => {
  it('returns the identity of each history, and the numbers of its records', async () => {
    await writeIdentity('a', IDENTITY);
    await writeIdentity('b', OTHER);
    const report = sampleReport('1', { generatedAt: '2026-11-01T10:00:00.000Z' });
    await storeReports('a', report);
    await storeReports('a', { ...report, generatedAt: '2026-11-02T10:00:00.000Z' });
    await storeReports('a', sampleReport('2'));
    await openHistory('a').changeMarks({ kind: 'star', page: 'host.example' });
    const [first, second] = await listHistories();
    expect(first).toMatchObject({
      connectionId: 'a',
      identity: IDENTITY,
      reports: 2,
      results: 1,
      marks: 1,
    });
    expect(first?.bytes).toBeGreaterThan(500);
    expect(second).toEqual({
      connectionId: 'b',
      identity: OTHER,
      reports: 0,
      results: 0,
      marks: 0,
      bytes: 0,
    });
  });

  it('creates no database again for a history that is being deleted', async () => {
    vi.spyOn(indexedDB, 'databases').mockResolvedValueOnce([{ name: 'history/a', version: 3 }]);
    expect(await listHistories()).toEqual([]);
    expect(await indexedDB.databases()).toEqual([]);
  });

  it('returns a history without an identity', async () => {
    await storeReports('a', sampleReport('1'));
    expect(await listHistories()).toMatchObject([{ connectionId: 'a', identity: null }]);
  });

  it('omits a database of a newer version', async () => {
    await writeIdentity('a', IDENTITY);
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await new Promise((resolve) => {
      indexedDB.open('history/b', 99).onsuccess = resolve;
    });
    expect(await listHistories()).toMatchObject([{ connectionId: 'a' }]);
    expect(warn).toHaveBeenCalledOnce();
  });

  it('ignores databases that are not histories', async () => {
    await new Promise((resolve) => {
      indexedDB.open('other').onsuccess = resolve;
    });
    expect(await listHistories()).toEqual([]);
  });
});

describe('newestStoredReports', () => {
  it('returns at most the requested number of reports, highest ids first', async () => {
    const dates = ['03', '04', '01', '02'].map((day) => `2026-11-${day}T10:00:00.000Z`);
    const reports = ['9', '10', '11', '100'].map((id, at) =>
      sampleReport(id, { url: `host.example/${id}`, generatedAt: dates[at] ?? null }),
    );
    await storeReports('a', ...reports);
    expect(await newestStoredReports('a', 3)).toEqual([
      { id: '100', url: 'host.example/100' },
      { id: '11', url: 'host.example/11' },
      { id: '10', url: 'host.example/10' },
    ]);
  });

  it('returns the newest results first if ids are not whole numbers', async () => {
    await storeReports(
      'a',
      sampleReport('b', { generatedAt: '2026-11-03T10:00:00.000Z' }),
      sampleReport('c', { generatedAt: '2026-11-01T10:00:00.000Z' }),
      sampleReport('a', { generatedAt: '2026-11-02T10:00:00.000Z' }),
    );
    expect((await newestStoredReports('a', 2)).map(({ id }) => id)).toEqual(['b', 'a']);
  });

  it('creates no database', async () => {
    expect(await newestStoredReports('a', 10)).toEqual([]);
    expect(await indexedDB.databases()).toEqual([]);
  });
});

describe('writeIdentity', () => {
  it('replaces the identity, and keeps the reports', async () => {
    await storeReports('a', sampleReport('1'));
    await writeIdentity('a', OTHER);
    await writeIdentity('a', IDENTITY);
    expect(await listHistories()).toMatchObject([{ identity: IDENTITY, reports: 1 }]);
  });

  it('leaves the open history of the connection usable', async () => {
    const history = openHistory('a');
    await history.add([sampleReport('1')]);
    await writeIdentity('a', IDENTITY);
    await history.add([sampleReport('2')]);
    expect(await listHistories()).toMatchObject([{ reports: 2 }]);
  });
});

describe('deleteHistory', () => {
  it('deletes the open history of one connection', async () => {
    await storeReports('a', sampleReport('1'));
    await storeReports('b', sampleReport('1'));
    await deleteHistory('a');
    expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(['history/b']);
  });
});

describe('a browser without databases', () => {
  const throwUnavailable = () => {
    throw new DOMException('A mutation operation was attempted', 'InvalidStateError');
  };

  async function expectNoHistories(): Promise<void> {
    await writeIdentity('a', IDENTITY);
    expect(await listHistories()).toEqual([]);
    expect(await newestStoredReports('a', 10)).toEqual([]);
    await deleteHistory('a');
  }

  it('has no histories if indexedDB does not exist', async () => {
    removeDatabases();
    await expectNoHistories();
  });

  it('has no histories if every call of indexedDB fails', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(throwUnavailable);
    vi.spyOn(indexedDB, 'databases').mockImplementation(throwUnavailable);
    vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(throwUnavailable);
    await expectNoHistories();
  });
});
