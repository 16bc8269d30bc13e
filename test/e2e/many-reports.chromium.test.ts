import { describe, expect, it } from 'vitest';
import { createGate } from '../service/gate';
import { app, byRole, useService } from './app';
import { hasRows, openReports } from './reports-screen';

const COUNT = 500;

useService({
  reports: Array.from({ length: COUNT }, (_, at) => ({
    url: `https://www.shop.example/products/${at}`,
    score: (at * 37) % 101,
  })),
});

/** The numbers of the pages that were asked for, in order. */
const pagesAsked = () =>
  app.service.requests
    .filter(({ method, path }) => method === 'GET' && path === '/api/v1/reports')
    .flatMap(({ query }) => Object.fromEntries(query).page ?? []);

describe('a table of 500 reports', () => {
  it('is read to its end without a press, can be selected, and draws only the rows in sight', async () => {
    const page = await openReports(COUNT);
    expect(pagesAsked()).toEqual(['2', '3', '4', '5']);
    expect(await page.$(byRole('button', 'Stop'))).toBeNull();
    await page.locator(byRole('checkbox', 'Select all')).click();
    await page.says('500 selected');
    await page
      .locator('.bulk-row input')
      .waitHandle()
      .then((input) => input.focus());
    await page.keyboard.press('End');
    await page.hasFocus('shop.example/products/0');
    expect((await page.texts('.bulk-row')).length).toBeLessThan(80);
  });

  it('stops reading at Stop, and reads on at Show more', async () => {
    const gate = createGate();
    const on = { method: 'GET', path: '/api/v1/reports' };
    app.service.behave([
      { on, times: 2 },
      { on, times: 1, gate },
    ]);
    const page = await openReports(200);
    await page.says('200 of 500 reports read');
    await page.press('Stop');
    gate.open();
    await hasRows(page, 300);
    await page.shows('button', 'Show more');
    expect(pagesAsked().at(-1)).toBe('3');
    await page.press('Show more');
    await hasRows(page, COUNT);
  });
});
