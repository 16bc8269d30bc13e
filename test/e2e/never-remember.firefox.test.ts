import { afterEach, expect, it } from 'vitest';
import { pageKey } from '@/lib/url/page-key';
import { createGate } from '../service/gate';
import { app, bareAddress, byRole, until, useService } from './app';
import {
  closePopups,
  pressInPopup,
  pressToolbarButtonOn,
  untilPopupSays,
} from './browser-ui/firefox-popup';
import { openReports } from './reports-screen';
import { openSource } from './states/batch-states';

const FIVE = Array.from({ length: 5 }, (_, at) => `https://shop.example/${at}`);

useService({
  connects: false,
  reports: [{ url: 'https://older.example/' }],
  launch: { privateWindows: true, preferences: { 'browser.privatebrowsing.autostart': true } },
});

afterEach(closePopups);

async function diskPlacesOf(text: string): Promise<string[]> {
  return (await app.worker.itemsContaining(text)).filter((place) => !place.startsWith('session: '));
}

it('a Firefox that never remembers history connects, creates, changes and deletes reports', async () => {
  const options = await app.options();
  expect((await options.connect(app.service)).status).toContain('Connected ');
  await options.says(
    'This browser never remembers history and stores no past results, so a backup holds only settings.',
  );
  const { good } = app.service.samplePages;
  const popup = await app.popup(good);
  await popup.says('Private window');
  await popup.untilRows((rows) => rows.length === 1);
  await popup.shows('button', 'All reports');
  await popup.shows('button', 'Report many pages');
  expect(await popup.create()).toContain('Report created');
  await popup.untilRows((rows) => rows.length === 2);
  await popup.row('older.example').open();
  await popup.untilReportIsRead();
  await popup.choose('Public');
  await popup.press('Save changes');
  await popup.untilStatus('Changes saved · older.example/');
  await popup.pressInMenu('Delete report');
  await popup.untilRows((rows) => rows.length === 1);
  await popup.press('Undo');
  await popup.untilRows((rows) => rows.length === 2 && rows[1]?.includes('Public') === true);
  await popup.row('older.example').open();
  await popup.pressInMenu('Delete report');
  await app.passUndoTime();
  await until('the report is deleted', () => app.requests('DELETE')[0]?.status === 200);
  await popup.press('Refresh');
  await popup.untilRows(
    (rows) => rows.length === 1 && rows[0]?.includes(bareAddress(good)) === true,
  );
  const answer = await app.worker.callForConnection('getPages', [pageKey(good)]);
  expect(answer?.value).toEqual([{ reports: [], results: [] }]);
});

it('a Firefox that never remembers history reads open tabs, and keeps a batch in memory', async () => {
  await app.connect();
  const tab = await app.testBrowser.openTab();
  await tab.goto(app.service.samplePages.good);
  const page = await app.batches();
  await openSource(page, 'Open tabs');
  await page.press('This window');
  await page.shows('checkbox', app.service.samplePages.good);
  await openSource(page, 'List');
  await page.locator(byRole('textbox', 'Addresses')).fill(FIVE.join('\n'));
  await page.press('Preview');
  const gate = createGate();
  app.service.behave({ on: { method: 'POST' }, gate });
  await page.press('Create 5 reports');
  await until('two requests are sent', () => app.requests('POST').length === 2);
  expect(await app.worker.itemsContaining('shop.example')).not.toEqual([]);
  expect(await diskPlacesOf('shop.example')).toEqual([]);
  gate.open();
  await page.says('All done');
  const all = await openReports(6);
  expect((await all.mainText()).includes('shop.example/')).toBe(true);
  await all.says('Your browser never remembers history');
});

it('the popup of a Firefox that never remembers history shows the newest result of its page', async () => {
  const { good } = app.service.samplePages;
  app.service.add({ url: good, score: 40, generated_at: '2026-01-05T10:00:00Z' });
  await app.connect();
  await pressToolbarButtonOn(`${good}?utm_source=mail`);
  await untilPopupSays(/This pageBad 40Measured Jan 5/);
  await pressInPopup('Update results');
  await untilPopupSays('Results updated');
  await pressInPopup('Refresh');
  await untilPopupSays(/This pageGood/);
  expect(await app.worker.page.evaluate(() => indexedDB.databases().catch(() => []))).toEqual([]);
});
