import type { Page } from 'puppeteer-core';
import { byRole, find } from '../roles';
import { loadExtensionPage, openTabBeside } from './bidi';

/** What Firefox gives to a popup with all its content. */
const POPUP_SIZE = { width: 400, height: 600 };

/** The popups that are open as tabs, by the tab that they belong to. */
const open = new WeakMap<Page, Page>();

/**
 * Opens the popup's page in a tab beside another, and enters that one's address. WebDriver BiDi does
 * not see the popup that the toolbar button opens. In a tab it takes itself for the page in front,
 * which cannot be reported.
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
    // As a paste does it: typing takes seconds. The focus stays on nothing, as in a new popup.
    await field.evaluate((element, address) => {
      (element as HTMLInputElement).value = address;
      element.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }, page.url());
  }
  return popup;
}
