import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readBackup, writeBackup } from '@/lib/history/backup-file';
import {
  type BackupHistory,
  type BackupRecord,
  MAX_RECORDS_IN_PART,
} from '@/lib/history/backup-format';
import { createBackupRestoring, readBackupPart } from '@/lib/history/backup-parts';
import { FIRST_POSITION } from '@/lib/history/backup-position';
import { openDatabase } from '@/lib/history/database';
import { deleteHistory, listHistories, writeIdentity } from '@/lib/history/histories';
import type { Database } from '@/lib/history/history-schema';
import { MAX_OPEN, type MarkRecord } from '@/lib/history/marks';
import {
  forOtherAccount,
  NOTHING_RESTORED,
  type Restored,
  sumOfRestored,
} from '@/lib/history/merge';
import { type ReportRecord, type ResultRecord, reportRecord } from '@/lib/history/records';
import { MAX_RESULTS_OF_PAGE } from '@/lib/history/retention';
import { createStoredMarks } from '@/lib/history/stored-marks';
import { createStoredReports } from '@/lib/history/stored-reports';
import { removeDatabases, useDatabases } from '../../support/databases';
import {
  joinedOn,
  muteOn,
  muteOnHost,
  resultOn,
  sampleHistory,
  sampleSource,
  starOn,
  summaryOn,
  ticketOn,
} from '../../support/sample-backup';
import { endedReading } from '../../support/sample-reading';
import { reportOn } from '../../support/sample-report';

beforeEach(() => {
  useDatabases();
  onTestFinished(removeDatabases);
});

const { signal } = new AbortController();
const ADA = sampleHistory('a');

async function openHistoryDatabase(connectionId: string): Promise<Database> {
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  const database = await openDatabase(connectionId, closing.signal);
  if (database === null) throw new Error('The test has no databases.');
  return database;
}

interface Content {
  marks: MarkRecord[];
  reports: ReportRecord[];
  results: ResultRecord[];
}

async function contentOf(connectionId: string): Promise<Content> {
  const database = await openHistoryDatabase(connectionId);
  return database.read(async (opened) => ({
    marks: await opened.getAll('marks'),
    reports: await opened.getAll('reports'),
    results: await opened.getAll('results'),
  }));
}

async function storeContent(connectionId: string, content: Partial<Content>): Promise<void> {
  const database = await openHistoryDatabase(connectionId);
  await database.write(async (transaction) => {
    const { marks = [], reports = [], results = [] } = content;
    await Promise.all([
      ...marks.map((mark) => transaction.objectStore('marks').put(mark)),
      ...reports.map((row) => transaction.objectStore('reports').put(row)),
      ...results.map((result) => transaction.objectStore('results').put(result)),
    ]);
  });
}

/** Saves a backup, like the options page. */
async function saveBackup(history: BackupHistory = ADA): Promise<Blob> {
  const source = {
    ...sampleSource(),
    histories: [history],
    async *readRecords({ connectionId }: BackupHistory) {
      let position: typeof FIRST_POSITION | null = FIRST_POSITION;
      while (position !== null) {
        const part = await readBackupPart(connectionId, position);
        yield part.records;
        position = part.next;
      }
    },
  };
  const { file } = await writeBackup(source, signal, () => {});
  return file;
}

async function restoreBackup(
  file: Blob,
  connectionId = 'a',
  convert: (record: BackupRecord) => BackupRecord[] = (record) => [record],
): Promise<Restored> {
  let restored = NOTHING_RESTORED;
  let part: BackupRecord[] = [];
  const { restorePart } = createBackupRestoring();
  const send = async () => {
    restored = sumOfRestored(restored, await restorePart(connectionId, ADA.identity, part));
    part = [];
  };
  for await (const line of readBackup(file, signal, () => {})) {
    if (line.kind === 'record') part.push(...convert(line.record));
    if (part.length >= MAX_RECORDS_IN_PART) await send();
  }
  await send();
  return restored;
}

