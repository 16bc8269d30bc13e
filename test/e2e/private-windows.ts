import type { Page } from 'puppeteer-core';
import { app, until } from './app';

declare const chrome: {
  windows: { create(window: { url: string; incognito: boolean }): Promise<unknown> };
};

/** Opens a page in a private window of its own, in front. */
export async function openPrivateWindow(url: string): Promise<Page> {
  await app.worker.page.evaluate(
    (wanted) => chrome.windows.create({ url: wanted, incognito: true }),
    url,
  );
  return until('the private window opens', async () =>
    (await app.stage.browser.pages()).find((page) => page.url() === url),
  );
}
