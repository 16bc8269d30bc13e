import { expect, it } from 'vitest';
import { app, byRole, restartTestBrowser, until, useProfile, useService } from './app';

const userDataDir = useProfile();
const launch = { userDataDir };
const BEFORE = '2026-01-05T10:00:00.000Z';

const SHOP = ['https://shop.example/', 'https://shop.example/beds'];

useService({
  launch,
  reports: ['https://mill.example/', ...SHOP].map((url) => ({
    url,
    generated_at: BEFORE,
    failing: [],
  })),
});

const LINE = 'Due: 2 pages of shop.example';

/** Makes the pages of `shop.example` due every week, from today. */
async function setWeekly(): Promise<void> {
  const reports = await app.reports({ name: 'list', client: 'shop.example' });
  await reports.shows('button', 'Copy summary');
  await reports.locator('.client-header [aria-haspopup=menu]').click();
  await reports.locator(byRole('menuitemcheckbox', 'Weekly re-check')).click();
  await reports.press('Set weekly re-check');
  await reports.says('Weekly re-check set: shop.example');
  await reports.close();
}

it('pages are due after a restart of the browser, and a re-check in the popup says what got worse', async () => {
  await setWeekly();
  await restartTestBrowser(launch);
  const reports = await app.reports();
  await reports.says(LINE);
  const popup = await app.popup();
  await popup.says(LINE);
  expect(app.requests('PUT')).toEqual([]);
  for (const url of SHOP) app.service.setFailing(url, ['noindex']);
  await popup.press('Re-check (1 minute)');
  await popup.says('2 results updated');
  expect(
    app
      .requests('PUT')
      .map(({ path }) => path)
      .sort(),
  ).toEqual(['/api/v1/reports/2', '/api/v1/reports/3']);
  for (const page of [popup, reports]) {
    await page.saysNoMore(LINE);
    await page.says('shop.example: Noindex on 2 pages, new');
  }
});

it('Not now hides the line in all windows, also after a restart of the browser', async () => {
  await setWeekly();
  const reports = await app.reports();
  await reports.says(LINE);
  const popup = await app.popup();
  await popup.says(LINE);
  await popup.press('Not now');
  for (const page of [popup, reports]) await page.saysNoMore(LINE);
  await restartTestBrowser(launch);
  const again = await app.popupWithRows(3);
  await until('the worker has computed what is due', async () =>
    Object.keys(await app.worker.stored('session')).some((key) => key.endsWith('/due')),
  );
  expect(await again.mainText()).not.toContain('Due');
  expect(app.requests('PUT')).toEqual([]);
});
