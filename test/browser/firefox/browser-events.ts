import type { RunningExtension } from '../running-extension';
import { evaluatePrivileged } from './privileged';

/*
 * What a person does in the browser around the pages, by Firefox's own code, which also starts an
 * event page that was ended.
 */

/** What the extension's manifest asks for. */
const KEYWORD = 'seo';

const SEARCH_HANDLER = `const { ExtensionSearchHandler } =
  ChromeUtils.importESModule('resource://gre/modules/ExtensionSearchHandler.sys.mjs');`;

function evaluate(running: RunningExtension, statements: string): Promise<unknown> {
  return evaluatePrivileged(running.browser, running.extensionId, statements);
}

/**
 * Presses the extension's button on the toolbar, on the tab in front of the window used last; a popup that
 * was open there closes. WebDriver BiDi does not see the popup that opens. The extension's other pages do, by
 * `chrome.extension.getViews({ type: 'popup' })`. One of a private window is seen only from there.
 */
export async function pressToolbarButton(running: RunningExtension): Promise<void> {
  await evaluate(
    running,
    `const front = Services.wm.getMostRecentWindow('navigator:browser');
    front.document.querySelector('.webextension-popup-browser')?.closest('panel').hidePopup();
    const button = ExtensionParent.apiManager.global.browserActionFor(extension);
    await button.triggerAction(front);`,
  );
}

/**
 * Opens the extension's sidebar, or closes it. WebDriver BiDi does not see it; the extension's other pages
 * do, by `chrome.extension.getViews({ type: 'sidebar' })`.
 */
export async function showSidebar(running: RunningExtension, isShown: boolean): Promise<void> {
  const act = isShown ? 'open' : 'close';
  const sidebar = 'ExtensionParent.apiManager.global.sidebarActionFor(extension)';
  await evaluate(running, `await ${sidebar}.${act}(window);`);
}

/** Presses an item of the extension's context menu, on the tab in front of the window used last. */
export async function pressMenuItem(
  running: RunningExtension,
  menuItemId: string,
  info: { pageUrl: string; linkUrl?: string },
): Promise<void> {
  const pressed = JSON.stringify({ menuItemId, modifiers: [], editable: false, ...info });
  await evaluate(
    running,
    `const front = Services.wm.getMostRecentWindow('navigator:browser');
    extension.emit('webext-menu-menuitem-click', ${pressed}, front.gBrowser.selectedTab);`,
  );
}

/** Presses the keys of a command, on the tab in front of the window used last. */
export async function pressKeys(running: RunningExtension, command: string): Promise<void> {
  await evaluate(running, `extension.shortcuts.onCommand(${JSON.stringify(command)});`);
}

/** Types the keyword and a text into the address bar; what is suggested then is gathered. */
export async function typeInAddressBar(running: RunningExtension, text: string): Promise<void> {
  const data = JSON.stringify({ keyword: KEYWORD, text: `${KEYWORD} ${text}` });
  await evaluate(
    running,
    `${SEARCH_HANDLER}
    window.suggestedByExtension = [];
    ExtensionSearchHandler.handleSearch(${data}, (suggestions) => {
      window.suggestedByExtension.push(...suggestions);
    });`,
  );
}

/** All that was suggested for the text that was typed last. */
export async function suggestions(
  running: RunningExtension,
): Promise<{ content: string; description: string }[]> {
  const json = await evaluate(running, 'return JSON.stringify(window.suggestedByExtension);');
  return JSON.parse(json as string);
}

/** Presses Enter on a suggestion's content, after something was typed. */
export async function enterInAddressBar(running: RunningExtension, content: string): Promise<void> {
  const entered = JSON.stringify(`${KEYWORD} ${content}`);
  await evaluate(
    running,
    `${SEARCH_HANDLER}
    ExtensionSearchHandler.handleInputEntered('${KEYWORD}', ${entered}, 'tab');`,
  );
}
