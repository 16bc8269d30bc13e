import { cpSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, inject, it, test } from 'vitest';
import type { View } from '@/lib/browser-ui/reports-request';
import { installBeside } from '../browser/chromium/launch';
import { until } from '../browser/condition';
import type { Insider } from '../browser/insider';
import type { BrowserName, LaunchOptions } from '../browser/running-extension';
import type { Screen } from '../browser/screen';
import {
  BUILT_EXTENSIONS,
  connectAtOnce,
  type Stage,
  stageOf,
  startStage as startStageIn,
  updateExtension,
} from '../browser/stage';
import { REMOTE_HOST } from '../endurance/offline';
import type { ReportSeed } from '../service/report-store';
import { type Service, type ServiceOptions, startService } from '../service/service';

export { until } from '../browser/condition';
export { creation } from '../browser/insider';
export { byRole } from '../browser/roles';
export type { Screen } from '../browser/screen';
export { failures } from '../service/served-failure';
export { bareAddress } from '../service/served-report';

declare module 'vitest' {
  interface ProvidedContext {
    /** The browser in which all tests of this process run. */
    browserName: BrowserName;
  }
}

/** Opens an extension page in one of its states. */
export type State = () => Promise<Screen>;

let stage: Stage;
let insider: Insider;
let service: Service;
let tab: Page;

/**
 * The extension in a real browser with a service, as `useStage` or `useService` has prepared them.
 */
export const app = {
  get stage() {
    return stage;
  },
  /** The service of the current test. */
  get service() {
    return service;
  },
  /** The background and its storage. */
  get worker() {
    return insider;
  },
  /** The tab on which the toolbar button was last pressed. */
  get tab() {
    return tab;
  },
  /** Opens the popup on a page, by default on a page of the service. */
  async popup(url: string = service.samplePages.good): Promise<Screen> {
    const { page, popup } = await stage.openPopupOn(url);
    tab = page;
    return popup;
  },
  /** Presses the toolbar button again on the same tab. */
  popupAgain: (): Promise<Screen> => stage.openPopup(tab),
  /** Opens the popup, and waits until it has `count` rows. */
  async popupWithRows(count: number, url?: string): Promise<Screen> {
    const popup = await app.popup(url);
    await popup.rows((rows) => rows.length === count);
    return popup;
  },
  /** Opens the options page in a new tab, in front. */
  options: (): Promise<Screen> => stage.openOptions(),
  /** Opens the options page and waits for the account, after which the layout no longer changes. */
  async settledOptions(): Promise<Screen> {
    const options = await stage.openOptions();
    await options.shows('region', 'Account');
    return options;
  },
  /** Opens the form for many pages in a new tab, in front. */
  batches: (): Promise<Screen> => app.reports({ name: 'many' }),
  /** Opens a batch in a new tab, in front. */
  batch: (id: string): Promise<Screen> => app.reports({ name: 'batch', id }),
  /** Opens a view of *All reports* in a new tab, in front. */
  reports: async (view: View = { name: 'list' }): Promise<Screen> => {
    const token = await insider.requestReports(view);
    const page = await stage.openFile(`reports.html#${token}`);
    await page.find('main');
    return page;
  },
  /** Connects without the options page, by default to the service of the test. */
  connect: (to: Pick<Service, 'baseUrl' | 'apiKey'> = service) => connectAtOnce(stage, to),
  /** Disconnects, and deletes the history too. */
  async disconnect(): Promise<void> {
    const answer = await insider.ask('disconnect', true);
    if (answer?.failure) throw new Error(`Not disconnected: ${JSON.stringify(answer)}`);
    for (const { connectionId } of (answer?.value ?? []) as { connectionId: string }[]) {
      await insider.ask('deleteHistory', connectionId);
    }
  },
  /** Returns the requests with a method that the service got. */
  requests: (method: 'DELETE' | 'POST' | 'PUT') =>
    service.requests.filter((request) => request.method === method),
  /** Waits until all queued operations wait for the end of a backoff. */
  async untilBackoff(): Promise<void> {
    await until('all wait for the end of a backoff', async () => {
      const { operations, backoff } = await insider.queue();
      return backoff !== null && operations.every(({ status }) => status === 'queued');
    });
  },
  /** Moves the time past the undo time of deletions. Only their alarm starts the worker. */
  async passUndoTime(): Promise<void> {
    await insider.stop();
    // A worker that stopped at the start of a deletion has planned another try after 90 s.
    await insider.moveTimesBack(100_000);
  },
  /** Deletes a report, as another client does. */
  async deleteElsewhere(url: string): Promise<void> {
    const id = service.reports().find((report) => report.url === url)?.id;
    await fetch(`${service.baseUrl}/api/v1/reports/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${service.apiKey}` },
    });
  },
};