function rowOn(...report: Parameters<typeof reportOn>): ReportRecord {
  return reportRecord(reportOn(...report), [], 1_000);
}

/** Returns a history with more records than one part, and with marks of each kind. */
function largeContent(): Content {
  const pages = Array.from({ length: 450 }, (_, at) => `host.example/${at}`);
  return {
    marks: [
      starOn('host.example/1', 3),
      starOn('host.example/2', 4, 'ended'),
      ticketOn('t1', 'host.example/3', 5),
      ticketOn('t2', 'host.example/4', 6, 'ended'),
    ],
    reports: pages.map((page, at) => rowOn(at + 1, page, 20, 80, 'title')),
    results: pages.flatMap((page, at) => [
      resultOn(page, 2, `${at + 1}`),
      resultOn(page, 9, `${at + 1}`),
    ]),
  };
}

/** Returns rows with the request time 0, the request time of restored rows. */
function withoutRequestTime(rows: readonly ReportRecord[]): ReportRecord[] {
  return rows.map((row) => ({ ...row, seenAt: 0 }));
}

describe('a backup of a history', () => {
  it('restores all records of a deleted history', async () => {
    await writeIdentity('a', ADA.identity ?? expect.fail());
    await storeContent('a', largeContent());
    const before = await contentOf('a');
    const file = await saveBackup();
    await deleteHistory('a');
    expect(await listHistories()).toEqual([]);

    const restored = await restoreBackup(file);
    expect(restored).toEqual({ reports: 450, results: 900, marks: 4, refusedMarks: 0 });
    expect(await contentOf('a')).toEqual({
      ...before,
      reports: withoutRequestTime(before.reports),
    });
    expect(await listHistories()).toMatchObject([
      { connectionId: 'a', identity: ADA.identity, reports: 450, results: 900, marks: 4 },
    ]);
  });

  it('changes nothing when it is restored a second time', async () => {
    await storeContent('a', largeContent());
    const before = await contentOf('a');
    const file = await saveBackup();
    expect(await restoreBackup(file)).toEqual(NOTHING_RESTORED);
    expect(await contentOf('a')).toEqual(before);
    await deleteHistory('a');
    await restoreBackup(file);
    const once = await contentOf('a');
    expect(await restoreBackup(file)).toEqual(NOTHING_RESTORED);
    expect(await contentOf('a')).toEqual(once);
  });

  it('contains all results even if a result is replaced during the saving', async () => {
    await storeContent('a', largeContent());
    const database = await openHistoryDatabase('a');
    let position = FIRST_POSITION;
    const saved: BackupRecord[] = [];
    for (;;) {
      const part = await readBackupPart('a', position);
      saved.push(...part.records);
      // The last row is replaced after it was read, and before the past results are read.
      if (part.next?.kind === 'results' && part.next.after === null) {
        await createStoredReports(database).put([rowOn(450, 'host.example/449', 25, 90)]);
      }
      if (part.next === null) break;
      position = part.next;
    }
    await deleteHistory('a');
    await createBackupRestoring().restorePart('a', null, saved);
    const { results } = await contentOf('a');
    const resultsOfReport = results.filter(({ reportId }) => reportId === '450');
    expect(resultsOfReport.map(({ generatedAt }) => generatedAt.slice(0, 10))).toEqual([
      '2026-11-02',
      '2026-11-09',
      '2026-11-20',
    ]);
  });
});

