import { expect, it } from 'vitest';
import { workerEvaluate } from '../browser/chromium/worker-control';
import { createGate } from '../service/gate';
import { app, byRole, failures, type Screen, until, useService } from './app';
import { FILL_DISK, fillDisk } from './full-disk';
import { submitMany } from './states/job-states';

useService({ reports: [{ url: 'https://one.example/' }] });

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

const FULL = 'Browser storage is full. Free up space and try again.';

/** Waits until an alert in sight says that the disk is full, and gives all that its place says. */
async function fullDiskIn(page: Screen, place: string): Promise<string> {
  const texts = () =>
    page.$$eval(`${place}:has(.alert)`, (places) => places.map(({ textContent }) => textContent));
  const isThere = async () => (await texts()).find((text) => text.includes(FULL)) ?? false;
  return until('an alert in its place', isThere);
}

it('a press at a line that could not be stored says so in the line', async () => {
  await submitMany(['https://many.example/'], failures.invalid);
  const popup = await app.popup();
  await popup.says("wasn't reported");
  await fillDisk();
  await popup.press('Send again');
  expect(await fullDiskIn(popup, '.line')).toContain("many.example/ wasn't reported");
  expect(await popup.alert()).toContain(FULL);
});

it('Pause and Retry failed of a batch say where they stand that nothing was stored, and Remove makes room', async () => {
  const on = { method: 'POST' };
  const urls = (name: string) => [1, 2, 3].map((at) => `https://${name}.example/${at}`);
  await app.worker.addBatch('a', urls('ended'));
  await until('it has ended', () => app.service.reports().length === 4);
  app.service.behave([
    { on, times: 1, fail: failures.invalid },
    { on, gate: createGate() },
  ]);
  await app.worker.addBatch('b', [...urls('going'), ...urls('on')]);
  const page = await app.batches('#batch=b');
  await page.says('Failed 1');
  await fillDisk();
  await page.press('Pause');
  await fullDiskIn(page, '.run');
  await page.shows('button', 'Pause');
  await page.press('Retry failed');
  await fullDiskIn(page, '.run');
  expect(await page.$$eval('.run > .alert', (alerts) => alerts.length)).toBe(1);
  await page.press('Report many pages');
  await page.press('Remove');
  await until('the other one is left', async () => (await page.items('Batches')).length === 1);
  expect(await app.worker.placesOf('/job/a')).toEqual([]);
});

it('a preference that could not be stored is not shown as chosen', async () => {
  const page = await app.settledOptions();
  await page.evaluate(FILL_DISK);
  await page.choose('Public');
  expect(await page.alert()).toBe(FULL);
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

const HISTORY_FAILS = "Your browser can't store earlier results";

it('a history that cannot be stored is said once among all reports, until it can be', async () => {
  const page = await app.reports();
  await page.says('one.example/');
  await app.worker.wake();
  const { browser, extensionId } = app.stage;
  // As where the disk is full, which the database alone meets.
  await workerEvaluate(
    browser,
    extensionId,
    "IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError'); }",
  );
  await page.press('Refresh');
  expect(await page.alert()).toContain(HISTORY_FAILS);
  await app.worker.stop();
  await page.press('Refresh');
  await page.saysNoMore(HISTORY_FAILS);
});
