import { expect, it } from 'vitest';
import { app, failures, type Screen, until, useService } from '../app';
import { untilTab } from '../browser-ui/tabs';
import { tabTo, untilRows } from '../reports-screen';

const URLS = ['a', 'b', 'c'].map((name) => `https://shop.example/${name}`);

useService({ reports: [{ url: 'https://older.example/' }] });

const heading = (page: Screen) =>
  page.evaluate(() => document.querySelector('.view-header h2')?.textContent);

it('the keyboard alone creates and compares many reports in one tab', async () => {
  app.service.behave({ on: { method: 'POST' }, times: 1, fail: failures.invalid });
  const popup = await app.popup();
  await popup.untilRows((rows) => rows.length > 0);
  await tabTo(popup, 'Report many pages');
  // The press closes the popup.
  await popup.keyboard.press('Enter').catch(() => {});
  const page = await untilTab('/reports.html#many');
  const tabs = (await app.testBrowser.tabUrls()).length;

  await page.expectFocus('Addresses');
  await page.keyboard.type(URLS.join('\n'));
  await tabTo(page, 'Preview');
  await page.keyboard.press('Enter');
  await page.shows('table', 'Preview');
  await tabTo(page, 'Create 3 reports');
  await page.keyboard.press('Enter');
  await page.says('3 of 3');
  expect(new URL(page.url()).hash).toBe('#batch');
  await page.expectFocus('shop.example, 3 reports');

  // Refused rows are above the reports.
  await page.says('1 failed');
  await tabTo(page, 'Retry failed');
  await page.keyboard.press('Enter');
  await page.says('All done');
  await untilRows(page, 3);

  await tabTo(page, 'Select shop.example');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.untilReportIsRead();
  await page.keyboard.press('Escape');
  await page.expectFocus('shop.example');

  await page.keyboard.down('Shift');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.up('Shift');
  await page.says('2 selected');
  await tabTo(page, 'Compare', true);
  await page.keyboard.press('Enter');
  await page.expectFocus('Comparison');
  await page.says('Both fail');
  await tabTo(page, 'Passed on both');
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await until('the last cell is in sight', () =>
    page.$eval('.comparison tbody:last-child tr:last-child td', (cell) => {
      const { top, bottom } = cell.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    }),
  );

  await page.keyboard.press('Escape');
  await page.expectFocus('Compare');
  await page.keyboard.press('Escape');
  await untilRows(page, 4);
  await page.keyboard.press('/');
  await page.expectFocus('Search');
  await page.keyboard.type('older');
  await untilRows(page, 1);
  expect(await page.title()).toBe('All reports');
  expect(await app.testBrowser.tabUrls()).toHaveLength(tabs);
});

it('All reports keeps its view after a reload, and follows Back and Forward', async () => {
  const page = await app.reports();
  await untilRows(page, 1);
  await page.press('Report many pages');
  await page.fill('Addresses', URLS.join('\n'));
  await page.press('Preview');
  await page.press('Create 3 reports');
  await page.says('All done');
  await untilRows(page, 3);
  // A row opens only after its report is known.
  await page.locator('.table-row button.row').click();
  await page.untilReportIsRead();

  await page.reload();
  await page.untilReportIsRead();
  await untilRows(page, 3);
  expect(await heading(page)).toBe('shop.example, 3 reports');

  await page.goBack();
  await page.saysNoMore('Change…');
  expect(await heading(page)).toBe('shop.example, 3 reports');
  await page.goBack();
  await untilRows(page, 4);
  expect(new URL(page.url()).hash).toBe('');
  await page.goForward();
  await page.says('3 of 3');
  await page.press('Back');
  await untilRows(page, 4);
});
