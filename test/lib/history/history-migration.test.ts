import { openDB } from 'idb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { openDatabase } from '@/lib/history/database';
import { listHistories } from '@/lib/history/histories';
import { indexWords } from '@/lib/history/history-migration';
import { type MarkRecord, NO_MARKS } from '@/lib/history/marks';
import { createStoredReports } from '@/lib/history/stored-reports';
import type { Ticket } from '@/lib/report/compare/tickets';
import { referTo } from '@/lib/report/report-reference';
import { useDatabases } from '../../support/databases';
import { emptyBrowser } from '../../support/empty-browser';
import { sampleReport } from '../../support/sample-report';
import { openHistory } from '../../support/stored-history';
import { waitUntil } from '../../support/wait-until';

const { local } = fakeBrowser.storage;
const FIRST = '2026-11-01T10:00:00.000Z';
const SECOND = '2026-11-02T10:00:00.000Z';

const REPORT = sampleReport('2', {
  url: 'host.example/',
  generatedAt: SECOND,
  failedChecks: [{ name: 'title', importance: 'high' }],
});

/** A past result without kinds of error. */
const PAST = {
  reportId: '2',
  result: 'bad' as const,
  score: 20,
  generatedAt: FIRST,
  failedChecks: [{ name: 'title', importance: 'high' as const }],
};

const TICKET: Ticket = {
  id: 't',
  client: 'host.example',
  check: 'title',
  at: SECOND,
  pages: [{ report: referTo(REPORT), found: null }],
};

/** A row of versions 1 and 2. */
function formerRow(report = REPORT) {
  const page = report.id === '2' ? 'host.example' : `host.example/${report.id}`;
  return {
    id: report.id,
    report,
    page,
    project: '',
    age: -Date.parse(report.generatedAt ?? ''),
    words: page.split('/'),
    seenAt: 1_764_000_000_000,
  };
}

async function storeVersion(version: 1 | 2, rows = [formerRow()]): Promise<void> {
  const database = await openDB('history/a', version, {
    upgrade(created) {
      const reports = created.createObjectStore('reports', { keyPath: 'id' });
      reports.createIndex('page', ['page', 'age']);
      reports.createIndex('project', 'project');
      reports.createIndex('age', ['age', 'id']);
      reports.createIndex('words', 'words', { multiEntry: true });
      reports.createIndex('seenAt', 'seenAt');
      const results = created.createObjectStore('results', {
        keyPath: ['page', 'generatedAt', 'reportId'],
      });
      results.createIndex('reportId', 'reportId');
      if (version === 2) created.createObjectStore('marks', { keyPath: 'key' });
    },
  });
  for (const row of rows) await database.put('reports', row);
  await database.put('results', { ...PAST, page: 'host.example' });
  if (version === 2) {
    await database.put('marks', { key: 'ticket t', ticket: TICKET });
    await database.put('marks', { key: 'star host.example/a b', ticket: null });
  }
  database.close();
}

async function openStored() {
  const database = await openDatabase('a', new AbortController().signal);
  return database ?? expect.fail('There is no database.');
}

beforeEach(() => {
  emptyBrowser();
  useDatabases();
});

describe.each([1, 2] as const)('a database of version %i', (version) => {
  it('keeps reports and past results', async () => {
    await storeVersion(version);
    const [page] = await openHistory('a').pages(['host.example']);
    expect(page).toEqual({
      reports: [REPORT],
      results: [
        expect.objectContaining(PAST),
        expect.objectContaining({ reportId: '2', generatedAt: SECOND }),
      ],
    });
  });

  it('keeps its rows when answers change them', async () => {
    await storeVersion(version);
    const history = openHistory('a');
    await history.add([{ ...REPORT, generatedAt: '2026-11-03T10:00:00.000Z' }]);
    const [page] = await history.pages(['host.example']);
    expect(page?.results.map(({ generatedAt }) => generatedAt)).toEqual([
      FIRST,
      SECOND,
      '2026-11-03T10:00:00.000Z',
    ]);
  });

  it('finds its reports by all words of their addresses', async () => {
    const report = { ...REPORT, id: '7', url: 'host.example/7?q=red-shoes' };
    await storeVersion(version, [formerRow(), formerRow(report)]);
    const { search } = openHistory('a');
    await waitUntil(async () => expect(await search('shoes', 6)).toEqual([report]));
  });
});

describe('a database of version 2', () => {
  it('keeps stars and tickets', async () => {
    await storeVersion(2);
    const history = openHistory('a');
    expect(await history.marks()).toEqual({
      ...NO_MARKS,
      tickets: [TICKET],
      starred: ['host.example/a b'],
    });
    await history.changeMarks({ kind: 'closeTicket', id: 't' });
    await history.changeMarks({ kind: 'unstar', page: 'host.example/a b' });
    expect(await history.marks()).toMatchObject({
      tickets: [],
      closed: [{ id: 't' }],
      starred: [],
    });
  });

  it('has the date of each ticket, and the oldest possible date for stars', async () => {
    await storeVersion(2);
    const marks = await (await openStored()).read((database) => database.getAll('marks'));
    const unknown = '1970-01-01T00:00:00.000Z';
    expect(marks).toEqual([
      {
        kind: 'star',
        key: 'star host.example/a b',
        page: 'host.example/a b',
        madeAt: unknown,
        changedAt: unknown,
        endedAt: null,
      },
      {
        kind: 'ticket',
        key: 'ticket t',
        ticket: TICKET,
        madeAt: SECOND,
        changedAt: SECOND,
        endedAt: null,
      },
    ]);
  });

  it('is also upgraded by listHistories', async () => {
    await storeVersion(2);
    expect(await listHistories()).toMatchObject([{ reports: 1, results: 1, marks: 2 }]);
    expect(await openHistory('a').marks()).toMatchObject({ tickets: [TICKET] });
  });
});