describe('restorePart', () => {
  const part = Array.from({ length: MAX_RECORDS_IN_PART }, (_, at): BackupRecord => {
    return { report: reportOn(at + 1, `host.example/${at}`, 2, 50), found: null };
  });

  it('opens the database once for all parts of a backup', async () => {
    const openSpy = vi.spyOn(indexedDB, 'open');
    onTestFinished(() => openSpy.mockRestore());
    const { restorePart } = createBackupRestoring();
    await restorePart('a', ADA.identity, part);
    await restorePart('a', ADA.identity, part);
    await restorePart('a', ADA.identity, part.slice(1));
    expect(openSpy).toHaveBeenCalledTimes(1);
    await restorePart('a', ADA.identity, []);
    expect(openSpy).toHaveBeenCalledTimes(2);
  });

  it('does not block the deletion of a database between two parts', async () => {
    const { restorePart } = createBackupRestoring();
    await restorePart('a', ADA.identity, part);
    await deleteHistory('a');
    expect(await listHistories()).toEqual([]);
    await restorePart('a', ADA.identity, part.slice(0, 3));
    expect(await contentOf('a')).toMatchObject({ reports: [{}, {}, {}] });
  });
});

describe('restoring into a history with other records', () => {
  it('keeps newer results, and adds the older results to the past results', async () => {
    await storeContent('a', {
      reports: [rowOn(1, 'host.example/1', 10, 50), rowOn(2, 'host.example/2', 10, 50)],
    });
    const file = await saveBackup();
    await createStoredReports(await openHistoryDatabase('a')).put([
      rowOn(1, 'host.example/1', 20, 90),
    ]);
    const after = await contentOf('a');
    expect(await restoreBackup(file)).toEqual(NOTHING_RESTORED);
    expect(await contentOf('a')).toEqual(after);
    expect(after.results.map(({ score }) => score)).toEqual([50]);
  });

  it('replaces an older result, which joins the past results', async () => {
    await storeContent('a', { reports: [rowOn(1, 'host.example/1', 20, 90)] });
    const file = await saveBackup();
    await deleteHistory('a');
    await storeContent('a', { reports: [rowOn(1, 'host.example/1', 10, 50)] });
    expect(await restoreBackup(file)).toMatchObject({ reports: 1, results: 1 });
    const { reports, results } = await contentOf('a');
    expect(reports.map(({ report }) => report.score)).toEqual([90]);
    expect(results.map(({ score }) => score)).toEqual([50]);
  });

  it('does not reopen marks that were ended in this browser', async () => {
    await storeContent('a', {
      marks: [starOn('host.example/1', 3), ticketOn('t', 'host.example/2', 3)],
    });
    const file = await saveBackup();
    const marks = createStoredMarks(await openHistoryDatabase('a'));
    await marks.change({ kind: 'unstar', page: 'host.example/1' }, '2026-11-20T00:00:00.000Z');
    await marks.change({ kind: 'closeTicket', id: 't' }, '2026-11-20T00:00:00.000Z');
    expect(await restoreBackup(file)).toEqual(NOTHING_RESTORED);
    expect(await marks.shown()).toMatchObject({ tickets: [], closed: [{ id: 't' }], starred: [] });
  });

  it('restores mutes, except mutes that were ended in this browser', async () => {
    await storeContent('a', {
      marks: [
        muteOn('one', ['host.example/1', 'host.example/2'], 3),
        muteOn('two', ['host.example/3'], 3),
        muteOnHost('host', 'host.example', 3),
      ],
    });
    const file = await saveBackup();
    const marks = createStoredMarks(await openHistoryDatabase('a'));
    const now = '2026-11-20T00:00:00.000Z';
    await marks.change({ kind: 'endMute', id: 'one', pages: ['host.example/1'] }, now);
    await marks.change({ kind: 'endMute', id: 'two', pages: null }, now);
    await restoreBackup(file);
    const pages = [1, 2, 3].map((number) => `host.example/${number}`);
    const mutes = await marks.mutes(pages);
    expect(mutes.map((pageMutes) => pageMutes.map(({ id }) => id))).toEqual([
      ['host'],
      ['one', 'host'],
      ['host'],
    ]);
    await restoreBackup(file, 'b');
    const elsewhere = await createStoredMarks(await openHistoryDatabase('b')).mutes(pages);
    expect(elsewhere.map((pageMutes) => pageMutes.map(({ id }) => id))).toEqual([
      ['one', 'host'],
      ['one', 'host'],
      ['two', 'host'],
    ]);
  });

  it('restores joined clients, except joined clients that were taken apart in this browser', async () => {
    const [mill, rivers] = [
      ['mill.example', 'shop.mill.example'],
      ['rhine.example', 'danube.example'],
    ] as const;
    await storeContent('a', {
      marks: [joinedOn('Mill', [...mill], 3), joinedOn('Rivers', [...rivers], 3)],
    });
    const file = await saveBackup();
    const marks = createStoredMarks(await openHistoryDatabase('a'));
    await marks.change({ kind: 'takeApart', name: 'Mill' }, '2026-11-20T00:00:00.000Z');
    expect(await restoreBackup(file)).toEqual(NOTHING_RESTORED);
    expect(await marks.shown()).toMatchObject({
      joined: [{ name: 'Rivers', clients: rivers }],
      apart: [{ name: 'Mill', clients: mill }],
    });
    await restoreBackup(file, 'b');
    const elsewhere = createStoredMarks(await openHistoryDatabase('b'));
    expect((await elsewhere.shown()).joined).toMatchObject([{ name: 'Mill' }, { name: 'Rivers' }]);
  });

  it('keeps the later days of summaries, and does not count these days as restored marks', async () => {
    const marks = [summaryOn('a.example', 3), summaryOn('b.example', 20)];
    await storeContent('a', { marks });
    const file = await saveBackup();
    await deleteHistory('a');
    await storeContent('a', { marks: [summaryOn('a.example', 10), summaryOn('b.example', 10)] });
    expect(await restoreBackup(file)).toEqual(NOTHING_RESTORED);
    const stored = createStoredMarks(await openHistoryDatabase('a'));
    expect((await stored.shown()).summaries).toEqual([
      { client: 'a.example', days: ['2026-11-10'] },
      { client: 'b.example', days: ['2026-11-20'] },
    ]);
  });

  it('skips rows and results of reports that a person has deleted in this browser', async () => {
    await storeContent('a', largeContent());
    const file = await saveBackup();
    const reports = createStoredReports(await openHistoryDatabase('a'));
    await reports.removeDeleted('7', false);
    const after = await contentOf('a');
    expect(await restoreBackup(file)).toEqual(NOTHING_RESTORED);
    expect(await contentOf('a')).toEqual(after);
    expect(after.reports).toHaveLength(449);
  });

  it('restores the row of a gone report without a second copy of its result', async () => {
    await storeContent('a', { reports: [rowOn(1, 'host.example/1', 10, 50)] });
    const file = await saveBackup();
    await createStoredReports(await openHistoryDatabase('a')).removeGone('1');
    expect(await restoreBackup(file)).toMatchObject({ reports: 1, results: 0 });
    expect((await contentOf('a')).results).toHaveLength(1);
  });

  it('does not list a restored row that is missing from the last complete reading', async () => {
    await storeContent('a', {
      reports: [rowOn(1, 'host.example/1', 10, 50), rowOn(2, 'host.example/2', 10, 60)],
    });
    const file = await saveBackup();
    const reports = createStoredReports(await openHistoryDatabase('a'));
    await reports.removeGone('1');
    await reports.completeReading(endedReading(2_000, ['2']), '2026-11-28T10:00:00.000Z', []);
    const listedBefore = await reports.list(null, 10);
    expect(listedBefore.records.map(({ id }) => id)).toEqual(['2']);
    for await (const line of readBackup(file, signal, () => {})) {
      if (line.kind === 'record') await reports.restore([line.record]);
    }
    const listed = await reports.list(null, 10);
    expect(listed.records.map(({ id }) => id)).toEqual(['2']);
    expect(listed.count).toBe(1);
  });

  it('refuses open marks beyond the limit', async () => {
    await storeContent('a', { marks: [starOn('host.example/1', 3), starOn('host.example/2', 3)] });
    const file = await saveBackup();
    await deleteHistory('a');
    const full = Array.from({ length: MAX_OPEN.star - 1 }, (_, at) => starOn(`a.example/${at}`, 1));
    await storeContent('a', { marks: full });
    expect(await restoreBackup(file)).toMatchObject({ marks: 1, refusedMarks: 1 });
  });

  it('keeps all results of a page that the backup stars, and fifty of another page', async () => {
    const fiftyResults = (page: string, year: number) =>
      Array.from({ length: MAX_RESULTS_OF_PAGE }, (_, at) => ({
        ...resultOn(page, 1),
        generatedAt: new Date(Date.UTC(year, 0, at + 1)).toISOString(),
      }));
    const pages = ['host.example/1', 'host.example/2'];
    await storeContent('a', {
      marks: [starOn('host.example/1', 3)],
      results: pages.flatMap((page) => fiftyResults(page, 2024)),
    });
    const file = await saveBackup();
    await deleteHistory('a');
    await storeContent('a', { results: pages.flatMap((page) => fiftyResults(page, 2025)) });
    expect(await restoreBackup(file)).toMatchObject({ results: MAX_RESULTS_OF_PAGE });
    const { results } = await contentOf('a');
    expect(results.filter(({ page }) => page === pages[0])).toHaveLength(2 * MAX_RESULTS_OF_PAGE);
    expect(results.filter(({ page }) => page === pages[1])).toEqual(
      fiftyResults('host.example/2', 2025),
    );
    expect(await restoreBackup(file)).toEqual(NOTHING_RESTORED);
  });

  it('restores only the result of a report beyond the limit of rows', async () => {
    await storeContent('a', {
      reports: [1, 2, 3].map((id) => rowOn(id, `host.example/${id}`, 10, 50)),
    });
    const reports = createStoredReports(await openHistoryDatabase('a'), 4);
    const records = [4, 5].map((id) => ({
      report: reportOn(id, `host.example/${id}`, 9, 40),
      found: null,
    }));
    expect(await reports.restore(records)).toEqual({ ...NOTHING_RESTORED, reports: 1, results: 1 });
    expect(await reports.restore(records)).toEqual(NOTHING_RESTORED);
    const content = await contentOf('a');
    expect(content.reports.map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
    expect(content.results.map(({ page }) => page)).toEqual(['host.example/5']);
  });

  it('restores only marks and results into the history of another account, without report ids', async () => {
    await storeContent('a', largeContent());
    const file = await saveBackup();
    await storeContent('b', { reports: [rowOn(1, 'host.example/1', 28, 99)] });
    const restored = await restoreBackup(file, 'b', forOtherAccount);
    expect(restored).toEqual({ reports: 0, results: 1350, marks: 4, refusedMarks: 0 });
    const { reports, results, marks } = await contentOf('b');
    expect(reports).toHaveLength(1);
    expect(new Set(results.map(({ reportId }) => reportId))).toEqual(new Set(['']));
    expect(JSON.stringify(marks)).not.toContain('"id":"1"');
    expect(await restoreBackup(file, 'b', forOtherAccount)).toEqual(NOTHING_RESTORED);
    // The deletion of a report with the same id in that account removes no restored result.
    await createStoredReports(await openHistoryDatabase('b')).removeDeleted('1', false);
    expect((await contentOf('b')).results).toHaveLength(1350);
  });
});

it('a restored part whose transaction fails changes nothing', async () => {
  const database = await openHistoryDatabase('a');
  const reports = createStoredReports({
    read: database.read,
    write: (work) =>
      database.write(async (transaction) => {
        await work(transaction);
        throw new Error('full');
      }),
  });
  const records = [
    { mark: starOn('host.example/1', 3) },
    { result: resultOn('host.example/1', 3) },
  ];
  await expect(reports.restore(records)).rejects.toThrow('full');
  expect(await contentOf('a')).toEqual({ marks: [], reports: [], results: [] });
});
