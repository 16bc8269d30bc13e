import type { Page } from 'puppeteer-core';
import { until } from './condition';

/** Closes a popup and waits until it is gone; one that has closed by itself is fine. */
export async function closePopup(popup: Page): Promise<void> {
  await popup.close().catch(() => {});
  // Firefox does not tell of the end of an extension's page.
  await until('the popup closes', () => popup.evaluate(() => false).catch(() => true));
}
