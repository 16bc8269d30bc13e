import type { Page } from 'puppeteer-core';
import { approveHost } from '../browser/host-access';
import { type LaunchOptions, launchWithExtension, type RunningExtension } from '../browser/launch';
import { connectThroughOptions, openOptions } from '../browser/options-page';
import { openPopup } from '../browser/popup';
import type { Service } from '../service/service';

/** The production build, as `npm run build` leaves it. */
export const BUILT_EXTENSION = '.output/chrome-mv3';

/** A real browser with the built extension, and what a person does in it. */
export interface Stage extends RunningExtension {
  /** Connects through the options page, and closes it when that has worked; throws when not. */
  connect(service: Service): Promise<void>;
  /** Opens a page in a tab and presses the toolbar button there. */
  openPopupOn(url: string): Promise<{ popup: Page; page: Page }>;
  /** Presses the toolbar button on a page that is open already. */
  openPopupAgain(page: Page): Promise<Page>;
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

  async function connect({ baseUrl, apiKey }: Service): Promise<void> {
    await approveHost(browser, extensionId, 'http://127.0.0.1/*');
    const page = await openOptions(browser, extensionId);
    const { status, alert } = await connectThroughOptions(page, { baseUrl, apiKey });
    if (!status.startsWith('Connected to') || alert !== '') {
      throw new Error(`Not connected: ${status} ${alert}`);
    }
    await page.close();
  }

  return {
    ...running,
    connect,
    async openPopupOn(url) {
      const page = await browser.newPage();
      await page.goto(url);
      return { page, popup: await openPopup(extension, page) };
    },
    openPopupAgain: (page) => openPopup(extension, page),
  };
}
