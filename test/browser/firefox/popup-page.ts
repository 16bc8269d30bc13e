import type { Page } from 'puppeteer-core';
import { byRole, find } from '../roles';
import { loadExtensionPage, openTabBeside } from './bidi';

/** The size that Firefox gives to a popup with all its content. */
const POPUP_SIZE = { width: 416, height: 600 };

/** Popups that are open as tabs, by their page's tab. */
const open = new WeakMap<Page, Page>();

/**
 * Opens the popup's page in a tab beside `page`, and enters the address of `page`. WebDriver BiDi does not
 * list the popup of the toolbar button. In a tab, the popup believes that it is the page in front, which
 * cannot be reported.
 */
export async function openPopupPage(page: Page, url: string): Promise<Page> {
  await open
    .get(page)
    ?.close()
    .catch(() => {});
  const popup = await openTabBeside(page);
  open.set(page, popup);
  await popup.setViewport(POPUP_SIZE);
  await loadExtensionPage(popup, url);
  await find(popup, 'main');
  const field = await popup.$(byRole('textbox', 'URL'));
  if (field !== null && /^https?:/.test(page.url())) {
    // Fires one `input` event, because typing takes seconds. No element gets the focus, as in a new popup.
    await field.evaluate((element, address) => {
      (element as HTMLInputElement).value = address;
      element.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }, page.url());
  }
  return popup;
}
