import { expect, it } from 'vitest';
import { workerEvaluate } from '../browser/chromium/worker-control';
import { app, type Screen, until, useService } from './app';
import { accessibilityProblems } from './axe';
import { SERVICE_HOST } from './stage';

useService({ reports: [{ url: 'https://one.example/' }] });

/** Makes every read of what is on disk fail, as with a broken profile. */
const BREAK_READING = `(() => {
  const areas = [globalThis.chrome, globalThis.browser].map((api) => api?.storage.local);
  for (const area of areas) if (area) area.get = () => Promise.reject(new Error('IO error'));
})()`;

/** Opens a page of the extension whose store cannot be read until `mend` is called. */
async function openBroken(path: string): Promise<{ page: Screen; mend: () => Promise<void> }> {
  const page = await app.stage.openTab();
  const { identifier } = await page.evaluateOnNewDocument(BREAK_READING);
  await page.goto(`${app.stage.origin}/${path}`);
  await page.locator('main').wait();
  return { page, mend: () => page.removeScriptToEvaluateOnNewDocument(identifier) };
}

/** Presses Try again, and waits until the page has loaded anew. */
async function tryAgain(page: Screen): Promise<void> {
  await Promise.all([page.waitForNavigation(), page.press('Try again')]);
  await page.locator('main').wait();
}

it.each([
  ['popup', 'one.example/'],
  ['options', 'Connected to '],
])(
  'an unreadable store is told by the page %s, and Try again reads it anew',
  async (name, shown) => {
    const { page, mend } = await openBroken(`${name}.html`);
    expect((await page.announcements()).alert).toContain("Couldn't read the browser's storage.");
    expect(await accessibilityProblems(page)).toEqual([]);
    await tryAgain(page);
    await page.says("Couldn't read the browser's storage.");
    await mend();
    await tryAgain(page);
    await page.says(shown);
    expect(await page.mainText()).not.toContain("Couldn't read");
  },
);

it('an unreadable store does not prevent disconnecting', async () => {
  const { page } = await openBroken('options.html');
  await app.worker.wake();
  await workerEvaluate(app.stage.browser, app.stage.extensionId, BREAK_READING);
  await page.press('Disconnect');
  await until('it says so', async () =>
    (await page.announcements()).status.startsWith('Disconnected.'),
  );
  expect(await app.worker.placesOf(app.service.apiKey)).toEqual([]);
  expect(await app.worker.stored()).toEqual({});
  expect(await app.worker.hasHost(SERVICE_HOST)).toBe(false);
});
