import { expect, it } from 'vitest';
import { findInPage } from '../browser/firefox/browser-events';
import { app, until, useService } from './app';
import { openReports } from './reports-screen';

/** More rows than one list of the service has, and than one task draws. */
const COUNT = 200;

useService({
  reports: Array.from({ length: COUNT }, (_, at) => ({
    url: `https://www.shop.example/products/${at}`,
    score: (at * 37) % 101,
  })),
});

it('Find in page finds the address of the last row, and scrolls to the row', async () => {
  const page = await openReports(COUNT);
  await until('all rows are drawn', () =>
    page.evaluate((rows) => document.querySelectorAll('.table-row').length === rows, COUNT),
  );
  await page.bringToFront();
  const lastRow = () =>
    page.$eval('.table-row:last-child', (row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return {
        name: row.querySelector('bdi')?.textContent ?? '',
        isInSight: top >= 0 && bottom <= innerHeight,
        isSelected: getSelection()?.containsNode(row, true) ?? false,
      };
    });
  const { name, ...before } = await lastRow();
  expect(before).toEqual({ isInSight: false, isSelected: false });
  const path = name.slice(name.indexOf('/products/'));
  expect(await findInPage(app.testBrowser, `${path} no page`)).toBe(false);
  expect(await findInPage(app.testBrowser, path)).toBe(true);
  await until('the row is in sight', async () => (await lastRow()).isInSight);
  expect(await lastRow()).toEqual({ name, isInSight: true, isSelected: true });
});
