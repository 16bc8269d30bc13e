import type { Page } from 'puppeteer-core';
import { type Announcements, announcementAfter } from './announcements';
import { until } from './condition';
import { fill, find, press } from './roles';
import type { RunningExtension } from './running-extension';

/** Opens the options page in a tab of its own, in front. */
export async function openOptions(running: RunningExtension): Promise<Page> {
  const page = await running.openFile('options.html');
  await find(page, 'main');
  return page;
}

/**
 * Fills in a connection on the options page, presses Connect, and gives what the page then says.
 * Without `approveHost` for the address before, headless browsers never answer.
 */
export async function connectThroughOptions(
  page: Page,
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
): Promise<Announcements> {
  await page.bringToFront();
  await fill(page, 'Base URL', baseUrl);
  await fill(page, 'API key', apiKey);
  return announcementAfter(page, () => press(page, 'Connect'));
}

/** Closes a popup and waits until it is gone; one that has closed by itself is fine. */
export async function closePopup(popup: Page): Promise<void> {
  await popup.close().catch(() => {});
  await until('the popup closes', () => isGone(popup));
}

/** Whether a page is there no more. Firefox does not tell of the end of an extension's page. */
export function isGone(page: Page): Promise<boolean> {
  return page.evaluate(() => false).catch(() => true);
}
