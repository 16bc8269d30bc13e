import { describe, expect, it } from 'vitest';
import { app, byRole, type Screen, until, useService } from './app';
import { accessibilityProblems } from './axe';
import { setDirection, setMedia, takePicture } from './looks';

const PATHS = [
  '',
  'huts/lakeside',
  'huts/summit',
  'huts/larch-valley',
  'booking',
  'alps/glacier-path',
];
const pageOf = (at: number) => `https://trails.example/${PATHS[at] ?? `page-${at}`}`;

useService({
  reports: Array.from({ length: 24 }, (_, at) => ({
    url: pageOf(at),
    score: 30 + ((at * 17) % 65),
    privacy: (at % 3) as 0 | 1 | 2,
  })),
});

/** Rows of the table, the first of which are its heads. */
const rowsOf = (page: Screen) =>
  page.$$eval('[role="table"] .bulk-row', (rows) => rows.map(({ textContent }) => textContent));

const rowCount = (page: Screen) =>
  page.$eval('[role="table"]', ({ ariaRowCount }) => Number(ariaRowCount) - 1);

async function openReports(count: number, hash = ''): Promise<Screen> {
  const page = await app.reports(hash);
  await until(`${count} rows`, async () => (await rowCount(page)) === count);
  return page;
}

async function takePictures(page: Screen, name: string, width: number): Promise<void> {
  await page.setViewport({ width, height: 800 });
  await page.nextFrames();
  for (const scheme of ['light', 'dark']) {
    await setMedia(page, { 'prefers-color-scheme': scheme });
    expect(await accessibilityProblems(page)).toEqual([]);
    await takePicture(page, `${name} ${width} ${scheme}`);
  }
  await setMedia(page, { 'prefers-color-scheme': 'light' });
  await setDirection(page, 'rtl');
  await page.nextFrames();
  expect(await accessibilityProblems(page)).toEqual([]);
  await takePicture(page, `${name} ${width} rtl`);
  await setDirection(page, 'ltr');
}

describe('the page of all reports', () => {
  it('looks as it should', async () => {
    app.service.add({ url: pageOf(1), score: 74, generated_at: '2026-11-20T10:00:00Z' });
    const page = await openReports(25);
    for (const width of [1280, 720, 360]) await takePictures(page, 'reports', width);
    await page.setViewport({ width: 1280, height: 800 });
    await page.locator(`${byRole('table', 'Reports')} .row`).click();
    await page.isRead();
    for (const width of [1600, 1280, 360]) await takePictures(page, 'reports-open', width);
    await page.setViewport({ width: 1280, height: 800 });
    await page.press('Back');
    for (const row of [2, 3]) {
      await page.locator(`.bulk-row:nth-child(${row}) input`).click();
    }
    await page.press('Export');
    for (const width of [1280, 360]) await takePictures(page, 'reports-selected', width);
    await page.press('Compare');
    await page.says('Failed on both');
    for (const width of [1280, 360]) await takePictures(page, 'comparison', width);
    expect(await rowsOf(page)).not.toEqual([]);
  });
});
