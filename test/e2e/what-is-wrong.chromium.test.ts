import { expect, it } from 'vitest';
import type { StoredReport } from '../service/served-report';
import { app, byRole, type Screen, useService } from './app';
import { failuresIn } from './check-names';
import { hasRows, openReports, rowsOf } from './reports-screen';

const COUNT = 24;

useService({
  keepAlive: false,
  reports: Array.from({ length: COUNT }, (_, at) => ({
    url: `https://trails.example/${at % 3 === 0 ? 'huts' : 'booking'}/${at}`,
    score: 30 + ((at * 17) % 65),
  })),
});

/** Checks that the page says what is wrong in just these reports, all of it; gives the most frequent failure. */
async function tellsOf(page: Screen, reports: readonly StoredReport[]): Promise<[string, number]> {
  const counts = failuresIn(reports);
  await page.press(`All ${counts.size}`);
  const shown = (await page.texts('.wrong-columns button')).map((text) => {
    const [, name = '', count] = /^(.+?) · in (\d+) pages?/.exec(text) ?? [];
    return [name, Number(count)] as [string, number];
  });
  expect(new Map(shown)).toEqual(counts);
  await page.press(`All ${counts.size}`);
  const scores = reports.map(({ score }) => Math.round(score ?? 0));
  const average = Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length);
  await page.says(`Average score ${average}`);
  for (const rating of ['good', 'decent', 'bad']) {
    const count = reports.filter(({ result }) => result === rating).length;
    await page.says(`${rating.charAt(0).toUpperCase()}${rating.slice(1)} ${count}`);
  }
  return shown[0] ?? ['', 0];
}

it('what is wrong is told of all reports, and of those that are found', async () => {
  const page = await openReports(COUNT);
  const all = app.service.reports();
  const [name, failing] = await tellsOf(page, all);
  await page.locator('.wrong-columns button').click();
  await hasRows(page, failing);
  await page.says(`${failing} of ${COUNT} pages in ${COUNT} reports`);
  await page.shows('columnheader', 'Found');
  await page.press('Clear filters');
  await page.press(`All ${failuresIn(all).size}`);
  await page.fill('Find a check', name, 'searchbox');
  expect(await page.texts('.wrong-columns button')).toEqual([expect.stringContaining(name)]);
  const bad = all.filter(({ result }) => result === 'bad').length;
  await page.locator(byRole('button', `Bad ${bad}`)).click();
  await hasRows(page, bad);
  expect((await rowsOf(page)).every((row) => row.includes('Bad'))).toBe(true);
  await page.press('Clear filters');
  await page.fill('Find a check', '', 'searchbox');
  await page.press(`All ${failuresIn(all).size}`);
  await page.fill('Search', 'huts/', 'searchbox');
  await hasRows(page, COUNT / 3);
  await tellsOf(
    page,
    all.filter(({ url }) => url.includes('huts/')),
  );
});

it('what is wrong is told of a batch', async () => {
  const urls = Array.from({ length: 6 }, (_, at) => `https://shop.example/UPPER_CASE/${at}`);
  const batch = { id: 'b', kind: 'create', privacy: 1, leftOut: {}, urls };
  await app.worker.ask('addBatch', batch);
  const page = await app.bulk('#batch=b');
  await page.says('All done');
  await hasRows(page, 6);
  await tellsOf(
    page,
    app.service.reports().filter(({ url }) => urls.includes(url)),
  );
});

it('a page has one row, its older reports open from there, and each report has a row if wanted', async () => {
  for (const score of [40, 62]) app.service.add({ url: 'https://trails.example/huts/0', score });
  const page = await openReports(COUNT);
  await page.says(`${COUNT} pages in ${COUNT + 2} reports`);
  expect((await rowsOf(page))[0]).toContain('Decent 62');
  await page.press('3 reports');
  const items = await page.names('menuitem');
  expect(items).toHaveLength(3);
  await page.pressItem(items[1] ?? '');
  await page.isRead();
  await page.says('Bad 40');
  await page.press('Back');
  await page.press('Each report');
  await hasRows(page, COUNT + 2);
});
