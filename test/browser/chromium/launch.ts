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
 * Puppeteer pauses each new target, also popups and workers, for some milliseconds. A benchmark
 * must therefore measure time inside the page.
 */
export async function launchChromium(options: LaunchOptions): Promise<RunningExtension> {
  const { userDataDir, extensionDir, privateWindows } = options;
  if (!privateWindows) return start(options);
  // A profile has the setting for private windows only after a run with the extension.
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

/**
 * Installs another extension in a running browser. The `close` of the result uninstalls the
 * extension.
 */
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
  const keptId = userDataDir && (await keepExtension(userDataDir, extensionDir));
  const browser = await startProgram('chromium', options, {
    pipe: true,
    enableExtensions: true,
    ignoreDefaultArgs: showsScrollbars ? ['--hide-scrollbars'] : [],
    args: [
      // Chromium's sandbox refuses to run as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      // On a computer without a graphics card, emulating one would take a fifth of the test time.
      ...(headless ? ['--disable-gpu'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Without a spare process and the back/forward cache, a popup needs a quarter less CPU time.
      '--disable-features=SpareRendererForSitePerProcess,BackForwardCache',
      '--no-default-browser-check',
      `--window-size=${width},${height}`,
      // Chromium limits a popup to the height of the screen below the toolbar: 510 pixels by default.
      ...(headless ? ['--screen-info={1920x1200}'] : []),
      ...args,
    ],
  });
  try {
    return runningIn(browser, await startExtension(browser, extensionDir, keptId));
  } catch (error) {
    await browser.close();
    throw error;
  }
}

async function startExtension(
  browser: Browser,
  extensionDir: string,
  keptId?: string,
): Promise<Extension> {
  const listed = (id: string) =>
    until(
      'the browser lists the extension',
      async () => (await browser.extensions()).get(id),
      3000,
    );
  const kept = keptId && (await listed(keptId).catch(() => undefined));
  if (kept) return kept;
  // `enableExtensions: [dir]` would not wait for the installation, and would not report a failure.
  const extension = await listed(await browser.installExtension(extensionDir));
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
    return extensions.find((one) => one.id === id && one.enabled)?.version;
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
    closeTabs: (kept) =>
      until('the tabs are closed', async () => {
        const others = (await browser.pages()).filter((page) => !kept.includes(page));
        // A popup may close by itself.
        await Promise.all(others.map((page) => page.close().catch(() => {})));
        // Puppeteer does not list pages that are still opening.
        const left = browser.targets().filter((target) => target.type() === 'page');
        return left.length <= kept.length;
      }).then(() => {}),
    openPopup: (page) => openPopup(extension, page),
    approveHost: (pattern) => approveHost(browser, id, pattern),
    grantHost: (pattern) => grantHost(browser, id, pattern),
    stopWorker: () => stopWorker(browser, id),
    isWorkerRunning: () => isWorkerRunning(browser, id),
    version: () => installedVersion(browser, id),
    showButton: () => pinToToolbar(browser, id),
    close: () => browser.close(),
  };
}
