import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { type Service, type ServiceOptions, startService } from '../service/service';
import { workerEvaluate } from './chromium/worker-control';
import { until } from './condition';
import { type Insider, openInsider } from './insider';
import { launchWithExtension } from './launch';
import { isGone, openOptions } from './own-pages';
import type { BrowserName, LaunchOptions, RunningExtension } from './running-extension';
import { screenOf } from './screen';

/** The folders to which `npm run build` writes. */
export const BUILT_EXTENSIONS = {
  chromium: '.output/chrome-mv3',
  firefox: '.output/firefox-mv3',
} as const;

export const SERVICE_HOST = 'http://127.0.0.1/*';

export interface StageOptions extends Partial<LaunchOptions> {
  /** By default Chromium. */
  browserName?: BrowserName;
}

type Address = Pick<Service, 'baseUrl' | 'apiKey'>;

export type Stage = Awaited<ReturnType<typeof stageOf>>;

export async function startStage({
  browserName = 'chromium',
  args = [],
  ...options
}: StageOptions = {}): Promise<Stage> {
  const running = await launchWithExtension(browserName, {
    extensionDir: BUILT_EXTENSIONS[browserName],
    headless: true,
    // Without this switch, the animation of each new popup takes 0.2 s.
    args: ['--animation-duration-scale=0', ...args],
    ...options,
  });
  return stageOf(running);
}

export async function withStage<Result>(
  { service: options, ...launch }: StageOptions & { service?: ServiceOptions },
  work: (stage: Stage, service: Service) => Promise<Result>,
): Promise<Result> {
  const service = await startService(options);
  try {
    const stage = await startStage(launch);
    try {
      return await work(stage, service);
    } finally {
      // A person may already have closed the window.
      await stage.close().catch(() => {});
    }
  } finally {
    await service.close();
  }
}

export async function stageOf(running: RunningExtension) {
  const { browser } = running;
  let insider: Promise<Insider> | undefined;
  /** An unused tab, which opens a page faster than a new tab. */
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
      // A test may have closed the tab, for example through `installBeside`.
      const openFreeTab = freeTab?.isClosed() ? undefined : freeTab;
      const page = screenOf(openFreeTab ?? (await running.openTab()));
      freeTab = undefined;
      await page.goto(url);
      return { page, popup: screenOf(await running.openPopup(page)) };
    },
    /** Opens the tab at the first call, and again if the tab was closed. */
    async insider(): Promise<Insider> {
      const page = (await insider)?.page;
      if (page && (await isGone(page))) insider = undefined;
      insider ??= openInsider(running);
      return insider;
    },
    /** Connects on the options page. Throws if the connection fails. */
    async connect(service: Address): Promise<void> {
      await running.approveHost(SERVICE_HOST);
      const page = screenOf(await openOptions(running));
      const { status, alert } = await page.connect(service);
      if (!status.startsWith('Connected to') || alert !== '') {
        throw new Error(`Not connected: ${status} ${alert}`);
      }
      await page.close();
    },
    /** Closes all tabs, except the tab of `insider` and one empty tab. */
    async closePages(): Promise<void> {
      const insiderTab = (await insider)?.page;
      // A browser without an ordinary tab ends.
      const emptyTab =
        (await browser.pages()).find((page) => page !== insiderTab) ?? (await running.openTab());
      await emptyTab.bringToFront();
      if (emptyTab.url().startsWith(running.origin)) await emptyTab.goto('about:blank');
      await running.closeTabs([emptyTab, ...(insiderTab ? [insiderTab] : [])]);
      freeTab = emptyTab;
    },
  };
}

/**
 * Connects without the options page, which is faster. Drops open jobs of another service. If the account is
 * already known, its connection gets the new address.
 */
export async function connectAtOnce(stage: Stage, { baseUrl, apiKey }: Address): Promise<void> {
  const insider = await stage.insider();
  const request = { baseUrl, apiKey, allowsUnencrypted: true, dropsOpenWork: true };
  const connect = async (answers = {}) =>
    JSON.stringify(await insider.ask('connect', { ...request, ...answers }));
  let answer = await connect();
  if (answer.includes('noPermission')) {
    await stage.grantHost(`http://${new URL(baseUrl).hostname}/*`);
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
export async function updateExtension(stage: Stage, extensionDir: string): Promise<void> {
  const path = join(extensionDir, 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  const version = `${manifest.version}.1`;
  await writeFile(path, JSON.stringify({ ...manifest, version }));
  const { page } = await stage.insider();
  await page.evaluate('chrome.runtime.reload()').catch(() => {});
  await until('the pages of the previous version close', () => isGone(page));
  await until('the newer version runs', async () => (await stage.version()) === version);
}

/** Makes the browser refuse to remove permissions until the worker stops. */
export async function keepPermissions(stage: Stage): Promise<void> {
  await (await stage.insider()).wake();
  const apis = '[globalThis.chrome, globalThis.browser].filter(Boolean)';
  const keep = `for (const api of ${apis}) api.permissions.remove = async () => false`;
  await workerEvaluate(stage.browser, stage.extensionId, keep);
}
