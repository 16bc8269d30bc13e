import { expect, it } from 'vitest';
import { evaluateInExtension } from '../browser/chromium/extension-origin';
import { DEMO_SERVICE, reportHeadless } from '../demo/headless';
import { fillWindow } from '../demo/window';
import { app, useService } from './app';

/** What of `chrome` is used here, in the extension's own page. */
declare const chrome: {
  action: { getUserSettings(): Promise<{ isOnToolbar: boolean }> };
};

useService({ ...DEMO_SERVICE, launch: {}, connects: false });

it('the demo connects, reports a page and takes its pictures without a 429', async () => {
  await app.stage.connect(app.service);
  await reportHeadless(app.stage, app.service, [app.service.samplePages.good]);
  expect(app.service.reports()).toHaveLength(1);
  expect(app.service.requests.filter(({ status }) => status === 429)).toEqual([]);
});

it('the window of the demo holds only its pages, with the button on the toolbar', async () => {
  const { browser, extensionId } = app.stage;
  const isOnToolbar = async () =>
    (await evaluateInExtension(browser, extensionId, () => chrome.action.getUserSettings()))
      .isOnToolbar;
  // Tests look at the extension through a page of its own, which the demo does not open.
  const inside = (await app.stage.insider()).page;
  await inside.close();
  expect(await isOnToolbar()).toBe(false);

  const urls = [app.service.samplePages.good, app.service.samplePages.bad];
  await fillWindow(app.stage, urls);
  expect(await isOnToolbar()).toBe(true);
  const pages = await browser.pages();
  expect(pages.map((page) => page.url())).toEqual(urls);
  expect(await pages[0]?.evaluate(() => document.visibilityState)).toBe('visible');
});
