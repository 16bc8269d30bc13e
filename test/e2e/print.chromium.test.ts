import { expect, it } from 'vitest';
import { createGate } from '../service/gate';
import { app, type Screen, useService } from './app';
import { checksOf } from './check-names';
import { hasRows, openClient, openReports, printed, selectRows } from './reports-screen';

/** Width of A4 without its margins, in CSS pixels. */
const PAPER_WIDTH = 720;

/** Pages of the service, each with a row. */
const ROWS = 62;

const DAY_MS = 24 * 60 * 60_000;
/** Two letters each, so that no path is followed by a digit of its own. */
const PATHS = Array.from({ length: 60 }, (_, at) =>
  String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26)),
);

/** An address without a place to break. */
const LONG = `https://long.example/${'x'.repeat(120)}`;

/** The score of a page: each has another one. */
const scoreOf = (at: number) => 20 + ((at * 37) % 60);

useService({
  reports: [
    ...[7, 0].flatMap((days) =>
      PATHS.map((path, at) => ({
        url: `https://trails.example/guides/${path}`,
        score: scoreOf(at) + days,
        generated_at: new Date(Date.now() - days * DAY_MS).toISOString(),
      })),
    ),
    { url: 'https://museum.example/visit', score: 91 },
    { url: LONG, score: 40 },
  ],
});

/** Prints both ways, which gives the same pages. */
async function printBothWays(page: Screen, press: () => Promise<void>): Promise<string[]> {
  const byKeys = await printed(page);
  expect(await printed(page, press)).toEqual(byKeys);
  return byKeys;
}

const withoutBlanks = (text: string) => text.replace(/\s/g, '');

/** The newest report of a page of the service. */
function newest(path: string) {
  const report = app.service.reports().find(({ url }) => url.endsWith(path));
  if (report === undefined) throw new Error(`No report of ${path}.`);
  return report;
}

/** Returns how wide the printed document is, in CSS pixels. */
async function printedWidth(page: Screen): Promise<number> {
  await page.emulateMediaType('print');
  await page.setViewport({ width: PAPER_WIDTH, height: 1000 });
  try {
    return await page.evaluate(() => {
      dispatchEvent(new Event('beforeprint'));
      const { scrollWidth } = document.documentElement;
      dispatchEvent(new Event('afterprint'));
      return scrollWidth;
    });
  } finally {
    await page.emulateMediaType();
    await page.setViewport({ width: 1280, height: 1200 });
  }
}

async function pressExport(page: Screen): Promise<void> {
  await page.press('Export');
  await page.pressItem('Print');
}

it('a client is printed with all pages, the worst first', async () => {
  const page = await openReports(ROWS);
  await openClient(page, 'trails.example', 60);
  const pages = await printBothWays(page, () => page.press('Print'));
  expect(pages.length).toBeGreaterThan(1);
  const sheet = pages.join('');
  expect(sheet).not.toContain('museum');
  const [, table = ''] = sheet.split('All60pages,theworstfirst');
  const rows = [
    ...table.matchAll(/guides\/([a-z]{2})[A-Z][a-z]+\d+\([^)]+\)[A-Z][a-z]+(\d\d)[A-Z]/g),
  ];
  const worstFirst = PATHS.map((path, at) => [path, `${scoreOf(at)}`]).sort(
    ([, one], [, other]) => Number(one) - Number(other),
  );
  expect(rows.map(([, path, score]) => [path, score])).toEqual(worstFirst);
  // On the screen stands what stood there before.
  expect(await page.$$('.print-sheet')).toEqual([]);
});

it('several clients have a sheet each, and only the clients of what is selected are printed', async () => {
  const page = await openReports(ROWS);
  await page.says('60 worse');
  const pages = await printBothWays(page, () => pressExport(page));
  const firsts = pages.filter((text) => text.startsWith('SEOreport'));
  expect(firsts.map((text) => text.slice(9, 15))).toEqual(['museum', 'trails']);
  await selectRows(page, 1);
  const [only = '', ...others] = await printed(page);
  expect([others, only.includes('museum'), only.includes('trails')]).toEqual([[], true, false]);
});

it('a sheet that is printed before all reports are read says so', async () => {
  const page = await openReports(ROWS);
  const gate = createGate();
  app.service.behave({ on: { path: '/api/v1/reports' }, gate });
  await page.reload();
  await page.says('reports read');
  const says = withoutBlanks('Not all reports were read when this was printed.');
  expect((await printed(page))[0]).toContain(says);
  gate.open();
  await page.says('60 worse');
  expect((await printed(page))[0]).not.toContain(says);
});

it('a sheet, a report and a comparison of a long address fit the width of the paper', async () => {
  const page = await openReports(ROWS);
  await openClient(page, 'long.example', 1);
  expect(await printedWidth(page)).toBeLessThanOrEqual(PAPER_WIDTH);
  await page.locator('.table-row .row').click();
  await page.isRead();
  expect(await printedWidth(page)).toBeLessThanOrEqual(PAPER_WIDTH);
  await page.press('Back');
  await page.press('Back');
  await hasRows(page, ROWS);
  await page.fill('Search', 'x', 'searchbox');
  await selectRows(page, 1, 2);
  await page.press('Compare');
  await page.shows('table', 'Comparison');
  expect(await printedWidth(page)).toBeLessThanOrEqual(PAPER_WIDTH);
});

it('a report is printed with all its checks, and with its date', async () => {
  const page = await openReports(ROWS);
  await page.locator('.table-row:nth-child(2) .row').click();
  await page.isRead();
  const pages = await printBothWays(page, () => page.pressMore('Print'));
  const sheet = pages.join('');
  expect(sheet).toContain('trails.example/guides/ch');
  const checks = [...checksOf(newest('/ch')).keys()];
  expect(checks).toHaveLength(36);
  expect(checks.filter((name) => !sheet.includes(withoutBlanks(name)))).toEqual([]);
  const date = newest('/ch').generated_at ?? '';
  const day = new Date(date).toLocaleDateString('en', { dateStyle: 'medium' });
  expect(sheet).toContain(withoutBlanks(day));
});

it('a comparison is printed with all its checks', async () => {
  const page = await openReports(ROWS);
  await selectRows(page, 2, 3);
  await page.press('Compare');
  await page.shows('table', 'Comparison');
  await page.says('Passed on both');
  const checks = [...checksOf(newest('/ch')).keys()];
  const missing = (pages: string[]) =>
    checks.filter((name) => !pages.join('').includes(withoutBlanks(name)));
  const pages = await printBothWays(page, () => page.press('Print'));
  expect([checks.length, missing(pages)]).toEqual([36, []]);
  await page.press('Passed on both');
  const unfolded = await printed(page);
  expect([unfolded.length > 1, missing(unfolded)]).toEqual([true, []]);
});
