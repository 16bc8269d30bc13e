import { expect, it } from 'vitest';
import { workerEvaluate } from '../browser/chromium/worker-control';
import { byRole, fill, press } from '../browser/roles';
import { insider, openWithRows, requestsBy, service, stage, useService } from './fixture';
import { choose, openRow, untilAlert, untilRows, untilSaid } from './popup-reading';
import { disconnect } from './scene';

useService({ reports: [{ url: 'https://one.example/' }] });

/** Makes every write to the disk fail, as on a full one. */
const FILL_DISK = `(() => {
  const areas = [globalThis.chrome, globalThis.browser].map((api) => api?.storage.local);
  for (const area of areas) if (area) area.set = () => Promise.reject(new Error('No space left'));
})()`;

/** Lets the worker store nothing more, until it is stopped. */
async function fillDisk(): Promise<void> {
  await insider.wake();
  await workerEvaluate(stage.browser, stage.extensionId, FILL_DISK);
}

it('no report is sent that could not be stored before', async () => {
  const popup = await openWithRows(1);
  await fillDisk();
  await press(popup, 'Create report');
  expect(await untilAlert(popup)).toContain('Browser storage is full.');
  expect(requestsBy('POST')).toEqual([]);
});

it('nothing is deleted whose deletion could not be stored', async () => {
  const popup = await openWithRows(1);
  await fillDisk();
  await openRow(popup, 'one.example');
  await press(popup, 'Delete report');
  expect(await untilAlert(popup)).toContain('so nothing was deleted');
  await untilRows(popup, (rows) => rows.length === 1);
});

it('a list that could not be stored leaves the stored one on the screen', async () => {
  const popup = await openWithRows(1);
  await fillDisk();
  service.add({ url: 'https://two.example/' });
  await press(popup, 'Refresh');
  expect(await untilAlert(popup)).toContain('Browser storage is full.');
  await untilRows(popup, (rows) => rows.length === 1);
});

it('a preference that could not be stored is not shown as chosen', async () => {
  const page = await stage.openOptions();
  await page.evaluate(FILL_DISK);
  await choose(page, 'Public');
  expect(await untilAlert(page)).toBe('Browser storage is full. Free up space and try again.');
  const isChecked = (radio: Element) => (radio as HTMLInputElement).checked;
  expect(await page.$eval(byRole('radio', 'Public'), isChecked)).toBe(false);
});

it('Connect says that the connection could not be stored', async () => {
  await disconnect(stage);
  await fillDisk();
  const page = await stage.openOptions();
  await fill(page, 'Base URL', service.baseUrl);
  await fill(page, 'API key', service.apiKey);
  await press(page, 'Connect');
  await untilSaid(page, 'Browser storage is full. Free up space and select Connect again.');
});
