import { describe, expect, it } from 'vitest';
import { app, byRole, type Screen, useService } from './app';
import { hasRows, openReports, rowsOf, selectRows } from './reports-screen';

declare const chrome: { runtime: { sendMessage(...sent: unknown[]): Promise<unknown> } };

/** More than are drawn. */
const COUNT = 60;

useService({
  reports: Array.from({ length: COUNT }, (_, at) => ({
    url: `https://www.shop.example/products/${at}`,
    score: (at * 37) % 101,
  })),
});

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

describe('many reports that are selected', () => {
  it('change their privacy once each, after a question', async () => {
    const page = await openReports(COUNT);
    await page.locator(byRole('checkbox', 'Select all')).click();
    await page.says(`${COUNT} selected`);
    await page.press('Change privacy');
    await page.says(`Change the privacy of ${COUNT} reports?`);
    await page.locator(byRole('radio', 'Public')).click();
    await page.says(`Make ${COUNT} reports public?`);
    await page.says('Everyone with the link can see them.');
    await page.press(`Make ${COUNT} public`);
    await page.says('Changing reports: ');
    await page.says(`${COUNT} reports changed`);
    expect(app.service.reports().every(({ privacy }) => privacy === 0)).toBe(true);
    expect(app.requests('PUT')).toHaveLength(COUNT);
    expect((await rowsOf(page)).every((row) => row.includes('Public'))).toBe(true);
  });

  it('can be deleted and restored within six seconds, without a request', async () => {
    const page = await openReports(COUNT);
    await selectRows(page, 2);
    await page.keyboard.down('Shift');
    for (let row = 1; row < 30; row += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.up('Shift');
    await page.says('30 selected');
    await page.press('Delete');
    await page.says('Delete 30 reports?');
    await page.says('You can undo this for a few seconds.');
    await repliesLate(page);
    await page.press('Delete 30');
    await page.hasFocus('Undo');
    const popup = await app.popup();
    await popup.says('Deleting reports: 0 of 30');
    // Each goes when it is deleted.
    expect(await popup.items('Recent reports')).toHaveLength(10);
    await popup.close();
    await page.bringToFront();
    await page.press('Undo');
    await page.says('30 reports kept');
    await hasRows(page, COUNT);
    await app.passUndoTime();
    // What was due is on the wire before the list is asked for again.
    await app.worker.askConnected('getAccount');
    expect([app.requests('DELETE'), app.service.reports().length]).toEqual([[], COUNT]);
  });
});
