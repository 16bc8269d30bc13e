import type { RunningExtension } from '../running-extension';
import { evaluatePrivileged } from './privileged';

/**
 * Presses the extension's button on the toolbar as a person does, on the tab in front; a popup that
 * was open closes. WebDriver BiDi does not see the popup that opens. The extension's other pages do,
 * by `chrome.extension.getViews({ type: 'popup' })`.
 */
export async function pressToolbarButton({
  browser,
  extensionId,
}: RunningExtension): Promise<void> {
  await evaluatePrivileged(
    browser,
    extensionId,
    `window.document.querySelector('.webextension-popup-browser')?.closest('panel').hidePopup();
    const button = ExtensionParent.apiManager.global.browserActionFor(extension);
    await button.triggerAction(window);`,
  );
}
