import { expect, it } from 'vitest';
import { type Screen, useService } from './app';
import { openClient, openReports, selectRows } from './reports-screen';

/** Width of A4 without its margins, in CSS pixels. */
const PAPER_WIDTH = 720;

/** Addresses that cannot wrap. */
const LONG = ['a', 'b'].map((letter) => `https://long.example/${letter.repeat(120)}`);

useService({ reports: LONG.map((url) => ({ url, score: 40 })) });

async function printedWidth(page: Screen): Promise<number> {
  await page.emulateMediaType('print');
  await page.setViewport({ width: PAPER_WIDTH, height: 1000 });
  const width = await page.evaluate(() => {
    dispatchEvent(new Event('beforeprint'));
    const { scrollWidth } = document.documentElement;
    dispatchEvent(new Event('afterprint'));
    return scrollWidth;
  });
  await page.emulateMediaType();
  await page.setViewport({ width: 1280, height: 1200 });
  return width;
}

it('a printed client, report and comparison with long addresses fit the width of the paper', async () => {
  const page = await openReports(2);
  await openClient(page, 'long.example', 2);
  expect(await printedWidth(page)).toBeLessThanOrEqual(PAPER_WIDTH);
  await page.locator('.table-row .row').click();
  await page.untilReportIsRead();
  expect(await printedWidth(page)).toBeLessThanOrEqual(PAPER_WIDTH);
  await page.press('Back');
  await selectRows(page, 1, 2);
  await page.press('Compare');
  await page.shows('table', 'Comparison');
  await page.says('Both fail');
  expect(await printedWidth(page)).toBeLessThanOrEqual(PAPER_WIDTH);
});
