import { openConnectedBrowser } from './connected-browser';
import type { Demo } from './demo';

/** Opens a window with the pages to report in tabs, and waits until the person closes it. */
export async function showInWindow({ service, urls }: Demo): Promise<void> {
  const { browser, options } = await openConnectedBrowser(service, false);
  const closed = new Promise((resolve) => browser.once('disconnected', resolve));
  for (const url of urls) {
    const page = await browser.newPage();
    // A page that does not load can be reported all the same.
    await page.goto(url).catch(() => {});
  }
  await options.close();
  console.log(
    'Press the toolbar button of SEO Reports. Close the window, or press Ctrl+C, to end.',
  );
  await closed;
}
