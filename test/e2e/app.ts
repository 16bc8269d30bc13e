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
    /** The browser that all tests of this process are run in. */
    browserName: BrowserName;
  }
}

/** Something that the popup or the options page can look like, and how it comes to it. */
export type State = () => Promise<Screen>;

let stage: Stage;
let insider: Insider;
let service: Service;
let tab: Page;

/** The extension in a real browser beside a service: what `useStage` or `useService` has set up. */
export const app = {
  /** The browser. */
  get stage() {
    return stage;
  },
  /** The service of the test that runs. */
  get service() {
    return service;
  },
  /** The background, and what it has stored. */
  get worker() {
    return insider;
  },
  /** The tab on which the toolbar button was pressed last. */
  get tab() {
    return tab;
  },
  /** Opens the popup on a page, by default one of the service's own. */
  async popup(url: string = service.samplePages.good): Promise<Screen> {
    const { page, popup } = await stage.openPopupOn(url);
    tab = page;
    return popup;
  },
  /** Presses the toolbar button again where it was pressed before. */
  popupAgain: (): Promise<Screen> => stage.openPopup(tab),
  /** Opens the popup, and waits until it has `count` rows. */
  async popupWithRows(count: number, url?: string): Promise<Screen> {
    const popup = await app.popup(url);
    await popup.rows((rows) => rows.length === count);
    return popup;
  },
  /** Opens the options page in a tab of its own, in front. */
  options: (): Promise<Screen> => stage.openOptions(),
  /** Opens the options of a connection whose account can be read: once it is there, nothing moves any more. */
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
  /** Takes the connection down, with the permission for its host and all that is kept under it. */
  async disconnect(): Promise<void> {
    const answer = await insider.ask('disconnect', true);
    if (answer?.failure) throw new Error(`Not disconnected: ${JSON.stringify(answer)}`);
  },
  /** The requests of one method that the service was sent. */
  requests: (method: 'DELETE' | 'POST' | 'PUT') =>
    service.requests.filter((request) => request.method === method),
  /** Waits until nothing is sent any more: all that is queued waits for the end of a backoff. */
  async untilBackoff(): Promise<void> {
    await until('all wait for the end of a backoff', async () => {
      const { operations, backoff } = await insider.queue();
      return backoff !== null && operations.every(({ status }) => status === 'queued');
    });
  },
  /** Lets the time in which deletions can be undone pass: nothing but their alarm starts the worker. */
  async passUndoTime(): Promise<void> {
    await insider.stop();
    // One that is stopped just when it begins to delete has planned to look again after 90 s.
    await insider.moveTimesBack(100_000);
  },
  /** Deletes a report as somebody else would. */
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
 * A test for Chromium alone, in a file for both browsers.
 * @param _why what Firefox has not, or what a test cannot do in it
 */
export function inChromium(_why: string): typeof it {
  return it.runIf(inject('browserName') === 'chromium') as typeof it;
}

/** Files that need no browser of their own share one: they run one after another, unisolated. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest learns from it that nothing is needed.
const withShared = test.extend('shared', { scope: 'worker' }, async ({}, { onCleanup }) => {
  // High enough for the whole options page: pictures of what lies below are wrong right to left.
  const shared = await startStage({ window: { width: 1280, height: 1200 } });
  onCleanup(() => shared.close());
  return shared;
});

/** In which browser the tests of a file run; without anything, in the one that most files share. */
interface Place {
  /** Makes it a browser of their own. */
  launch?: Partial<LaunchOptions> | undefined;
  /** A changed extension, see `changedExtension`: in Chromium, it comes into the shared browser. */
  extensionDir?: string | undefined;
}

/**
 * Gives the tests of a file a browser in which the extension has nothing stored, and closes after
 * each test what it has opened.
 */
export function useStage(place?: Place): void {
  useBrowser(place);
  beforeAll(forgetAll);
}

/** The same, but what is stored stays: `useService` forgets it before each test. */
function useBrowser({ launch, extensionDir }: Place = {}): void {
  if (launch) beforeAll(async () => takeStage(await startStage(launch)));
  else {
    withShared.beforeAll(async ({ shared }) => {
      await takeStage(shared);
      if (extensionDir === undefined) return;
      await forgetAll();
      // Another extension's tabs are closed or taken: this one opens its own again.
      await insider.page.close();
      await takeStage(await stageOf(await installBeside(shared.browser, extensionDir)));
    });
  }
  afterEach(() => stage.closePages());
  if (launch || extensionDir) afterAll(() => stage.close());
}

/** Makes a browser the one of the tests that follow, in which the extension has no host. */
async function takeStage(taken: Stage): Promise<void> {
  stage = taken;
  insider = await stage.insider();
  await insider.giveAllHostsBack();
}

/** A folder of a file's own, such as a profile; it goes when the browser of `useStage` after it is closed. */
export function useProfile(): string {
  const profile = mkdtempSync(join(tmpdir(), 'profile-'));
  // Hooks after tests run in reverse.
  afterAll(() => rm(profile, { recursive: true, maxRetries: 5 }));
  return profile;
}

/** A copy of the built extension for the browser of a file, in a folder of its own, and changed there. */
export function changedExtension(change: (folder: string) => void): string {
  const folder = useProfile();
  cpSync(BUILT_EXTENSIONS[inject('browserName')], folder, { recursive: true });
  change(folder);
  return folder;
}

/** Closes the browser as a person would, does something, and starts one in the same profile. */
export async function restartStage(
  launch: Partial<LaunchOptions>,
  meanwhile = async () => {},
): Promise<void> {
  // It may have been killed.
  await stage.close().catch(() => {});
  await meanwhile();
  stage = await startStage(launch);
  insider = await stage.insider();
}

/** Puts a newer version in the extension's place: see `updateExtension`. */
export async function updateStage(extensionDir: string): Promise<void> {
  await updateExtension(stage, extensionDir);
  insider = await stage.insider();
}

/** Leaves the extension as if it had just been installed, but for the hosts it was granted. */
async function forgetAll(): Promise<void> {
  await stage.stopWorker();
  await insider.forgetAll();
}

/** What a service of a test is like. */
interface Use extends ServiceOptions, Place {
  /** Reports that it holds, oldest first, besides the sample reports; these are off by default. */
  reports?: readonly ReportSeed[];
  /** Whether the extension is connected to it; default true. */
  connects?: boolean;
}

/** Gives each test a service of its own, in a browser that knows nothing of those before. */
export function useService({
  reports = [],
  connects = true,
  launch,
  extensionDir,
  ...options
}: Use = {}): void {
  useBrowser({ launch, extensionDir });
  beforeEach(async () => {
    await forgetAll();
    service = await startService({ sampleReports: false, ...options });
    for (const report of reports) service.add(report);
    if (connects) await connectAtOnce(stage, service);
  });
  afterEach(() => service.close());
}
