import type { Page } from 'puppeteer-core';
import { approveHost } from '../browser/host-access';
import { type LaunchOptions, launchWithExtension, type RunningExtension } from '../browser/launch';
import { connectThroughOptions, openOptions } from '../browser/options-page';
import { openPopup } from '../browser/popup';
import type { Service } from '../service/service';
import { type Insider, openInsider } from './insider';

/** The production build, as `npm run build` leaves it. */
export const BUILT_EXTENSION = '.output/chrome-mv3';

/** Where the services of the tests are. */
export const SERVICE_HOST = 'http://127.0.0.1/*';

/** A real browser with the built extension, and what a person does in it. */
export interface Stage extends RunningExtension {
  /** Looks at the extension from inside; the same one every time. */
  insider(): Promise<Insider>;
  /** Gives the extension a host, as if it had asked and the person had said yes. */
  grantHost(pattern?: string): Promise<void>;
  /** Connects through the options page, and closes it when that has worked; throws when not. */
  connect(service: Pick<Service, 'baseUrl' | 'apiKey'>): Promise<void>;
  openOptions(): Promise<Page>;
  /** Opens a page in a tab and presses the toolbar button there. */
  openPopupOn(url: string): Promise<{ popup: Page; page: Page }>;
  /** Presses the toolbar button on a page that is open already. */
  openPopupAgain(page: Page): Promise<Page>;
  /** Closes every tab and popup that was opened. */
  closePages(): Promise<void>;
}

/** Starts a browser with the built extension. */
export async function startStage(options: Partial<LaunchOptions> = {}): Promise<Stage> {
  const running = await launchWithExtension({
    extensionDir: BUILT_EXTENSION,
    headless: true,
    log: (line) => process.stderr.write(`${line}\n`),
    ...options,
  });
  const { browser, extension, extensionId } = running;
  let insider: Promise<Insider> | undefined;

  function theInsider(): Promise<Insider> {
    insider ??= openInsider(browser, extensionId);
    return insider;
  }

  return {
    ...running,
    insider: theInsider,
    async grantHost(pattern = SERVICE_HOST) {
      await approveHost(browser, extensionId, pattern);
      await (await theInsider()).requestHost(pattern);
    },
    async connect(service) {
      await approveHost(browser, extensionId, SERVICE_HOST);
      const page = await openOptions(browser, extensionId);
      const { status, alert } = await connectThroughOptions(page, service);
      if (!status.startsWith('Connected to') || alert !== '') {
        throw new Error(`Not connected: ${status} ${alert}`);
      }
      await page.close();
    },
    openOptions: () => openOptions(browser, extensionId),
    async openPopupOn(url) {
      const page = await browser.newPage();
      await page.goto(url);
      return { page, popup: await openPopup(extension, page) };
    },
    openPopupAgain: (page) => openPopup(extension, page),
    async closePages() {
      const stays = (await insider)?.page;
      const [first, ...others] = await browser.pages();
      await first?.bringToFront();
      const opened = others.filter((page) => page !== stays);
      // A popup has closed by itself.
      await Promise.all(opened.map((page) => page.close().catch(() => {})));
    },
  };
}
