import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { until } from '../condition';
import { startProgram } from '../program';
import type { LaunchOptions, RunningExtension } from '../running-extension';
import { closeTabs, listContexts, loadExtensionPage, openTabBeside, send } from './bidi';
import { openPopupPage } from './popup-page';
import { evaluatePrivileged } from './privileged';
import { registerRoleSelector } from './role-selector';

/** The host of extension pages. By default, Firefox chooses a random host for each profile. */
const PAGES_HOST = '3f1a2c9e-0b7d-4e57-9c35-7a2f6d1e8b40';
const ORIGIN = `moz-extension://${PAGES_HOST}`;

/**
 * Installs the extension as a temporary add-on, because the extension is not signed. A permanent profile keeps
 * the extension's storage and permissions.
 */
export async function launchFirefox(options: LaunchOptions): Promise<RunningExtension> {
  const { extensionDir, privateWindows = false } = options;
  await registerRoleSelector();
  const { width, height } = options.window ?? { width: 1280, height: 800 };
  const manifest = JSON.parse(await readFile(join(extensionDir, 'manifest.json'), 'utf8'));
  const addOnId = manifest.browser_specific_settings.gecko.id;
  const browser = await startProgram('firefox', options, {
    browser: 'firefox',
    args: ['--remote-allow-system-access', '--width', String(width), '--height', String(height)],
    extraPrefsFirefox: {
      'extensions.webextensions.uuids': JSON.stringify({ [addOnId]: PAGES_HOST }),
      // Firefox removes temporary extensions when it ends. These two preferences keep the storage.
      'extensions.webextensions.keepStorageOnUninstall': true,
      'extensions.webextensions.keepUuidOnUninstall': true,
      // Makes Firefox grant permission requests without a dialog.
      'extensions.webextOptionalPermissionPrompts': false,
      // Makes Firefox itself show notifications, because a system without a desktop shows none.
      'alerts.useSystemBackend': false,
      ...options.preferences,
    },
  });
  const running = runningIn(browser);
  try {
    await send(browser, 'webExtension.install', {
      extensionData: { type: 'path', path: extensionDir },
      'moz:allowPrivateBrowsing': privateWindows,
    });
    await until('the background starts', running.isWorkerRunning);
  } catch (error) {
    await browser.close();
    throw error;
  }
  return running;
}

function runningIn(browser: Browser): RunningExtension {
  const evaluate = (statements: string) => evaluatePrivileged(browser, PAGES_HOST, statements);
  const isWorkerRunning = async () =>
    (await evaluate('return extension.backgroundState')) === 'running';
  const openTab = async () => {
    // Without a reference tab, the new tab opens in the last used window.
    const [first] = await browser.pages();
    return first ? openTabBeside(first) : browser.newPage();
  };
  return {
    name: 'firefox',
    browser,
    extensionId: PAGES_HOST,
    origin: ORIGIN,
    openTab,
    async openFile(path, { background = false } = {}) {
      const page = background ? await browser.newPage({ background }) : await openTab();
      await loadExtensionPage(page, `${ORIGIN}/${path}`);
      return page;
    },
    tabUrls: async () => (await listContexts(browser)).map(({ url }) => url),
    closeTabs: (except) => closeTabs(browser, except),
    openPopup: (page) => openPopupPage(page, `${ORIGIN}/popup.html`),
    // Firefox grants every request.
    approveHost: async () => {},
    async grantHost(pattern) {
      const permissions = JSON.stringify({ permissions: [], origins: [pattern] });
      await evaluate(`await ExtensionPermissions.add(extension.id, ${permissions}, extension)`);
    },
    async stopWorker() {
      await evaluate('await extension.terminateBackground()');
    },
    isWorkerRunning,
    version: () => evaluate('return extension.version').then(String, () => undefined),
    async showToolbarButton() {
      await evaluate(`
        const { CustomizableUI } = window;
        const button = ExtensionParent.apiManager.global.browserActionFor(extension);
        CustomizableUI.addWidgetToArea(button.widget.id, CustomizableUI.AREA_NAVBAR);`);
    },
    close: () => browser.close(),
  };
}
