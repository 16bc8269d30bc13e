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
    browserName: BrowserName;
  }
}

export type State = () => Promise<Screen>;

let stage: Stage;
let insider: Insider;
let service: Service;
let tab: Page;

/** `useStage` or `useService` prepare the browser and the service. */
export const app = {
  get stage() {
    return stage;
  },
  get service() {
    return service;
  },
  get worker() {
    return insider;
  },
  /** The tab on which the toolbar button was last pressed. */
  get tab() {
    return tab;
  },
  async popup(url: string = service.samplePages.good): Promise<Screen> {
    const { page, popup } = await stage.openPopupOn(url);
    tab = page;
    return popup;
  },
  popupAgain: (): Promise<Screen> => stage.openPopup(tab),
  async popupWithRows(count: number, url?: string): Promise<Screen> {
    const popup = await app.popup(url);
    await popup.rows((rows) => rows.length === count);
    return popup;
  },
  options: (): Promise<Screen> => stage.openOptions(),
  /** The layout no longer changes after the account is shown. */
  async settledOptions(): Promise<Screen> {
    const options = await stage.openOptions();
    await options.shows('region', 'Account');
    return options;
  },
  batches: (): Promise<Screen> => app.reports({ name: 'many' }),
  batch: (id: string): Promise<Screen> => app.reports({ name: 'batch', id }),
  reports: async (view: View = { name: 'list' }): Promise<Screen> => {
    const token = await insider.requestReports(view);
    const page = await stage.openFile(`reports.html#${token}`);
    await page.find('main');
    return page;
  },
  connect: (to: Pick<Service, 'baseUrl' | 'apiKey'> = service) => connectAtOnce(stage, to),
  async disconnect(): Promise<void> {
    const answer = await insider.ask('disconnect', true);
    if (answer?.failure) throw new Error(`Not disconnected: ${JSON.stringify(answer)}`);
    for (const { connectionId } of (answer?.value ?? []) as { connectionId: string }[]) {
      await insider.ask('deleteHistory', connectionId);
    }
  },
  requests: (method: 'DELETE' | 'POST' | 'PUT') =>
    service.requests.filter((request) => request.method === method),
  /** Waits until all queued operations wait for the end of a backoff. */
  async untilBackoff(): Promise<void> {
    await until('all wait for the end of a backoff', async () => {
      const { operations, backoff } = await insider.queue();
      return backoff !== null && operations.every(({ status }) => status === 'queued');
    });
  },
  /** Only the alarm of the deletions starts the worker. */
  async passUndoTime(): Promise<void> {
    await insider.stop();
    // A worker that stopped at the start of a deletion has planned another try after 90 s.
    await insider.moveTimesBack(100_000);
  },
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
 * @param _why what differs in Firefox
 */
export function inChromium(_why: string): typeof it {
  return it.runIf(inject('browserName') === 'chromium') as typeof it;
}

/** All files share this browser, one after another. */
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

/** Opens a browser without stored data for the tests of a file. */
export function useStage(choice?: BrowserChoice): void {
  useBrowser(choice);
  beforeAll(forgetAll);
}

/** Keeps the stored data of the browser. */
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

async function setStage(next: Stage): Promise<void> {
  stage = next;
  insider = await stage.insider();
  await insider.giveAllHostsBack();
}

/**
 * Creates a folder, for example for a profile. A browser that a later `useStage` opens is closed
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

export async function updateStage(extensionDir: string): Promise<void> {
  await updateExtension(stage, extensionDir);
  insider = await stage.insider();
}

/** Resets the extension to its state after the installation, except for granted hosts. */
async function forgetAll(): Promise<void> {
  await stage.stopWorker();
  await insider.forgetAll();
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
    await forgetAll();
    service = await startService({ sampleReports: false, ...options });
    for (const report of reports) service.add(report);
    if (connects) await connectAtOnce(stage, service);
  });
  afterEach(() => service.close());
}
