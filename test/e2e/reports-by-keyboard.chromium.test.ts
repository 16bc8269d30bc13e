import { expect, it } from 'vitest';
import { app, until, useService } from './app';
import { untilTab } from './browser-ui';
import { hasRows, tabTo } from './reports-screen';

useService({
  reports: Array.from({ length: 40 }, (_, at) => ({
    url: `https://trails.example/${at < 30 ? 'huts' : 'booking'}/page-${at}`,
    score: 30 + ((at * 17) % 65),
  })),
});

it('the keyboard alone leads from the popup to a comparison, and back', async () => {
  const popup = await app.popup();
  await popup.rows((rows) => rows.length > 0);
  await tabTo(popup, 'All reports');
  // The popup closes with the press.
  await popup.keyboard.press('Enter').catch(() => {});
  const page = await untilTab('/reports.html');
  await hasRows(page, 40);

  await page.keyboard.press('/');
  await page.hasFocus('Search');
  await page.keyboard.type('huts/');
  await hasRows(page, 30);
  await tabTo(page, 'Select trails.example/huts/page-29');
  await page.keyboard.press('Space');
  await page.keyboard.down('Shift');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.up('Shift');
  await page.says('2 selected');

  await tabTo(page, 'Compare', true);
  await page.keyboard.press('Enter');
  await page.says('Still failing');
  await page.hasFocus('Comparison');
  await tabTo(page, 'Passed on both');
  await page.keyboard.press('Enter');
  const last = () =>
    page.$eval('.comparison tr:last-child td', (cell) => {
      const { top, bottom } = cell.getBoundingClientRect();
      return { text: cell.textContent, isInSight: top >= 0 && bottom <= innerHeight };
    });
  await page.keyboard.press('End');
  await until('the last cell is in sight', async () => (await last()).isInSight);
  expect((await last()).text).toMatch(/^Failed|^Passed/);

  await page.keyboard.press('Escape');
  await page.hasFocus('Compare');
  await tabTo(page, 'Select trails.example/huts/page-28');
});
