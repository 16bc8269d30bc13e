import { describe, expect, it } from 'vitest';
import { WITHOUT_PAUSES } from '../browser/chromium/without-pauses';
import { createGate } from '../service/gate';
import type { ReportSeed } from '../service/report-store';
import { app, byRole, type Screen, until, useService } from './app';
import { inWorker } from './browser-ui/events';
import { openReports, printPage, untilNumbers, untilRows, untilRowsAge } from './reports-screen';
import { openSource } from './states/batch-states';

const COUNT = 500;

function reports(count: number): ReportSeed[] {
  return Array.from({ length: count }, (_, at) => ({
    url: `https://www.shop.example/products/${at}`,
    score: (at * 37) % 101,
  }));
}

const requestedPages = () =>
  app.service.requests
    .filter(({ method, path }) => method === 'GET' && path === '/api/v1/reports')
    .flatMap(({ query }) => Object.fromEntries(query).page ?? []);

function untilRowsDrawn(page: Screen, count: number): Promise<unknown> {
  return until(`${count} rows are drawn`, () =>
    page.evaluate((rows) => document.querySelectorAll('.table-row').length === rows, count),
  );
}

describe('All reports', () => {
  useService({ reports: reports(COUNT) });

  it('reads all 500 reports, with a pause after Stop, and draws all rows', async () => {
    const gate = createGate();
    const on = { method: 'GET', path: '/api/v1/reports' };
    app.service.behave([
      { on, times: 2 },
      { on, times: 1, gate },
    ]);
    const page = await openReports(200);
    await untilRowsAge(page, /^200 of 500 reports were read\./);
    await until('the third page is requested', () => requestedPages().length === 2);
    await page.press('Stop');
    gate.open();
    await untilRows(page, 300);
    await page.press('Show more');
    await untilRows(page, COUNT);
    expect(requestedPages()).toEqual(['2', '3', '4', '5']);
    expect(await page.$(byRole('button', 'Stop'))).toBeNull();
    await page.locator(byRole('checkbox', 'Select all')).click();
    await page.says('500 selected');
    await page.focus('.table-row input');
    await page.keyboard.press('End');
    await page.expectFocus('shop.example/products/0');
    await untilRowsDrawn(page, COUNT);

    // Without new reports, the first page of the list is enough.
    const before = app.service.requests.length;
    await page.reload();
    await untilRows(page, COUNT);
    await untilNumbers(page);
    expect(app.service.requests.slice(before).map(({ path }) => path)).toEqual(['/api/v1/reports']);
  });
});

describe('2,000 reports', () => {
  const MANY = 2_000;
  useService({ reports: reports(MANY) });

  it('are all found by Find in page, and printed', async () => {
    await inWorker(WITHOUT_PAUSES);
    const page = await openReports(MANY);
    await untilRowsDrawn(page, MANY);
    await untilNumbers(page);
    const foundRow = await page.evaluate(() => {
      const isFound = (window as unknown as { find(text: string): boolean }).find('products/0');
      const row = getSelection()?.anchorNode?.parentElement?.closest('.table-row');
      return isFound && row?.getAttribute('aria-rowindex');
    });
    expect(foundRow).toBe(`${MANY + 1}`);
    const paper = (await printPage(page)).join('');
    expect(paper).toMatch(/products\/0\D/);
    expect(paper).toMatch(/products\/1999\D/);
  });
});

describe('a preview with an empty history', () => {
  // The worker reads the second list of 100 reports after five seconds.
  useService({ reports: reports(200) });

  it('is compared with all reports of the service', async () => {
    const page = await app.batches();
    await openSource(page, 'List');
    await page.locator(byRole('textbox', 'Addresses')).fill('https://shop.example/products/0');
    await page.press('Preview');
    await page.says('Compared with 100 of 200 reports');
    await page.shows('button', 'Create 1 report');
    await page.shows('button', 'Already reported 1');
    await page.saysNoMore('Compared with');
    await page.shows('button', 'Create 0 reports');
  });
});
