import type { Extension, Page, Target } from 'puppeteer-core';
import { until } from '../condition';

/*
 * Behaviour of a popup under Puppeteer, measured in headless Chromium 156:
 *
 * - A popup is an ordinary page and has the focus. Chromium makes a popup as large as its content, up to
 *   800×600 pixels. `setViewport` and the zoom of tabs have no effect. Screenshots with `fullPage` include
 *   the scrolled parts.
 * - For forced colours, send `Emulation.setEmulatedMedia` through `createCDPSession()`.
 * - A popup closes when its tab is brought to front, or when another tab opens in front. A click on the
 *   page and a second press on the button also close a popup. Puppeteer's Escape key does not.
 */

function popupTargets(extension: Extension, page: Page): Target[] {
  const url = `chrome-extension://${extension.id}/popup.html`;
  return page
    .browser()
    .targets()
    .filter((target) => target.type() === 'page' && target.url().startsWith(url));
}

/**
 * Returns the popup after its first paint. Closes an open popup first. The popup's page must not be
 * open in a tab, because the two cannot be distinguished.
 */
export async function openPopup(extension: Extension, page: Page): Promise<Page> {
  await page.bringToFront();
  // Bringing a tab to front closes the popup after a delay.
  await until('the former popup closes', () => popupTargets(extension, page).length === 0);
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
