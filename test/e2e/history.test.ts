import { expect, it } from 'vitest';
import { pageKey } from '@/lib/url/page-key';
import { listedReport } from '../browser/stored';
import { createGate } from '../service/gate';
import { app, until, useService } from './app';
import { openOneReport, untilPastResults } from './reports-screen';

const URL = 'https://one.example/';
const BEFORE = '2026-01-05T10:00:00.000Z';

useService({ reports: [{ url: URL, score: 40, generated_at: BEFORE }] });

interface PageHistory {
  reports: { id: string }[];
  results: { score: number | null; generatedAt: string }[];
}

async function readPageHistory(): Promise<PageHistory> {
  const answer = await app.worker.callForConnection('getPages', [pageKey(URL)]);
  const [found] = (answer?.value ?? []) as PageHistory[];
  return found ?? expect.fail('The worker gives no history of the page.');
}

const NEWEST = { search: '', project: '', result: null, sortBy: 'id', sort: 'desc', perPage: 100 };
const readList = () => app.worker.callForConnection('listReports', NEWEST);

const databaseNames = () =>
  app.worker.page.evaluate(async () => {
    const all = await indexedDB.databases();
    return all.flatMap(({ name = '' }) => (name.startsWith('history/') ? name : []));
  });

/** Waits for the database, because the worker writes a list after its reply. */
async function untilDatabase(): Promise<string> {
  await until('there is one database', async () => (await databaseNames()).length === 1);
  const [name = ''] = await databaseNames();
  return name;
}

it('a worker that stops right after an update keeps the past result', async () => {
  await readList();
  const report = listedReport(await app.worker.stored(), URL);
  await app.worker.createJobs({ kind: 'update', report, update: { results: 1 } });
  await until('the update is finished', async () => {
    const { operations } = await app.worker.queue();
    return app.requests('PUT').length === 1 && operations.length === 0;
  });
  await app.worker.stop();
  const { reports, results } = await readPageHistory();
  expect([reports.length, results.length, results[0]]).toMatchObject([
    1,
    2,
    { score: 40, generatedAt: BEFORE },
  ]);
});

it('two windows show the updates of each other, with all past results', async () => {
  const windows = [await openOneReport(), await openOneReport()];
  for (const [updates, page] of windows.entries()) {
    await page.bringToFront();
    await page.press('Update results');
    const shown = await untilPastResults(page, updates + 2);
    expect(shown[0]).toContain('40');
    for (const other of windows) expect(await untilPastResults(other, updates + 2)).toEqual(shown);
  }
});

it('the next list creates a deleted database again while the worker runs', async () => {
  await readList();
  const name = await untilDatabase();
  await app.worker.page.evaluate(
    (deleted) =>
      new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase(deleted);
        request.onsuccess = resolve;
        request.onerror = reject;
      }),
    name,
  );
  expect((await readPageHistory()).reports).toEqual([]);
  await readList();
  expect((await readPageHistory()).reports).toHaveLength(1);
});

it('the worker closes its database when a newer version opens the database', async () => {
  await readList();
  const name = await untilDatabase();
  const version = await app.worker.page.evaluate(
    (opened) =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open(opened, 99);
        request.onsuccess = () => {
          resolve(request.result.version);
          request.result.close();
        };
        request.onerror = reject;
      }),
    name,
  );
  expect(version).toBe(99);
});

it('a list that arrives after disconnecting creates no database', async () => {
  await readList();
  await untilDatabase();
  const gate = createGate();
  app.service.behave({ on: { method: 'GET' }, gate });
  const countLists = () =>
    app.service.requests.filter(({ path }) => path === '/api/v1/reports').length;
  const before = countLists();
  const reading = readList().catch(() => null);
  await until('the list is requested', () => countLists() > before);
  await app.disconnect();
  gate.open();
  await reading;
  expect(await databaseNames()).toEqual([]);
});
