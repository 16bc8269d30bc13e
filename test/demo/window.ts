import type { RunningExtension } from '../browser/running-extension';

/**
 * Prepares a window for a person. The extension's button is on the toolbar. Each page is in a tab, and
 * *All reports* is in the last tab. The first page is in front.
 */
export async function fillWindow(
  { browser, openFile, showToolbarButton }: RunningExtension,
  urls: readonly string[],
): Promise<void> {
  await showToolbarButton();
  // The first page uses the window's first tab, which would stay empty otherwise.
  const [first] = await browser.pages();
  for (const [index, url] of urls.entries()) {
    const page = index === 0 && first ? first : await browser.newPage();
    // The form can also report a page that does not load here.
    await page.goto(url).catch(() => {});
  }
  // *All reports* also reads all reports in a background tab.
  await openFile('reports.html', { background: true });
  await first?.bringToFront();
}
