import type { Page } from 'puppeteer-core';
import { launchWithExtension } from '../browser/launch';
import { openOptions } from '../browser/own-pages';
import type { BrowserName, LaunchOptions, RunningExtension } from '../browser/running-extension';
import type { Service } from '../service/service';
import { type Insider, openInsider } from './insider';
import { type Screen, screenOf } from './screen';

/** The production builds, as `npm run build` leaves them. */
export const BUILT_EXTENSIONS = {
  chromium: '.output/chrome-mv3',
  firefox: '.output/firefox-mv3',
} as const;

/** Where the services of the tests are. */
export const SERVICE_HOST = 'http://127.0.0.1/*';

export interface StageOptions extends Partial<LaunchOptions> {
  /** Default: Chromium. */
  browserName?: BrowserName;
}

/** A real browser with the built extension, and what a person does in it. */
export interface Stage extends RunningExtension {
  openTab(): Promise<Screen>;
  openFile(...file: Parameters<RunningExtension['openFile']>): Promise<Screen>;
  openPopup(page: Page): Promise<Screen>;
  /** Looks at the extension from inside; the same one every time. */
  insider(): Promise<Insider>;
  /** Connects through the options page, and closes it when that has worked; throws when not. */
  connect(service: Pick<Service, 'baseUrl' | 'apiKey'>): Promise<void>;
  openOptions(): Promise<Screen>;
  /** Opens a page in a tab and presses the toolbar button there. */
  openPopupOn(url: string): Promise<{ popup: Screen; page: Screen }>;
  /** Closes every tab and popup that was opened. */
  closePages(): Promise<void>;
}

/** Starts a browser with the built extension. */
export async function startStage({
  browserName = 'chromium',
  args = [],
  ...options
}: StageOptions = {}): Promise<Stage> {
  const running = await launchWithExtension(browserName, {
    extensionDir: BUILT_EXTENSIONS[browserName],
    headless: true,
    // Popups fade in otherwise, for 0.2 s each.
    args: ['--animation-duration-scale=0', ...args],
    ...options,
  });
  const { browser } = running;
  let insider: Promise<Insider> | undefined;

  return {
    ...running,
    openTab: async () => screenOf(await running.openTab()),
    openFile: async (...file) => screenOf(await running.openFile(...file)),
    openPopup: async (page) => screenOf(await running.openPopup(page)),
    insider() {
      insider ??= openInsider(running);
      return insider;
    },
    async connect(service) {
      await running.approveHost(SERVICE_HOST);
      const page = screenOf(await openOptions(running));
      const { status, alert } = await page.connect(service);
      if (!status.startsWith('Connected to') || alert !== '') {
        throw new Error(`Not connected: ${status} ${alert}`);
      }
      await page.close();
    },
    openOptions: async () => screenOf(await openOptions(running)),
    async openPopupOn(url) {
      const page = screenOf(await running.openTab());
      await page.goto(url);
      return { page, popup: screenOf(await running.openPopup(page)) };
    },
    async closePages() {
      const stays = (await insider)?.page;
      const [first] = await browser.pages();
      await first?.bringToFront();
      // Any page may have become the first.
      if (first && first.url() !== 'about:blank') await first.goto('about:blank');
      await running.closeTabs([first, stays].filter((page) => page !== undefined));
    },
  };
}
