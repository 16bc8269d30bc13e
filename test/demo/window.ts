import type { RunningExtension } from '../browser/running-extension';

/**
 * Makes a window ready for a person: the extension's button on the toolbar, the pages in tabs, the
 * first in front, and no other tab.
 */
export async function fillWindow(
  { browser, showButton }: RunningExtension,
  urls: readonly string[],
): Promise<void> {
  await showButton();
  // The tab that the window opened with is one of them: it would stay empty beside them.
  const [first] = await browser.pages();
  for (const [index, url] of urls.entries()) {
    const page = index === 0 && first ? first : await browser.newPage();
    // A page that does not load can be reported all the same.
    await page.goto(url).catch(() => {});
  }
  await first?.bringToFront();
}
