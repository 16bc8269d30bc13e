import { cpSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, inject, it, test } from 'vitest';
import type { View } from '@/lib/browser-ui/reports-request';
import { installBeside } from '../browser/chromium/launch';
import { until } from '../browser/condition';
import type { ExtensionTab } from '../browser/extension-tab';
import type { BrowserName, LaunchOptions } from '../browser/running-extension';
import type { Screen } from '../browser/screen';
import {
  BUILT_EXTENSIONS,
  connectAtOnce,
  startTestBrowser as startTestBrowserIn,
  type TestBrowser,
  testBrowserOf,
  updateExtension,
} from '../browser/test-browser';
import { REMOTE_HOST } from '../endurance/offline';
import type { ReportSeed } from '../service/report-store';
import { type Service, type ServiceOptions, startService } from '../service/service';

export { until } from '../browser/condition';
export { creation } from '../browser/extension-tab';
export { byRole } from '../browser/roles';
export type { Screen } from '../browser/screen';
export { failures } from '../service/served-failure';
export { bareAddress } from '../service/served-report';

declare module 'vitest' {
  interface ProvidedContext {
    browserName: BrowserName;
  }
}

/** Opens an extension page, and brings the page into a state. */
export type State = () => Promise<Screen>;

let testBrowser: TestBrowser;
let extensionTab: ExtensionTab;
let service: Service;
let tab: Page;

/** The browser and the service of the running test. `useTestBrowser` or `useService` sets both. */
export const app = {
  get testBrowser() {
    return testBrowser;
  },
  get service() {
    return service;
  },
  get worker() {
    return extensionTab;
  },
  /** The tab on which the toolbar button was last pressed. */
  get tab() {
    return tab;
  },
  async popup(url: string = service.samplePages.good): Promise<Screen> {
    const { page, popup } = await testBrowser.openPopupOn(url);
    tab = page;
    return popup;
  },
  popupAgain: (): Promise<Screen> => testBrowser.openPopup(tab),
  async popupWithRows(count: number, url?: string): Promise<Screen> {
    const popup = await app.popup(url);
    await popup.untilRows((rows) => rows.length === count);
    return popup;
  },
  options: (): Promise<Screen> => testBrowser.openOptions(),
  /** Opens the options page, and waits for the account. Later, the layout does not change. */
  async settledOptions(): Promise<Screen> {
    const options = await testBrowser.openOptions();
    await options.shows('region', 'Account');
    return options;
  },
  batches: (): Promise<Screen> => app.reports({ name: 'many' }),
  batch: (id: string): Promise<Screen> => app.reports({ name: 'batch', id }),
  reports: async (view: View = { name: 'list' }): Promise<Screen> => {
    const token = await extensionTab.requestReports(view);
    const page = await testBrowser.openFile(`reports.html#${token}`);
    await page.find('main');
    return page;
  },
  connect: (to: Pick<Service, 'baseUrl' | 'apiKey'> = service) => connectAtOnce(testBrowser, to),
  async disconnect(): Promise<void> {
    for (const id of await extensionTab.connectionIds()) {
      const answer = await extensionTab.callBackground('disconnect', id, true);
      if (answer?.failure) throw new Error(`Not disconnected: ${JSON.stringify(answer)}`);
      for (const { connectionId } of (answer?.value ?? []) as { connectionId: string }[]) {
        await extensionTab.callBackground('deleteHistory', connectionId);
      }
    }
  },
  requests: (method: 'DELETE' | 'POST' | 'PUT') =>
    service.requests.filter((request) => request.method === method),
  /** Waits until all queued operations wait for the end of a backoff. */
  async untilBackoff(): Promise<void> {
    await until('all wait for the end of a backoff', async () => {
      const { operations, backoff } = await extensionTab.queue();
      return backoff !== null && operations.every(({ status }) => status === 'queued');
    });
  },
  /** Moves the planned times of deletions into the past. Their alarm starts the worker. */
  async passUndoTime(): Promise<void> {
    await extensionTab.stop();
    // A worker that stopped at the start of a deletion has planned another try after 90 s.
    await extensionTab.moveTimesBack(100_000);
  },
  async deleteElsewhere(url: string): Promise<void> {
    const id = service.reports().find((report) => report.url === url)?.id;
    await fetch(`${service.baseUrl}/api/v1/reports/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${service.apiKey}` },
    });
  },
};

