import type { RunningExtension } from '../browser/running-extension';

/**
 * Prepares a window for a person: the extension's button on the toolbar, the pages in tabs with the
 * first one in front, and *All reports* in the last tab.
 */
export async function fillWindow(
  { browser, openFile, showButton }: RunningExtension,
  urls: readonly string[],
): Promise<void> {
  await showButton();
  // The first page takes the tab that the window opened with, which would stay empty otherwise.
  const [first] = await browser.pages();
  for (const [index, url] of urls.entries()) {
    const page = index === 0 && first ? first : await browser.newPage();
    // A page that does not load can be reported all the same.
    await page.goto(url).catch(() => {});
  }
  // Its reading of all reports goes on in the background.
  await openFile('reports.html', { background: true });
  await first?.bringToFront();
}
