import type { Extension, Page, Target } from 'puppeteer-core';
import { until } from '../condition';

/*
 * Popups under Puppeteer, measured in headless Chromium 156:
 *
 * - A popup is an ordinary page, and has the focus. Its size is that of its content, up to 800×600 pixels.
 *   `setViewport` and the zoom of tabs have no effect. Screenshots with `fullPage` include scrolled parts.
 * - For forced colours, send `Emulation.setEmulatedMedia` through `createCDPSession()`.
 * - A popup closes when its tab is brought to front, or when another tab opens in front. A popup also closes
 *   after a click on the page, or another press on the toolbar button. Puppeteer's Escape key has no effect.
 */

function popupTargets(extension: Extension, page: Page): Target[] {
  const url = `chrome-extension://${extension.id}/popup.html`;
  return page
    .browser()
    .targets()
    .filter((target) => target.type() === 'page' && target.url().startsWith(url));
}

/**
 * Opens the popup, and returns it after its first paint. Closes an open popup first. No tab may show
 * `popup.html`, because a tab and a popup cannot be distinguished.
 */
export async function openPopup(extension: Extension, page: Page): Promise<Page> {
  await page.bringToFront();
  // `bringToFront` closes an open popup after a delay.
  await until('the previous popup closes', () => popupTargets(extension, page).length === 0);
  await extension.triggerAction(page);
  const target = await until('the toolbar button opens the popup', () =>
    popupTargets(extension, page).at(0),
  );
  const popup = await target.asPage();
  // Browsers may drop presses before the first paint.
  const isPainted = () =>
    document.querySelector('main') !== null &&
    performance.getEntriesByName('first-contentful-paint').length > 0;
  await until('the popup has painted', () => popup.evaluate(isPainted).catch(() => false));
  return popup;
}
