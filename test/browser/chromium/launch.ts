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
 * Starts Chromium with the extension.
 *
 * New targets, popups and workers among them, are held for some milliseconds until Puppeteer has
 * seen them: who measures time should do it inside the page.
 */
export async function launchChromium(options: LaunchOptions): Promise<RunningExtension> {
  const { userDataDir, extensionDir, privateWindows } = options;
  if (!privateWindows) return start(options);
  // The switch stands in the profile of a browser that has had the extension.
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
 * Installs one more extension, such as a changed copy, in a browser that has one. Closing it takes it
 * out again, and leaves the browser.
 */
export async function installBeside(
  browser: Browser,
  extensionDir: string,
): Promise<RunningExtension> {
  const extension = await startExtension(browser, extensionDir);
  return {
    ...running(browser, extension),
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
      // Without a graphics card the processor would play one, at a fifth of all time.
      ...(headless ? ['--disable-gpu'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // No process is kept ready for a next page, and no page that was left is kept running: with them, a
      // popup takes a quarter more of the processor.
      '--disable-features=SpareRendererForSitePerProcess,BackForwardCache',
      '--no-default-browser-check',
      `--window-size=${width},${height}`,
      // A popup cannot be higher than the room below the toolbar of the screen: 510 of 600 otherwise.
      ...(headless ? ['--screen-info={1920x1200}'] : []),
      ...args,
    ],
  });
  try {
    return running(browser, await startExtension(browser, extensionDir, keptId));
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/** The extension that the profile has kept, or else the one from the folder. */
async function startExtension(
  browser: Browser,
  extensionDir: string,
  keptId?: string,
): Promise<Extension> {
  const isThere = 'the browser lists the extension';
  const listed = (id: string) =>
    until(isThere, async () => (await browser.extensions()).get(id), 3000);
  const kept = keptId && (await listed(keptId).catch(() => undefined));
  if (kept) return kept;
  // Not by `enableExtensions: [dir]`: that does not wait, and leaves a refusal unhandled.
  const extension = await listed(await browser.installExtension(extensionDir));
  // Its first start follows by itself; one that is stopped before that may never start again.
  const { id } = extension;
  const state = () => workerEvaluate(browser, id, 'self.serviceWorker.state').catch(() => '');
  await until('the background worker starts', async () => (await state()) === 'activated');
  return extension;
}

/** Puppeteer goes on telling the version that it has seen first. */
async function installedVersion(browser: Browser, id: string): Promise<string | undefined> {
  const session = await browser.target().createCDPSession();
  try {
    const { extensions } = await session.send('Extensions.getExtensions');
    return extensions.find((one) => one.id === id && one.enabled)?.version;
  } finally {
    await session.detach();
  }
}

function running(browser: Browser, extension: Extension): RunningExtension {
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
        // A popup closes by itself.
        await Promise.all(others.map((page) => page.close().catch(() => {})));
        // One that is only opening is not among the pages yet.
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
