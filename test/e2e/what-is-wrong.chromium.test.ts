import { expect, it } from 'vitest';
import type { StoredReport } from '../service/served-report';
import { app, byRole, type Screen, until, useService } from './app';
import { failuresIn } from './check-names';
import { hasRows, openReports, rowsOf, selectRows } from './reports-screen';

const COUNT = 24;

useService({
  keepAlive: false,
  reports: Array.from({ length: COUNT }, (_, at) => ({
    url: `https://trails.example/${at % 3 === 0 ? 'huts' : 'booking'}/${at}`,
    score: 30 + ((at * 17) % 65),
  })),
});

/** Waits until the page says what is wrong in just these reports, and gives the most frequent failure. */
async function tellsOf(page: Screen, reports: readonly StoredReport[]): Promise<[string, number]> {
  await until(`of ${reports.length} pages`, async () =>
    (await page.texts('.wrong-head')).join().includes(`in ${reports.length} pages`),
  );
  const counts = failuresIn(reports);
  const most = [...counts.values()].sort((one, other) => other - one).slice(0, 10);
  const shown = (await page.items('Checks that fail on most pages')).map((text) => {
    const [, name = '', count] = /^(.+) · (\d+) of/.exec(text) ?? [];
    return [name, Number(count)] as [string, number];
  });
  expect(shown.map(([, count]) => count)).toEqual(most);
  for (const [name, count] of shown) expect([name, counts.get(name)]).toEqual([name, count]);
  const scores = reports.map(({ score }) => Math.round(score ?? 0));
  const average = Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length);
  await page.says(`Average score ${average}`);
  for (const rating of ['good', 'decent', 'bad']) {
    const count = reports.filter(({ result }) => result === rating).length;
    await page.says(`${rating.charAt(0).toUpperCase()}${rating.slice(1)} ${count}`);
  }
  return shown[0] ?? ['', 0];
}

it('what is wrong is told of all reports, of those that are found and of those that are selected', async () => {
  const page = await openReports(COUNT);
  const all = app.service.reports();
  const [, failing] = await tellsOf(page, all);
  await page.locator('.failing button').click();
  await hasRows(page, failing);
  await page.press('Clear filters');
  const bad = all.filter(({ result }) => result === 'bad').length;
  await page.locator(byRole('button', `Bad ${bad}`)).click();
  await hasRows(page, bad);
  expect((await rowsOf(page)).every((row) => row.includes('Bad'))).toBe(true);
  await page.press('Clear filters');
  await selectRows(page, 1, 2, 3);
  await page.press('Selected only');
  await tellsOf(page, all.slice(0, 3));
  await page.press('Clear selection');
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
  await tellsOf(
    page,
    app.service.reports().filter(({ url }) => urls.includes(url)),
  );
});
