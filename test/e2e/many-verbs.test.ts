import { describe, expect, it } from 'vitest';
import { app, byRole, type Screen, until, useService } from './app';
import { hasRows, openReports, rowsOf, selectRows } from './reports-screen';

declare const chrome: { runtime: { sendMessage(...sent: unknown[]): Promise<unknown> } };

/** The service lists a hundred at a time. */
const COUNT = 220;

useService({
  reports: Array.from({ length: COUNT }, (_, at) => ({
    url: `https://www.shop.example/products/${at}`,
    score: (at * 37) % 101,
  })),
});

const written = (method: string) =>
  app.service.requests.filter((request) => request.method === method);

/** From now on the lines, which come by the store, are there before what the worker answers. */
async function repliesLate(page: Screen): Promise<void> {
  await page.evaluate(() => {
    const send = chrome.runtime.sendMessage;
    chrome.runtime.sendMessage = async (...sent) => {
      const reply = await send.apply(chrome.runtime, sent);
      await new Promise((resolve) => setTimeout(resolve, 400));
      return reply;
    };
  });
}

async function selectAll(page: Screen): Promise<void> {
  await page.locator(byRole('checkbox', 'Select all')).click();
  await page.says(`${COUNT} selected`);
}

describe('many reports that are selected', () => {
  it('change their privacy once each, although the worker is stopped half-way', async () => {
    const page = await openReports(COUNT);
    await selectAll(page);
    await page.press('Change privacy');
    await page.says(`Change the privacy of ${COUNT} reports?`);
    await page.locator(byRole('radio', 'Public')).click();
    await page.says(`Make ${COUNT} reports public?`);
    await page.says('Everyone with the link can see them.');
    await page.press(`Make ${COUNT} public`);
    await page.says('Changing reports: ');
    await until('half of them are changed', () => written('PUT').length >= COUNT / 2, 90_000);
    await app.worker.stop();
    await app.worker.wake();
    const areChanged = () => app.service.reports().every(({ privacy }) => privacy === 0);
    await until('all are changed', areChanged, 90_000);
    await page.says(`${COUNT} reports changed`);
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
    await page.says('Delete 60 reports?');
    await page.says('You can undo this for a few seconds.');
    await repliesLate(page);
    await page.press('Delete 60');
    const pressedAt = Date.now();
    await page.hasFocus('Undo');
    const popup = await app.popup();
    await popup.says('Deleting reports: 0 of 60');
    // Each goes when it is deleted.
    expect(await popup.items('Recent reports')).toHaveLength(10);
    await popup.close();
    await page.bringToFront();
    await page.press('Undo');
    await page.says('60 reports kept');
    await hasRows(page, COUNT);
    await until('the six seconds are over', () => Date.now() >= pressedAt + 8_000);
    expect([written('DELETE'), app.service.reports().length]).toEqual([[], COUNT]);
  });
});
