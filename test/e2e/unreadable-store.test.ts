import type { Page } from 'puppeteer-core';
import { expect, it } from 'vitest';
import { announcements } from '../browser/announcements';
import { workerEvaluate } from '../browser/chromium/worker-control';
import { until } from '../browser/condition';
import { press } from '../browser/roles';
import { accessibilityProblems } from './axe';
import { insider, service, stage, useService } from './fixture';
import { untilRows, untilSaid } from './popup-reading';
import { SERVICE_HOST } from './stage';

useService({ reports: [{ url: 'https://one.example/' }] });

/** Makes every read of what is on disk fail, as with a broken profile. */
const BREAK_READING = `(() => {
  const areas = [globalThis.chrome, globalThis.browser].map((api) => api?.storage.local);
  for (const area of areas) if (area) area.get = () => Promise.reject(new Error('IO error'));
})()`;

/** Opens a page of the extension whose store cannot be read until `mend` is called. */
async function openBroken(path: string): Promise<{ page: Page; mend: () => Promise<void> }> {
  const page = await stage.browser.newPage();
  const { identifier } = await page.evaluateOnNewDocument(BREAK_READING);
  await page.goto(`${stage.origin}/${path}`);
  await page.locator('main').wait();
  return { page, mend: () => page.removeScriptToEvaluateOnNewDocument(identifier) };
}

/** Presses Try again, and waits until the page has loaded anew. */
async function tryAgain(page: Page): Promise<void> {
  await Promise.all([page.waitForNavigation(), press(page, 'Try again')]);
  await page.locator('main').wait();
}

it('is said by the popup, which tries again at a press', async () => {
  const { page, mend } = await openBroken('popup.html');
  expect((await announcements(page)).alert).toContain("Couldn't read the browser's storage.");
  expect(await accessibilityProblems(page)).toEqual([]);
  await tryAgain(page);
  await untilSaid(page, "Couldn't read the browser's storage.");
  await mend();
  await tryAgain(page);
  await untilRows(page, (rows) => rows.length === 1);
});

it('is said by the options, which try again at a press', async () => {
  const { page, mend } = await openBroken('options.html');
  expect((await announcements(page)).alert).toContain("Couldn't read the browser's storage.");
  expect(await accessibilityProblems(page)).toEqual([]);
  await mend();
  await tryAgain(page);
  await untilSaid(page, `Connected to ${service.baseUrl}`);
});

it('keeps nobody from disconnecting', async () => {
  const { page } = await openBroken('options.html');
  await insider.wake();
  await workerEvaluate(stage.browser, stage.extensionId, BREAK_READING);
  await press(page, 'Disconnect');
  await until('it says so', async () =>
    (await announcements(page)).status.startsWith('Disconnected.'),
  );
  expect(await insider.placesOf(service.apiKey)).toEqual([]);
  expect(await insider.stored()).toEqual({});
  expect(await insider.hasHost(SERVICE_HOST)).toBe(false);
});
