import { expect, it } from 'vitest';
import { useService } from '../app';
import { openReports, rowsOf, selectRows, untilRows } from '../reports-screen';

useService({
  reports: Array.from({ length: 24 }, (_, at) => ({
    url: `https://trails.example/huts/${at}`,
    score: (at * 37) % 101,
  })),
});

it('All reports can read, open, compare, delete and restore reports', async () => {
  const page = await openReports(24);
  expect((await rowsOf(page))[0]).toContain('trails.example/huts/23');
  await page.locator('.table-row .row').click();
  await page.untilReportIsRead();
  await page.keyboard.press('Escape');
  await page.expectFocus('trails.example/huts/23');
  await selectRows(page, 1, 2);
  await page.press('Compare');
  await page.says('Both fail');
  await page.keyboard.press('Escape');
  await page.press('Clear selection');
  await page.locator('.table-row .row').click();
  await page.untilReportIsRead();
  await page.pressInMenu('Delete report');
  await page.says('Report deleted: ');
  await untilRows(page, 23);
  await page.press('Undo');
  await untilRows(page, 24);
});
