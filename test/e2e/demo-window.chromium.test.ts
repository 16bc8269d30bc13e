import { expect, it } from 'vitest';
import { evaluateInExtension } from '../browser/chromium/extension-origin';
import { byRole, textsOf } from '../browser/roles';
import { addClients } from '../demo/clients';
import { DEMO_SERVICE, reportHeadless } from '../demo/headless';
import { fillWindow } from '../demo/window';
import { app, until, useService } from './app';

declare const chrome: {
  action: { getUserSettings(): Promise<{ isOnToolbar: boolean }> };
};

// The demo has no rate limit. This test adds the rate limit of real services.
useService({ ...DEMO_SERVICE, throttle: {}, launch: {}, connects: false });

it('the demo connects, reports a page and takes its pictures without a 429', async () => {
  addClients(app.service);
  await app.testBrowser.connect(app.service);
  await reportHeadless(app.testBrowser, app.service, [app.service.samplePages.good]);
  expect(app.service.reports()).toHaveLength(2 * 72 + 1);
  expect(app.service.requests.filter(({ status }) => status === 429)).toEqual([]);
});

it('the demo shows tabs of two pages and All reports, and the button on the toolbar', async () => {
  addClients(app.service);
  await app.testBrowser.connect(app.service);
  const { browser, extensionId, origin } = app.testBrowser;
  const isOnToolbar = async () =>
    (await evaluateInExtension(browser, extensionId, () => chrome.action.getUserSettings()))
      .isOnToolbar;
  // The extensionTab's page belongs to the test, not to the demo.
  const extensionTabPage = (await app.testBrowser.extensionTab()).page;
  await extensionTabPage.close();
  expect(await isOnToolbar()).toBe(false);

  const urls = [app.service.samplePages.good, app.service.samplePages.bad];
  await fillWindow(app.testBrowser, urls);
  expect(await isOnToolbar()).toBe(true);
  const pages = await browser.pages();
  expect(pages.map((page) => page.url())).toEqual([...urls, `${origin}/reports.html`]);
  expect(await pages[0]?.evaluate(() => document.visibilityState)).toBe('visible');

  // The tab in the background also reads all reports.
  const [, , allReports] = pages;
  if (!allReports) throw new Error('All reports is not open.');
  const isRead = async () => (await textsOf(allReports, 'main')).join().includes('72 pages');
  await until('all reports are read behind the page', isRead);
  await allReports.bringToFront();
  // The numbers appear after the rows.
  const clients = () => textsOf(allReports, `${byRole('table', 'Clients')} ${byRole('row')}`);
  await expect
    .poll(clients)
    .toEqual([
      expect.stringMatching(/Clients Pages Average/),
      expect.stringMatching(/^Worse 1 harbour-hotel\.example .*▼12 .*Noindex, 12 pages/),
      expect.stringMatching(/^Better 1 green-dental\.example .*▲12 .*Meta description, 12 pages/),
      expect.stringMatching(/^No change 1 lumen-lamps\.example/),
    ]);
});
