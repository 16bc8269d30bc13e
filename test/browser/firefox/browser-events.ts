import { ADDRESS_BAR_KEYWORD } from '@/lib/browser-ui/address-bar-keyword';
import type { RunningExtension } from '../running-extension';
import { evaluatePrivileged } from './privileged';

// Actions of a person in the browser's own windows. Each action also starts a stopped event page.

const SEARCH_HANDLER = `const { ExtensionSearchHandler } =
  ChromeUtils.importESModule('resource://gre/modules/ExtensionSearchHandler.sys.mjs');`;

function evaluate(running: RunningExtension, statements: string): Promise<unknown> {
  return evaluatePrivileged(running.browser, running.extensionId, statements);
}

/**
 * Closes an open popup first. WebDriver BiDi does not list the new popup. Other extension pages find the
 * popup by `chrome.extension.getViews({ type: 'popup' })`. Only private extension pages find a popup of a
 * private window.
 */
export async function pressToolbarButton(running: RunningExtension): Promise<void> {
  await evaluate(
    running,
    `const lastWindow = Services.wm.getMostRecentWindow('navigator:browser');
    lastWindow.document.querySelector('.webextension-popup-browser')?.closest('panel').hidePopup();
    const button = ExtensionParent.apiManager.global.browserActionFor(extension);
    await button.triggerAction(lastWindow);`,
  );
}

/**
 * Opens or closes the extension's sidebar. WebDriver BiDi does not list the sidebar. Other extension pages
 * find the sidebar by `chrome.extension.getViews({ type: 'sidebar' })`.
 */
export async function showSidebar(running: RunningExtension, isShown: boolean): Promise<void> {
  const method = isShown ? 'open' : 'close';
  const sidebar = 'ExtensionParent.apiManager.global.sidebarActionFor(extension)';
  await evaluate(running, `await ${sidebar}.${method}(window);`);
}

/** Presses an item of a context menu in the active tab of the last used window. */
export async function pressMenuItem(
  running: RunningExtension,
  menuItemId: string,
  info: { pageUrl: string; linkUrl?: string },
): Promise<void> {
  const pressed = JSON.stringify({ menuItemId, modifiers: [], editable: false, ...info });
  await evaluate(
    running,
    `const lastWindow = Services.wm.getMostRecentWindow('navigator:browser');
    extension.emit('webext-menu-menuitem-click', ${pressed}, lastWindow.gBrowser.selectedTab);`,
  );
}

/**
 * Opens the context menu of a tab, presses one of the extension's items, and closes the menu. The tab may
 * be in the background.
 * @param url the address of the tab's page
 * @returns whether the menu has the item
 */
export async function pressTabMenuItem(
  running: RunningExtension,
  menuItemId: string,
  url: string,
): Promise<boolean> {
  const isPressed = await evaluate(
    running,
    `const windows = [...Services.wm.getEnumerator('navigator:browser')];
    const tab = windows
      .flatMap(({ gBrowser }) => gBrowser.tabs)
      .find(({ linkedBrowser }) => linkedBrowser.currentURI.spec === ${JSON.stringify(url)});
    const view = tab.ownerDocument.defaultView;
    const triggerEvent = new view.MouseEvent('contextmenu', { button: 2 });
    tab.dispatchEvent(triggerEvent);
    const menu = view.document.getElementById('tabContextMenu');
    const shown = new Promise((resolve) =>
      menu.addEventListener('popupshown', resolve, { once: true }));
    menu.openPopup(tab, { triggerEvent });
    await shown;
    const item = menu.querySelector(${JSON.stringify(`[id$="-menuitem-_${menuItemId}"]`)});
    item?.doCommand();
    menu.hidePopup();
    return item !== null;`,
  );
  return isPressed === true;
}

/** Presses a keyboard shortcut in the active tab of the last used window. */
export async function pressKeys(running: RunningExtension, command: string): Promise<void> {
  await evaluate(running, `extension.shortcuts.onCommand(${JSON.stringify(command)});`);
}

/** Types the keyword and a text. `suggestions` then returns the suggestions of the extension. */
export async function typeInAddressBar(running: RunningExtension, text: string): Promise<void> {
  const data = JSON.stringify({
    keyword: ADDRESS_BAR_KEYWORD,
    text: `${ADDRESS_BAR_KEYWORD} ${text}`,
  });
  await evaluate(
    running,
    `${SEARCH_HANDLER}
    window.suggestedByExtension = [];
    ExtensionSearchHandler.handleSearch(${data}, (suggestions) => {
      window.suggestedByExtension.push(...suggestions);
    });`,
  );
}

export async function suggestions(
  running: RunningExtension,
): Promise<{ content: string; description: string }[]> {
  const json = await evaluate(running, 'return JSON.stringify(window.suggestedByExtension);');
  return JSON.parse(json as string);
}

/** Chooses a suggestion, or enters a text. Call `typeInAddressBar` first. */
export async function enterInAddressBar(running: RunningExtension, content: string): Promise<void> {
  const entered = JSON.stringify(`${ADDRESS_BAR_KEYWORD} ${content}`);
  await evaluate(
    running,
    `${SEARCH_HANDLER}
    ExtensionSearchHandler.handleInputEntered('${ADDRESS_BAR_KEYWORD}', ${entered}, 'tab');`,
  );
}

/**
 * Searches the active tab of the last used window with the bar of Find in page, as Ctrl+F does. Returns
 * whether the text was found.
 */
export async function findInPage(running: RunningExtension, text: string): Promise<boolean> {
  const found = await evaluate(
    running,
    `const lastWindow = Services.wm.getMostRecentWindow('navigator:browser');
    const bar = await lastWindow.gBrowser.getFindBar();
    await bar.onFindCommand();
    const result = new Promise((resolve) => {
      const listener = {
        onFindResult({ searchString, result }) {
          if (searchString !== ${JSON.stringify(text)}) return;
          bar.browser.finder.removeResultListener(listener);
          resolve(result);
        },
      };
      bar.browser.finder.addResultListener(listener);
    });
    bar._findField.value = ${JSON.stringify(text)};
    bar._find();
    const isFound = (await result) !== Ci.nsITypeAheadFind.FIND_NOTFOUND;
    bar.close();
    return isFound;`,
  );
  return found === true;
}

export async function clickNotification(running: RunningExtension, id: string): Promise<void> {
  await evaluate(
    running,
    `const api = ExtensionParent.apiManager.getAPI('notifications', extension);
    api.notificationsMap.emit('clicked', ${JSON.stringify(id)});`,
  );
}
