import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Extension } from 'puppeteer-core';
import { until } from '../condition';
import { startProgram } from '../program';
import type { LaunchOptions, RunningExtension } from '../running-extension';
import { approveHost, grantHost, pinToToolbar } from './extensions-page';
import { openPopup } from './popup';
import { allowInPrivateWindows, keepExtension } from './profile';
import { isWorkerRunning, stopWorker, workerEvaluate } from './worker-control';

/**
 * Puppeteer pauses each new target, including popups and workers, for some milliseconds. Benchmarks therefore
 * measure time inside the page.
 */
export async function launchChromium(options: LaunchOptions): Promise<RunningExtension> {
  const { userDataDir, extensionDir, privateWindows } = options;
  if (!privateWindows) return start(options);
  // The setting for private windows exists only after a first run with the extension.
  const profile = userDataDir ?? (await mkdtemp(join(tmpdir(), 'profile-')));
  await (await start({ ...options, userDataDir: profile })).close();
  await allowInPrivateWindows(profile, extensionDir);
  const running = await start({ ...options, userDataDir: profile });
  if (userDataDir !== undefined) return running;
  const close = async () => {
    await running.close();
    await rm(profile, { recursive: true, maxRetries: 5 });
  };
  return { ...running, close };
}

/** Installs another extension in a running browser. `close` of the result uninstalls the extension. */
export async function installBeside(
  browser: Browser,
  extensionDir: string,
): Promise<RunningExtension> {
  const extension = await startExtension(browser, extensionDir);
  return {
    ...runningIn(browser, extension),
    close: () => browser.uninstallExtension(extension.id),
  };
}

async function start(options: LaunchOptions): Promise<RunningExtension> {
  const { extensionDir, headless, userDataDir, args = [], showsScrollbars = false } = options;
  const { width, height } = options.window ?? { width: 1280, height: 800 };
  const installedId = userDataDir && (await keepExtension(userDataDir, extensionDir));
  const browser = await startProgram('chromium', options, {
    pipe: true,
    enableExtensions: true,
    ignoreDefaultArgs: showsScrollbars ? ['--hide-scrollbars'] : [],
    args: [
      // Chromium's sandbox refuses to run as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      // Without a graphics card, Chromium emulates a card. The emulation takes a fifth of the test time.
      ...(headless ? ['--disable-gpu'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Without these two features, a popup needs a quarter less CPU time.
      '--disable-features=SpareRendererForSitePerProcess,BackForwardCache',
      '--no-default-browser-check',
      `--window-size=${width},${height}`,
      // The screen limits the height of a popup. The default screen leaves 510 pixels below the toolbar.
      ...(headless ? ['--screen-info={1920x1200}'] : []),
      ...args,
    ],
  });
  try {
    return runningIn(browser, await startExtension(browser, extensionDir, installedId));
  } catch (error) {
    await browser.close();
    throw error;
  }
}

async function startExtension(
  browser: Browser,
  extensionDir: string,
  installedId?: string,
): Promise<Extension> {
  const untilListed = (id: string) =>
    until(
      'the browser lists the extension',
      async () => (await browser.extensions()).get(id),
      3000,
    );
  const installed = installedId && (await untilListed(installedId).catch(() => undefined));
  if (installed) return installed;
  // Unlike `enableExtensions: [dir]`, `installExtension` waits for the installation, and reports a failure.
  const extension = await untilListed(await browser.installExtension(extensionDir));
  // If a worker is stopped before its first start, it may never start again.
  const { id } = extension;
  const state = () => workerEvaluate(browser, id, 'self.serviceWorker.state').catch(() => '');
  await until('the background worker starts', async () => (await state()) === 'activated');
  return extension;
}

/** Returns the installed version. After an update, Puppeteer's `Extension.version` is outdated. */
async function installedVersion(browser: Browser, id: string): Promise<string | undefined> {
  const session = await browser.target().createCDPSession();
  try {
    const { extensions } = await session.send('Extensions.getExtensions');
    return extensions.find((extension) => extension.id === id && extension.enabled)?.version;
  } finally {
    await session.detach();
  }
}

function runningIn(browser: Browser, extension: Extension): RunningExtension {
  const { id } = extension;
  const origin = `chrome-extension://${id}`;
  return {
    name: 'chromium',
    browser,
    extensionId: id,
    origin,
    openTab: () => browser.newPage(),
    async openFile(path, { background = false } = {}) {
      const page = await browser.newPage({ background });
      await page.goto(`${origin}/${path}`);
      return page;
    },
    tabUrls: async () => browser.targets().map((target) => target.url()),
    closeTabs: (except) =>
      until('the tabs are closed', async () => {
        const others = (await browser.pages()).filter((page) => !except.includes(page));
        // A popup may close by itself.
        await Promise.all(others.map((page) => page.close().catch(() => {})));
        // Puppeteer does not list pages that are still opening.
        const openPages = browser.targets().filter((target) => target.type() === 'page');
        return openPages.length <= except.length;
      }).then(() => {}),
    openPopup: (page) => openPopup(extension, page),
    approveHost: (pattern) => approveHost(browser, id, pattern),
    grantHost: (pattern) => grantHost(browser, id, pattern),
    stopWorker: () => stopWorker(browser, id),
    isWorkerRunning: () => isWorkerRunning(browser, id),
    version: () => installedVersion(browser, id),
    showToolbarButton: () => pinToToolbar(browser, id),
    close: () => browser.close(),
  };
}
