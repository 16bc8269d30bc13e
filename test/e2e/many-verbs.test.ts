import { describe, expect, it } from 'vitest';
import { app, byRole, type Screen, until, useService } from './app';
import { hasRows, openReports, rowsOf, selectRows } from './reports-screen';

const COUNT = 500;

useService({
  reports: Array.from({ length: COUNT }, (_, at) => ({
    url: `https://www.shop.example/products/${at}`,
    score: (at * 37) % 101,
  })),
});

const written = (method: string) =>
  app.service.requests.filter((request) => request.method === method);

async function selectAll(page: Screen): Promise<void> {
  await page.locator(byRole('checkbox', 'Select all')).click();
  await page.says('500 selected');
}

describe('many reports that are selected', () => {
  it('change their privacy once each, although the worker is stopped half-way', async () => {
    const page = await openReports(COUNT);
    await selectAll(page);
    await page.press('Change privacy');
    await page.says('Change the privacy of 500 reports?');
    await page.locator(byRole('radio', 'Public')).click();
    await page.press('Change now');
    await page.says('Changing reports: ');
    await until('half of them are changed', () => written('PUT').length >= COUNT / 2, 120_000);
    await app.worker.stop();
    await app.worker.wake();
    const areChanged = () => app.service.reports().every(({ privacy }) => privacy === 0);
    await until('all are changed', areChanged, 120_000);
    await page.says('500 reports changed');
    expect(written('PUT').length).toBeLessThanOrEqual(COUNT + 2);
    expect(written('PUT').length).toBeGreaterThanOrEqual(COUNT);
    expect((await rowsOf(page)).every((row) => row.includes('Public'))).toBe(true);
  });

  it('can be deleted and restored within six seconds, without a request', async () => {
    const page = await openReports(COUNT);
    await selectRows(page, 2);
    await page.keyboard.down('Shift');
    for (let row = 1; row < 60; row += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.up('Shift');
    await page.says('60 selected');
    await page.press('Delete');
    await page.says('Delete 60 reports? You can undo this for a few seconds.');
    await page.press('Delete now');
    const pressedAt = Date.now();
    await hasRows(page, COUNT - 60);
    await page.hasFocus('Undo');
    const popup = await app.popup();
    await popup.rows((rows) => rows.length === 1);
    await popup.says('Deleting reports: 0 of 60');
    const rows = await popup.texts(`${byRole('list', 'Recent reports')} > *`);
    expect(rows.map((text) => /products\/\d+/.exec(text)?.[0])).toEqual(['products/499']);
    await popup.close();
    await page.bringToFront();
    await until('three seconds are over', () => Date.now() >= pressedAt + 3_000);
    await page.press('Undo');
    await page.says('60 reports kept');
    await hasRows(page, COUNT);
    await until('the six seconds are over', () => Date.now() >= pressedAt + 8_000);
    expect([written('DELETE'), app.service.reports().length]).toEqual([[], COUNT]);
  });
});
