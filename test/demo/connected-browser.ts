import type { Page } from 'puppeteer-core';
import { approveHost } from '../browser/host-access';
import { launchWithExtension, type RunningExtension } from '../browser/launch';
import { connectThroughOptions, openOptions } from '../browser/options-page';
import type { Service } from '../service/service';

/** Where `npm run build` leaves the Chromium build. */
const BUILT_EXTENSION = '.output/chrome-mv3';

/** A browser with the extension, connected through its own options page, which stays open. */
export async function openConnectedBrowser(
  { baseUrl, apiKey }: Service,
  headless: boolean,
): Promise<RunningExtension & { options: Page }> {
  const running = await launchWithExtension({
    extensionDir: BUILT_EXTENSION,
    headless,
    log: (line) => console.log(line),
  });
  try {
    const { browser, extensionId } = running;
    await approveHost(browser, extensionId, 'http://127.0.0.1/*');
    const options = await openOptions(browser, extensionId);
    const { status, alert } = await connectThroughOptions(options, { baseUrl, apiKey });
    if (alert !== '') throw new Error(alert);
    console.log(status);
    return { ...running, options };
  } catch (error) {
    await running.close();
    throw error;
  }
}
