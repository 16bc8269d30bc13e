import { expect, it } from 'vitest';
import { workerEvaluate } from '../browser/chromium/worker-control';
import { app, byRole, useService } from './app';

useService({ reports: [{ url: 'https://one.example/' }] });

/** Makes every write to the disk fail, as on a full one. */
const FILL_DISK = `(() => {
  const areas = [globalThis.chrome, globalThis.browser].map((api) => api?.storage.local);
  for (const area of areas) if (area) area.set = () => Promise.reject(new Error('No space left'));
})()`;

/** Lets the worker store nothing more, until it is stopped. */
async function fillDisk(): Promise<void> {
  await app.worker.wake();
  await workerEvaluate(app.stage.browser, app.stage.extensionId, FILL_DISK);
}

it('in a full store nothing is sent or deleted that could not be stored, and a new list is shown', async () => {
  const popup = await app.popupWithRows(1);
  await popup.hasReadList();
  await fillDisk();
  await popup.press('Create report');
  expect(await popup.alert()).toContain('Browser storage is full.');
  expect(app.requests('POST')).toEqual([]);
  app.service.add({ url: 'https://two.example/' });
  await popup.press('Refresh');
  await popup.rows((rows) => rows.length === 2);
  await popup.row('one.example').open();
  await popup.pressMore('Delete report');
  await popup.says('so nothing was deleted');
  await popup.rows((rows) => rows.length === 2);
});

it('a preference that could not be stored is not shown as chosen', async () => {
  const page = await app.settledOptions();
  await page.evaluate(FILL_DISK);
  await page.choose('Public');
  expect(await page.alert()).toBe('Browser storage is full. Free up space and try again.');
  const isChecked = (radio: Element) => (radio as HTMLInputElement).checked;
  expect(await page.$eval(byRole('radio', 'Public'), isChecked)).toBe(false);
});

it('Connect says that the connection could not be stored', async () => {
  await app.disconnect();
  await fillDisk();
  const page = await app.options();
  await page.fill('Base URL', app.service.baseUrl);
  await page.fill('API key', app.service.apiKey);
  await page.press('Connect');
  await page.says('Browser storage is full. Free up space and select Connect again.');
});
