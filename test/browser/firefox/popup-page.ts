import type { Page } from 'puppeteer-core';
import { byRole, find } from '../roles';
import { loadExtensionPage, openTabBeside } from './bidi';

/** The size of a popup in Firefox if all content is shown. */
const POPUP_SIZE = { width: 416, height: 600 };

/** The tab that shows the popup of a page. */
const popupTabs = new WeakMap<Page, Page>();

/**
 * Opens `popup.html` in a tab, because WebDriver BiDi does not list the real popup. In this tab, the page in
 * front is the extension page, which the popup cannot report. This function therefore enters the address.
 */
export async function openPopupPage(page: Page, url: string): Promise<Page> {
  await popupTabs
    .get(page)
    ?.close()
    .catch(() => {});
  const popup = await openTabBeside(page);
  popupTabs.set(page, popup);
  await popup.setViewport(POPUP_SIZE);
  await loadExtensionPage(popup, url);
  await find(popup, 'main');
  const field = await popup.$(byRole('textbox', 'URL'));
  if (field !== null && /^https?:/.test(page.url())) {
    // One `input` event, because typing takes seconds. The field does not get the focus, as in a new popup.
    await field.evaluate((element, address) => {
      (element as HTMLInputElement).value = address;
      element.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }, page.url());
  }
  return popup;
}
