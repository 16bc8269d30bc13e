import { expect, it } from 'vitest';
import { app, restartTestBrowser, type Screen, until, useProfile, useService } from './app';
import { takePicture } from './looks/looks';
import {
  openClient,
  openProblem,
  openReports,
  recordCopies,
  rowsOf,
  untilNumbers,
  untilRows,
} from './reports-screen';

const CLIENT = 'nordlicht-moebel.example';
const DAY_MS = 24 * 60 * 60_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

/** Fourteen pages that fail `noindex` from their second report on. */
const PATHS = Array.from({ length: 14 }, (_, at) => `kategorie/${at}`);
const REPAIRED = PATHS.slice(0, 9);
const addressOf = (path: string) => `https://${CLIENT}/${path}`;

const userDataDir = useProfile();
useService({
  launch: { userDataDir },
  reports: [
    ...PATHS.map((path) => ({
      url: addressOf(path),
      generated_at: daysAgo(12),
      score: 78,
      failing: ['sitemap'],
    })),
    ...PATHS.map((path) => ({
      url: addressOf(path),
      generated_at: daysAgo(1),
      score: 68,
      failing: ['sitemap', 'noindex'],
      privacy: 0 as const,
    })),
  ],
});

const NOINDEX_EXPLANATION =
  'Pages with a tag that asks search engines, or one of them, not to list them.';

const exportedDay = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

/** Returns the days of the newest results: two if the test runs across midnight. */
function measuredDays(): string {
  const times = PATHS.map((path) => {
    const newest = app.service.reports().find(({ id }) => id === idOf(path));
    return Date.parse(newest?.generated_at ?? '');
  });
  return exportedDay.formatRange(Math.min(...times), Math.max(...times)).replaceAll('\u2009', ' ');
}

const headOf = async (page: Screen) => (await page.texts('.ticket p'))[0] ?? '';

const pagesOf = (paths: readonly string[], isFailing = false) =>
  paths.flatMap((path) => [
    addressOf(path),
    ...(isFailing ? ['  Now: Asks search engines not to list it · noindex, nofollow'] : []),
    `  Report: ${app.service.baseUrl}/reports/${idOf(path)}`,
  ]);

function idOf(path: string): number {
  const ids = app.service
    .reports()
    .filter(({ url }) => url.endsWith(`/${path}`))
    .map(({ id }) => id);
  return Math.max(...ids);
}

it('a ticket leads in four presses to a proof of the fixed pages, and in three after a restart', async () => {
  let page = await openReports(14);
  await untilNumbers(page);
  const copiedTexts = await recordCopies(page);
  await openProblem(page, 'Noindex', 14);
  const pressedAt = Date.now();
  await page.press('Copy ticket: 14 pages');
  const [ticket = ''] = await copiedTexts(1);
  expect(ticket).toMatch(/^Noindex \(high\): 14 pages of .+\nPages with a tag that asks /);
  expect(ticket).toMatch(/\nFixed when: “Noindex” passes on all 14 pages\.\n$/);
  await until('the ticket is stored', async () =>
    (await headOf(page)).includes('not measured since'),
  );
  const possibleDays = [pressedAt, Date.now()].map((time) => exportedDay.format(time));
  await takePicture(page, 'handed-over');

  for (const path of PATHS) {
    app.service.setFailing(
      addressOf(path),
      REPAIRED.includes(path) ? ['sitemap'] : ['sitemap', 'noindex'],
    );
  }
  const before = await rowsOf(page);
  await page.press('Re-check 14');
  await page.says('Noindex: fixed on 9, still failing on 5');
  const words = '14 pages · 9 fixed, 5 still failing';
  await until('all pages are measured', async () => (await headOf(page)).endsWith(words));
  // The rows keep their order.
  const pathsOf = (rows: readonly string[]) => rows.map((row) => /kategorie\/\d+/.exec(row)?.[0]);
  expect(pathsOf(await rowsOf(page))).toEqual(pathsOf(before));
  await takePicture(page, 're-checked');
  await page.locator('.ticket ::-p-text(Copy proof)').click();
  const [, proof = ''] = await copiedTexts(2);
  const order = (paths: readonly string[]) =>
    pathsOf(before).flatMap((path) => (path !== undefined && paths.includes(path) ? path : []));
  const [, dateLine = ''] = proof.split('\n');
  expect(possibleDays.map((day) => `${CLIENT} · Handed over ${day}`)).toContain(dateLine);
  expect(proof).toBe(
    [
      `Noindex: 9 of 14 pages fixed, measured ${measuredDays()}`,
      dateLine,
      `Noindex: ${NOINDEX_EXPLANATION}`,
      '',
      'Fixed',
      ...pagesOf(order(REPAIRED)),
      '',
      'Still failing',
      ...pagesOf(order(PATHS.slice(9)), true),
      '',
    ].join('\n'),
  );

  await page.press('Show fixed');
  await untilRows(page, 9);

  await restartTestBrowser({ userDataDir });
  page = await openReports(14);
  await page.press('Handed over 1');
  await page.locator('.finding ::-p-text(Noindex)').click();
  await until('the ticket shows its pages', async () => (await headOf(page)).endsWith(words));
  await untilRows(page, 14);
  const rows = await rowsOf(page);
  expect(rows.slice(0, 5).every((row) => !row.includes('Fixed'))).toBe(true);
  expect(rows.slice(5).every((row) => /Fixed .+ · was Asks/.test(row))).toBe(true);
  await takePicture(page, 'after-a-restart');
  const copiesAfterRestart = await recordCopies(page);
  await page.locator('.ticket ::-p-text(Copy proof)').click();
  expect(await copiesAfterRestart(1)).toEqual([proof]);
  await page.press('Close ticket');
  await untilRows(page, 5);
});

it('starred pages appear in the table and in the popup until Disconnect', async () => {
  const page = await openReports(14);
  await untilNumbers(page);
  await openClient(page, CLIENT, 14);
  await page.locator('.table-row:nth-child(2) .star button').click();
  await page.locator('.table-row:nth-child(4) .star button').click();
  await page.press('Starred 2');
  await untilRows(page, 2);
  await takePicture(page, 'starred');
  await page.press('Re-check 2');
  await page.says('Results updated');
  expect(app.requests('PUT')).toHaveLength(2);

  const popup = await app.popup();
  await popup.press('Filters');
  await popup.press('Starred');
  await popup.untilRows((rows) => rows.length === 2);
  await takePicture(popup, 'starred-popup');

  await app.disconnect();
  await app.testBrowser.connect(app.service);
  const again = await openReports(14);
  await untilNumbers(again);
  const names = await again.names('button');
  expect(names.filter((name) => /^(?:Starred|Handed over)/.test(name))).toEqual([]);
});