function startStage(launch: Partial<LaunchOptions>): Promise<Stage> {
  const args = [`--host-resolver-rules=MAP ${REMOTE_HOST} 127.0.0.1`, ...(launch.args ?? [])];
  return startStageIn({ browserName: inject('browserName'), ...launch, args });
}

/**
 * Defines a test for Chromium only, in a file for both browsers.
 * @param _why the difference in Firefox, or the limit of tests in Firefox
 */
export function inChromium(_why: string): typeof it {
  return it.runIf(inject('browserName') === 'chromium') as typeof it;
}

/** The browser that files share. Its files run one after another, without isolation. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest learns from it that nothing is needed.
const withShared = test.extend('shared', { scope: 'worker' }, async ({}, { onCleanup }) => {
  // The window shows the whole options page. Pictures of a right-to-left page are wrong below the
  // window.
  const shared = await startStage({ window: { width: 1280, height: 1200 } });
  onCleanup(() => shared.close());
  return shared;
});

/** The browser of a file's tests. Default: the shared browser. */
interface BrowserChoice {
  /** Launch options of the file's own browser. */
  launch?: Partial<LaunchOptions> | undefined;
  /**
   * Folder of a changed extension, as `changedExtension` returns it. Chromium installs it into the
   * shared browser.
   */
  extensionDir?: string | undefined;
}

/**
 * Opens a browser for the tests of a file, without stored data. Closes the opened pages after each
 * test.
 */
export function useStage(choice?: BrowserChoice): void {
  useBrowser(choice);
  beforeAll(forgetAll);
}

/** Opens a browser and keeps its stored data. `useService` removes the data before each test. */
function useBrowser({ launch, extensionDir }: BrowserChoice = {}): void {
  if (launch) beforeAll(async () => setStage(await startStage(launch)));
  else {
    withShared.beforeAll(async ({ shared }) => {
      await setStage(shared);
      if (extensionDir === undefined) return;
      await forgetAll();
      // The insider's page belongs to the former extension, so the new extension opens its own.
      await insider.page.close();
      await setStage(await stageOf(await installBeside(shared.browser, extensionDir)));
    });
  }
  afterEach(() => stage.closePages());
  if (launch || extensionDir) afterAll(() => stage.close());
}

/** Sets the browser of the following tests, and removes the extension's host permissions. */
async function setStage(next: Stage): Promise<void> {
  stage = next;
  insider = await stage.insider();
  await insider.giveAllHostsBack();
}

/**
 * Creates a folder for a file, such as a profile. The folder is removed after the browser of a
 * later `useStage` closes.
 */
export function useProfile(): string {
  const profile = mkdtempSync(join(tmpdir(), 'profile-'));
  // Hooks after tests run in reverse order.
  afterAll(() => rm(profile, { recursive: true, maxRetries: 5 }));
  return profile;
}

/** Returns a changed copy of the built extension in a new folder. */
export function changedExtension(change: (folder: string) => void): string {
  const folder = useProfile();
  cpSync(BUILT_EXTENSIONS[inject('browserName')], folder, { recursive: true });
  change(folder);
  return folder;
}

/** Closes the browser, runs a function, and starts a browser with the same profile. */
export async function restartStage(
  launch: Partial<LaunchOptions>,
  whileClosed = async () => {},
): Promise<void> {
  // A test may have killed the browser.
  await stage.close().catch(() => {});
  await whileClosed();
  stage = await startStage(launch);
  insider = await stage.insider();
}

/** Replaces the extension by a newer version, as `updateExtension` does. */
export async function updateStage(extensionDir: string): Promise<void> {
  await updateExtension(stage, extensionDir);
  insider = await stage.insider();
}

/** Resets the extension to its state after the installation, except for granted hosts. */
async function forgetAll(): Promise<void> {
  await stage.stopWorker();
  await insider.forgetAll();
}

/** The options of a test's service. */
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
    await forgetAll();
    service = await startService({ sampleReports: false, ...options });
    for (const report of reports) service.add(report);
    if (connects) await connectAtOnce(stage, service);
  });
  afterEach(() => service.close());
}
