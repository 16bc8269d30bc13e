import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { type Service, type ServiceOptions, startService } from '../service/service';
import { workerEvaluate } from './chromium/worker-control';
import { until } from './condition';
import { type ExtensionTab, openExtensionTab } from './extension-tab';
import { launchWithExtension } from './launch';
import { isGone, openOptions } from './page-actions';
import type { BrowserName, LaunchOptions, RunningExtension } from './running-extension';
import { screenOf } from './screen';

/** The folders to which `npm run build` writes. */
export const BUILT_EXTENSIONS = {
  chromium: '.output/chrome-mv3',
  firefox: '.output/firefox-mv3',
} as const;

export const SERVICE_HOST = 'http://127.0.0.1/*';

export interface TestBrowserOptions extends Partial<LaunchOptions> {
  /** By default Chromium. */
  browserName?: BrowserName;
}

type Address = Pick<Service, 'baseUrl' | 'apiKey'>;

export type TestBrowser = Awaited<ReturnType<typeof testBrowserOf>>;

export async function startTestBrowser({
  browserName = 'chromium',
  args = [],
  ...options
}: TestBrowserOptions = {}): Promise<TestBrowser> {
  const running = await launchWithExtension(browserName, {
    extensionDir: BUILT_EXTENSIONS[browserName],
    headless: true,
    // Without this switch, the animation of each new popup takes 0.2 s.
    args: ['--animation-duration-scale=0', ...args],
    ...options,
  });
  return testBrowserOf(running);
}

/** Starts a service and a browser, and closes both after the work. */
export async function withTestBrowser<Result>(
  { service: options, ...launch }: TestBrowserOptions & { service?: ServiceOptions },
  work: (testBrowser: TestBrowser, service: Service) => Promise<Result>,
): Promise<Result> {
  const service = await startService(options);
  try {
    const testBrowser = await startTestBrowser(launch);
    try {
      return await work(testBrowser, service);
    } finally {
      // A person may already have closed the window.
      await testBrowser.close().catch(() => {});
    }
  } finally {
    await service.close();
  }
}

/** Returns a running browser with additional functions for tests. */
export async function testBrowserOf(running: RunningExtension) {
  const { browser } = running;
  let extensionTab: Promise<ExtensionTab> | undefined;
  /** An unused tab. A page opens faster in this tab than in a new tab. */
  let freeTab: Page | undefined = (await browser.pages()).find(
    (page) => page.url() === 'about:blank',
  );

  return {
    ...running,
    openTab: async () => screenOf(await running.openTab()),
    openFile: async (...file: Parameters<RunningExtension['openFile']>) =>
      screenOf(await running.openFile(...file)),
    openPopup: async (page: Page) => screenOf(await running.openPopup(page)),
    openOptions: async () => screenOf(await openOptions(running)),
    async openPopupOn(url: string) {
      // A test may have closed the unused tab.
      const openFreeTab = freeTab?.isClosed() ? undefined : freeTab;
      const page = screenOf(openFreeTab ?? (await running.openTab()));
      freeTab = undefined;
      await page.goto(url);
      return { page, popup: screenOf(await running.openPopup(page)) };
    },
    /** Returns the extension tab. Opens the tab at the first call, and again if the tab was closed. */
    async extensionTab(): Promise<ExtensionTab> {
      const page = (await extensionTab)?.page;
      if (page && (await isGone(page))) extensionTab = undefined;
      extensionTab ??= openExtensionTab(running);
      return extensionTab;
    },
    /** Connects on the options page. Throws if the connection fails. */
    async connect(service: Address): Promise<void> {
      await running.approveHost(SERVICE_HOST);
      const page = screenOf(await openOptions(running));
      const { status, alert } = await page.connect(service);
      if (!status.startsWith('Connected') || alert !== '') {
        throw new Error(`Not connected: ${status} ${alert}`);
      }
      await page.close();
    },
    /** Closes all tabs, except the extension tab and one empty tab. */
    async closePages(): Promise<void> {
      const extensionTabPage = (await extensionTab)?.page;
      // A browser without an ordinary tab ends.
      const emptyTab =
        (await browser.pages()).find((page) => page !== extensionTabPage) ??
        (await running.openTab());
      await emptyTab.bringToFront();
      if (emptyTab.url().startsWith(running.origin)) await emptyTab.goto('about:blank');
      await running.closeTabs([emptyTab, ...(extensionTabPage ? [extensionTabPage] : [])]);
      freeTab = emptyTab;
    },
  };
}

/**
 * Switches to a connection, or connects the first service, faster than through the options page.
 * Drops open jobs of another service. If the account is already known, its connection gets the new
 * address.
 */
export async function connectAtOnce(
  testBrowser: TestBrowser,
  { baseUrl, apiKey }: Address,
): Promise<void> {
  const extensionTab = await testBrowser.extensionTab();
  const request = {
    connectionId: (await extensionTab.connectionId()) ?? null,
    baseUrl,
    apiKey,
    allowsUnencrypted: true,
    dropsOpenJobs: true,
  };
  const connect = async (answers = {}) =>
    JSON.stringify(await extensionTab.callBackground('connect', { ...request, ...answers }));
  let answer = await connect();
  if (answer.includes('noPermission')) {
    await testBrowser.grantHost(`http://${new URL(baseUrl).hostname}/*`);
    answer = await connect();
  }
  const [, sameAs] = /"whichAccount","connectionId":"([^"]+)"/.exec(answer) ?? [];
  if (sameAs !== undefined) answer = await connect({ sameAs });
  if (!answer.includes('passed')) throw new Error(`Not connected: ${answer}`);
}

/**
 * Replaces the extension by a newer version. The browser then stops the background, and closes all extension
 * pages. Chromium needs a permanent profile, and a restart after the installation.
 */
export async function updateExtension(
  testBrowser: TestBrowser,
  extensionDir: string,
): Promise<void> {
  const path = join(extensionDir, 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  const version = `${manifest.version}.1`;
  await writeFile(path, JSON.stringify({ ...manifest, version }));
  const { page } = await testBrowser.extensionTab();
  await page.evaluate('chrome.runtime.reload()').catch(() => {});
  await until('the pages of the previous version close', () => isGone(page));
  await until('the newer version runs', async () => (await testBrowser.version()) === version);
}

/** Makes the browser refuse to remove permissions until the worker stops. */
export async function keepPermissions(testBrowser: TestBrowser): Promise<void> {
  await (await testBrowser.extensionTab()).wake();
  const apis = '[globalThis.chrome, globalThis.browser].filter(Boolean)';
  const keep = `for (const api of ${apis}) api.permissions.remove = async () => false`;
  await workerEvaluate(testBrowser.browser, testBrowser.extensionId, keep);
}
