import type { Extension, Page, Target } from 'puppeteer-core';
import { until } from '../condition';

/*
 * A popup under Puppeteer, measured in headless Chromium 156:
 *
 * - It is a page like others and has the focus, but Chromium makes it as large as its content, 800×600
 *   at most: `setViewport` and the zoom of tabs do nothing. `fullPage` shows what lies below as well.
 * - For forced colours send `Emulation.setEmulatedMedia` through `createCDPSession()`.
 * - It closes when its tab is brought to front, when another tab opens in front, when the page is
 *   clicked, and when the button is pressed again. An Escape sent by Puppeteer does not close it.
 */

function popupTargets(extension: Extension, page: Page): Target[] {
  const url = `chrome-extension://${extension.id}/popup.html`;
  return page
    .browser()
    .targets()
    .filter((target) => target.type() === 'page' && target.url().startsWith(url));
}

/**
 * Presses the extension's toolbar button while `page` is in front, as a person does, and gives the
 * popup once it has painted. One that was open closes first. What the service knows may still be on
 * its way: wait for it by role.
 *
 * The popup's page must not be open as a tab as well: the two cannot be told apart.
 */
export async function openPopup(extension: Extension, page: Page): Promise<Page> {
  await page.bringToFront();
  // Bringing a tab to front closes the popup, but not at once.
  await until('the popup from before closes', () => popupTargets(extension, page).length === 0);
  await extension.triggerAction(page);
  const target = await until('the toolbar button opens the popup', () =>
    popupTargets(extension, page).at(0),
  );
  const popup = await target.asPage();
  // Browsers may drop what is pressed before the first paint.
  const isPainted = () =>
    document.querySelector('main') !== null &&
    performance.getEntriesByName('first-contentful-paint').length > 0;
  await until('the popup has painted', () => popup.evaluate(isPainted).catch(() => false));
  return popup;
}