/** The marks of a database of version 3 from before mutes. */
const MARKS_BEFORE_MUTES: readonly MarkRecord[] = [
  {
    kind: 'star',
    key: 'star host.example/a',
    page: 'host.example/a',
    madeAt: FIRST,
    changedAt: FIRST,
    endedAt: null,
  },
  {
    kind: 'summary',
    key: 'summary host.example',
    client: 'host.example',
    days: ['2026-11-02'],
    madeAt: FIRST,
    changedAt: SECOND,
    endedAt: null,
  },
  {
    kind: 'ticket',
    key: 'ticket t',
    ticket: TICKET,
    madeAt: SECOND,
    changedAt: SECOND,
    endedAt: null,
  },
];

describe('a database of version 3 from before mutes', () => {
  it('keeps its marks, and stores new mutes', async () => {
    const { read, write } = await openStored();
    await write(async (transaction) => {
      const store = transaction.objectStore('marks');
      await Promise.all(MARKS_BEFORE_MUTES.map((mark) => store.put(mark)));
    });
    const marks = {
      ...NO_MARKS,
      tickets: [TICKET],
      starred: ['host.example/a'],
      summaries: [{ client: 'host.example', days: ['2026-11-02'] }],
    };
    const history = openHistory('a');
    expect(await history.marks()).toEqual(marks);
    expect(await history.mutes(['host.example/a'])).toEqual([[]]);
    const mute = {
      id: 'm',
      check: 'title',
      at: SECOND,
      note: '',
      pages: [{ page: 'host.example/a', errors: ['too_short'] }],
    };
    expect(await history.changeMarks({ kind: 'addMute', mute })).toMatchObject({
      value: { marks: { ...marks, mutesVersion: expect.any(Number) } },
    });
    expect(await history.mutes(['host.example/a'])).toMatchObject([[{ id: 'm' }]]);
    const stored = await read((database) => database.getAll('marks'));
    expect(stored.filter(({ kind }) => kind !== 'mute')).toEqual(MARKS_BEFORE_MUTES);
  });
});

describe('indexWords', () => {
  const reports = Array.from({ length: 450 }, (_, at) =>
    sampleReport(`${1_000 + at}`, {
      url: `host.example/${1_000 + at}?q=shoes`,
      generatedAt: FIRST,
    }),
  );
  const rows = reports.map((report) => formerRow(report));

  it('continues after the last chunk that a stopped worker has indexed', async () => {
    await storeVersion(2, rows);
    const { read, write } = await openStored();
    let chunks = 0;
    const writeOneChunk: typeof write = (work) => {
      chunks += 1;
      return chunks > 1 ? Promise.reject(new Error('The worker is stopped')) : write(work);
    };
    await expect(indexWords({ read, write: writeOneChunk })).rejects.toThrow();
    const stored = createStoredReports({ read, write });
    const countIndexed = async () =>
      await read((database) => database.countFromIndex('reports', 'words', 'shoes'));
    expect(await countIndexed()).toBe(200);
    const put = vi.spyOn(IDBObjectStore.prototype, 'put');
    await indexWords({ read, write });
    expect(await countIndexed()).toBe(450);
    // 250 rows, and two writes of the progress.
    expect(put).toHaveBeenCalledTimes(252);
    put.mockClear();
    await indexWords({ read, write });
    expect(put).not.toHaveBeenCalled();
    expect(await stored.search(['shoes'], 6)).not.toEqual([]);
  });

  it('keeps changes by answers that arrive between two chunks', async () => {
    await storeVersion(2, rows);
    const { read, write } = await openStored();
    const history = openHistory('a');
    const changed = reports.map((report) => ({ ...report, privacy: 0 as const }));
    await Promise.all([history.add(changed), indexWords({ read, write })]);
    expect(await history.reports(['1000', '1449'])).toMatchObject([{ privacy: 0 }, { privacy: 0 }]);
    const progress = await read((database) => database.get('meta', 'indexing'));
    expect(progress).toBeUndefined();
  });
});

describe('importArchive', () => {
  const archived = {
    page: 'host.example',
    reports: [REPORT, sampleReport('1', { url: 'host.example/', result: null, generatedAt: null })],
    former: [PAST],
  };

  it('moves reports and results from the storage of former versions into the database', async () => {
    await local.set({ 'connection/a/archive/7': [archived, { page: 'x', all: 'new' }] });
    await local.set({ 'connection/b/archive/7': [archived] });
    const [page] = await openHistory('a').pages(['host.example']);
    expect(page).toMatchObject({
      reports: [{ id: '2' }, { id: '1' }],
      results: [PAST, { reportId: '2', generatedAt: SECOND }],
    });
    expect(Object.keys(await local.get())).toEqual(['connection/b/archive/7']);
  });

  it('begins again if the last worker was stopped before the removal of the former values', async () => {
    await local.set({ 'connection/a/archive/7': [archived] });
    const remove = vi.spyOn(local, 'remove').mockRejectedValueOnce(new Error('stopped'));
    await expect(openHistory('a').pages(['host.example'])).rejects.toThrow();
    remove.mockRestore();
    const [page] = await openHistory('a').pages(['host.example']);
    expect(page?.results).toHaveLength(2);
    expect(await local.get()).toEqual({});
  });
});
