import type { Page } from 'puppeteer-core';
import { type Announcements, announcementAfter } from './announcements';
import { until } from './condition';
import { fill, find, press } from './roles';
import type { RunningExtension } from './running-extension';

export async function openOptions(running: RunningExtension): Promise<Page> {
  const page = await running.openFile('options.html');
  await find(page, 'main');
  return page;
}

/**
 * Connects to a service, and returns the announcements. Call `approveHost` first, because a headless
 * browser never answers the permission request.
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

/** The popup may already be closed. */
export async function closePopup(popup: Page): Promise<void> {
  await popup.close().catch(() => {});
  await until('the popup closes', () => isGone(popup));
}

/** Whether a page is closed. Firefox sends no event when an extension page closes. */
export function isGone(page: Page): Promise<boolean> {
  return page.evaluate(() => false).catch(() => true);
}