function startTestBrowser(launch: Partial<LaunchOptions>): Promise<TestBrowser> {
  const args = [`--host-resolver-rules=MAP ${REMOTE_HOST} 127.0.0.1`, ...(launch.args ?? [])];
  return startTestBrowserIn({ browserName: inject('browserName'), ...launch, args });
}

/**
 * Defines a test for Chromium only, in a file for both browsers.
 * @param _why the difference in Firefox
 */
export function inChromium(_why: string): typeof it {
  return it.runIf(inject('browserName') === 'chromium') as typeof it;
}

/** All files share this browser, one after another. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of required fixtures from the pattern.
const withShared = test.extend('shared', { scope: 'worker' }, async ({}, { onCleanup }) => {
  // The window shows the whole options page. Pictures of a right-to-left page are wrong below the
  // window.
  const shared = await startTestBrowser({ window: { width: 1280, height: 1200 } });
  onCleanup(() => shared.close());
  return shared;
});

/** The browser of a file's tests. Default: the shared browser. */
interface BrowserChoice {
  /** Launch options of the file's own browser. */
  launch?: Partial<LaunchOptions> | undefined;
  /** A folder from `changedExtension`. Chromium installs this extension into the shared browser. */
  extensionDir?: string | undefined;
}

/** Opens a browser without stored data for the tests of a file. */
export function useTestBrowser(choice?: BrowserChoice): void {
  useBrowser(choice);
  beforeAll(clearAll);
}

/** Opens the browser for the tests of a file, without removing stored data. */
function useBrowser({ launch, extensionDir }: BrowserChoice = {}): void {
  if (launch) beforeAll(async () => setTestBrowser(await startTestBrowser(launch)));
  else {
    withShared.beforeAll(async ({ shared }) => {
      await setTestBrowser(shared);
      if (extensionDir === undefined) return;
      await clearAll();
      // The extensionTab's page belongs to the former extension, so the new extension opens its own.
      await extensionTab.page.close();
      await setTestBrowser(await testBrowserOf(await installBeside(shared.browser, extensionDir)));
    });
  }
  afterEach(() => testBrowser.closePages());
  if (launch || extensionDir) afterAll(() => testBrowser.close());
}

async function setTestBrowser(next: TestBrowser): Promise<void> {
  testBrowser = next;
  extensionTab = await testBrowser.extensionTab();
  await extensionTab.removeAllHostPermissions();
}

/**
 * Creates a folder, for example for a profile. A browser that a later `useTestBrowser` opens is closed
 * before the folder is removed.
 */
export function useProfile(): string {
  const profile = mkdtempSync(join(tmpdir(), 'profile-'));
  // Hooks after tests run in reverse order.
  afterAll(() => rm(profile, { recursive: true, maxRetries: 5 }));
  return profile;
}

export function changedExtension(change: (folder: string) => void): string {
  const folder = useProfile();
  cpSync(BUILT_EXTENSIONS[inject('browserName')], folder, { recursive: true });
  change(folder);
  return folder;
}

export async function restartTestBrowser(
  launch: Partial<LaunchOptions>,
  whileClosed = async () => {},
): Promise<void> {
  // A test may have killed the browser.
  await testBrowser.close().catch(() => {});
  await whileClosed();
  testBrowser = await startTestBrowser(launch);
  extensionTab = await testBrowser.extensionTab();
}

export async function updateTestBrowser(extensionDir: string): Promise<void> {
  await updateExtension(testBrowser, extensionDir);
  extensionTab = await testBrowser.extensionTab();
}

/** Resets the extension to its state after the installation, except for granted hosts. */
async function clearAll(): Promise<void> {
  await testBrowser.stopWorker();
  await extensionTab.clearAll();
}

interface ServiceUse extends ServiceOptions, BrowserChoice {
  /** Additional reports of the service, oldest first. Sample reports are off by default. */
  reports?: readonly ReportSeed[];
  /** Whether the extension is connected to the service; default true. */
  connects?: boolean;
}

/** Starts a new service for each test, in a browser without earlier data. */
export function useService({
  reports = [],
  connects = true,
  launch,
  extensionDir,
  ...options
}: ServiceUse = {}): void {
  useBrowser({ launch, extensionDir });
  beforeEach(async () => {
    await clearAll();
    service = await startService({ sampleReports: false, ...options });
    for (const report of reports) service.add(report);
    if (connects) await connectAtOnce(testBrowser, service);
  });
  afterEach(() => service.close());
}
