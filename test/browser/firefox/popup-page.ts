import type { Page } from 'puppeteer-core';
import { byRole, find } from '../roles';
import { loadExtensionPage, openTabBeside } from './bidi';

/** The size that Firefox gives to a popup with all its content. */
const POPUP_SIZE = { width: 416, height: 600 };

/** The tab with the open popup of each page. */
const popupTabs = new WeakMap<Page, Page>();

/**
 * WebDriver BiDi does not list the real popup, so a tab shows `popup.html`. An extension page in
 * front cannot be reported, so this function enters the address of `page`.
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
    // A single `input` event, because typing takes seconds. No element gets the focus, as in a new popup.
    await field.evaluate((element, address) => {
      (element as HTMLInputElement).value = address;
      element.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }, page.url());
  }
  return popup;
}
