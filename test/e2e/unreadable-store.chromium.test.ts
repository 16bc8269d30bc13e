import { expect, it } from 'vitest';
import { app, useService } from './app';
import { accessibilityProblems } from './looks/axe';

useService({ reports: [{ url: 'https://one.example/' }] });

/** Makes every read of what is on disk fail, as with a broken profile. */
const BREAK_READING = `(() => {
  const areas = [globalThis.chrome, globalThis.browser].map((api) => api?.storage.local);
  for (const area of areas) if (area) area.get = () => Promise.reject(new Error('IO error'));
})()`;

it.each([
  ['popup', 'one.example/'],
  ['options', 'Connected to '],
])(
  'an unreadable store is told by the page %s, which is whole again later',
  async (name, shown) => {
    const page = await app.stage.openTab();
    const { identifier } = await page.evaluateOnNewDocument(BREAK_READING);
    await page.goto(`${app.stage.origin}/${name}.html`);
    await page.locator('main').wait();
    expect((await page.announcements()).alert).toContain("Couldn't read the browser's storage.");
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.removeScriptToEvaluateOnNewDocument(identifier);
    await page.reload();
    await page.says(shown);
    expect(await page.mainText()).not.toContain("Couldn't read");
  },
);
