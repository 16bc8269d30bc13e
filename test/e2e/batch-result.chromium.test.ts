import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createGate } from '../service/gate';
import { textsOf } from '../support/locale-texts';
import { app, failures, type Screen, until, useService } from './app';
import { recordCopies, selectRows, untilRows } from './reports-screen';

declare const chrome: {
  storage: { local: { get(): Promise<object>; remove(names: string[]): Promise<void> } };
};

const on = { method: 'POST' };
const URLS = Array.from({ length: 12 }, (_, page) => `https://shop.example/${page}`);

const ALONE = 'https://shop.example/alone';

useService({ keepAlive: false });

async function openBatch(urls = URLS): Promise<Screen> {
  await app.worker.createBatch('b', urls);
  return app.batch('b');
}

const cutOff = (parts: Element[]) =>
  parts.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.textContent);

const createdUrls = () => app.service.reports().map(({ url }) => url);

describe('the page of a batch', () => {
  it('pauses and resumes the batch, and shows the ratings at its end', async () => {
    const gate = createGate();
    app.service.behave([
      { on, times: 4 },
      { on, gate },
    ]);
    const page = await openBatch();
    await page.says('4 of 12');
    await until('two requests wait for their answers', () => app.requests('POST').length === 6);
    await page.press('Pause');
    await page.says('Pausing… Reports already sent will finish.');
    gate.open();
    await page.says('6 of 12');
    await page.says('Paused');
    expect(createdUrls()).toHaveLength(6);
    // The page of the batch has no line about the same batch.
    expect(await page.mainText()).not.toContain('Batch: 6 of 12');
    await page.press('Resume');
    await page.says('All done');
    expect(createdUrls().sort()).toEqual([...URLS].sort());
    await until(
      'all reports have ratings',
      async () =>
        (await page.texts('.reports-table .rating')).filter((one) => one?.startsWith('Good'))
          .length >= 12,
    );
  });

  it('lists refused pages with reasons until Retry failed, and copies and saves rows', async () => {
    app.service.behave({ on, times: 1, fail: failures.invalid });
    const page = await openBatch(URLS.slice(0, 3));
    await page.says('3 of 3');
    await page.press('Failed 1');
    expect((await page.texts('.table-row')).join()).toContain("didn't accept this");
    const isSeen = await page.$eval('.cell-reason bdi', (words) => {
      const [line] = words.getClientRects();
      const cell = words.closest('.cell-reason')?.getBoundingClientRect();
      return line && cell && line.right <= cell.right && line.bottom <= cell.bottom;
    });
    expect(isSeen).toBe(true);
    const copiedTexts = await recordCopies(page);
    await page.pressInBatchMenu('Copy failed');
    await page.says('1 failed address copied.');
    await page.pressInBatchMenu('Copy done');
    await page.says(
      '2 reports copied. Only your account can open the links of 2 reports (private).',
    );
    await page.pressInBatchMenu('Download CSV');
    const [failed, done = '', file = ''] = await copiedTexts(3);
    expect(URLS).toContain(failed?.split('\t')[0]);
    expect(done.split('\n')).toHaveLength(2);
    expect(file.trim().split('\r\n')).toHaveLength(4);
    await page.press('Retry failed');
    await page.says('All done');
    expect(createdUrls()).toHaveLength(3);
    // A retried operation is no longer among the failed operations.
    await untilRows(page, 3);
    expect(await page.texts('.cell-state')).toEqual(['State', 'Done', 'Done', 'Done']);
  });

  it('has a line in the popup until the line is dismissed or the page is opened', async () => {
    const gate = createGate();
    app.service.behave([
      { on, times: 2 },
      { on, times: 1, gate, fail: failures.invalid },
    ]);
    await openBatch(URLS.slice(0, 3));
    // The batch ends while its page is behind another tab.
    const popup = await app.popup();
    await popup.says('Batch: 2 of 3');
    gate.open();
    const ended = 'Batch: 2 created, 1 failed';
    await popup.says(ended);
    await popup.press('Create report');
    await popup.says('Report created');
    await popup.press('Dismiss');
    await popup.saysNoMore(ended);
    await app.worker.createBatch('c', [ALONE]);
    await popup.says('Batch: 1 created');
    // The press closes the popup.
    await popup.press('Open').catch(() => {});
    const isOpen = async () =>
      (await app.testBrowser.tabUrls()).some((url) => url.endsWith('#batch'));
    await until('the page of the batch is open', isOpen);
    await (await app.batch('c')).says('All done');
    const last = await app.popupAgain();
    await last.saysNoMore('Batch:');
    // A dismissed batch stays available.
    await (await app.batch('b')).says('3 of 3');
  });

  it('shows whole addresses beside a failure, and whole states in every language', async () => {
    app.service.behave({ on, times: 1, fail: failures.invalid });
    const long = URLS.slice(0, 3).map((url) => `${url}/products/garden/chairs/folding/oak-chair`);
    const page = await openBatch(long);
    await page.setViewport({ width: 1000, height: 700 });
    await page.says('1 failed');
    const addresses = '.table-row .address > *';
    expect(await page.$$eval(addresses, cutOff)).toEqual([]);
    for (const file of readdirSync('components/text/locales')) {
      const texts = await textsOf(file.replace('.yml', ''));
      const words = (prefix: string) =>
        [...texts].flatMap(([key, text]) =>
          key.startsWith(prefix) ? [[key.slice(prefix.length), text] as const] : [],
        );
      const tooLong = await page.evaluate((states) => {
        const state = document.querySelector('td.cell-state');
        if (!state) return ['no cells'];
        return states.filter(([name, text]) => {
          state.className = `cell-state is-${name}`;
          const label = document.createElement('span');
          label.textContent = text;
          state.replaceChildren(label);
          return state.scrollWidth > state.clientWidth || label.getClientRects().length > 1;
        });
      }, words('batch.state.'));
      expect([file, tooLong]).toEqual([file, []]);
    }
  });

  it('lists and copies reports that the history has dropped, but no deleted reports', async () => {
    const urls = URLS.slice(0, 3);
    const before = await openBatch(urls);
    await before.says('All done');
    await untilRows(before, 3);
    await selectRows(before, 1);
    await before.press('Delete');
    await before.press('Delete 1');
    await untilRows(before, 3);
    await app.passUndoTime();
    await untilRows(before, 2);
    // Imitates a history that has dropped old reports.
    await app.worker.page.evaluate(async () => {
      const databases = await indexedDB.databases();
      for (const { name = '' } of databases) indexedDB.deleteDatabase(name);
    });
    const page = await app.batch('b');
    await untilRows(page, 2);
    const copiedTexts = await recordCopies(page);
    await page.pressInBatchMenu('Copy done');
    const [done = ''] = await copiedTexts(1);
    const linked = app.service.reports().map(({ id }) => `${app.service.baseUrl}/reports/${id}`);
    expect(
      done
        .split('\n')
        .flatMap((line) => line.split('\t')[2] || [])
        .sort(),
    ).toEqual(linked.sort());
  });

  it('cancels the unsent rows only after a confirmation', async () => {
    const gate = createGate();
    app.service.behave([
      { on, times: 2 },
      { on, gate },
    ]);
    const page = await openBatch();
    await page.says('2 of 12');
    await until('two requests wait for their answers', () => app.requests('POST').length === 4);
    await page.press('Cancel');
    await page.press('Keep going');
    await page.press('Cancel');
    await page.press('Cancel remaining');
    await page.says('8 cancelled');
    expect(app.requests('POST').length).toBeLessThanOrEqual(4);
    const buttons = await page.names('button');
    for (const gone of ['Pause', 'Resume', 'Cancel']) expect(buttons).not.toContain(gone);
    gate.open();
    await page.says('12 of 12');
    expect(await page.mainText()).not.toContain('All done');
    await page.press('Report many pages');
    await page.says('4 reports created');
    expect((await page.texts('.batches .note')).join()).toMatch(/8 cancelled$/);
    await page.press('4 reports created');
    await page.press('Cancelled 8');
    const rows = await page.texts('.table-row');
    expect(rows).toHaveLength(8);
    expect(rows.every((row) => row.includes('Cancelled'))).toBe(true);
  });

  it('shows the different parts of addresses in a small window, and names the sites of a batch', async () => {
    const path = '/assortment/red-wine/from-the-north-side-of-the-alps';
    const long = `https://www.wine-trade.example${path}/pinot-noir-2024`;
    const page = await openBatch([ALONE, long]);
    await page.setViewport({ width: 900, height: 700 });
    await page.says('All done');
    await untilRows(page, 2);
    expect(await page.$$eval('.table-row .address > *', cutOff)).toEqual([path]);
    await page.locator('.table-row button.row').click();
    await page.untilReportIsRead();
    await page.shows('button', 'Open report');
    await page.press('Report many pages');
    await until(
      'the batch has its name',
      async () =>
        (await page.texts('.batches li bdi')).join() === 'shop.example and 1 more site, 2 reports',
    );
  });
});
