import type { Page } from 'puppeteer-core';
import { evaluatePrivileged } from './firefox/privileged';
import type { RunningExtension } from './running-extension';

/** Sets the preferred color scheme of a page; in Firefox, of all tabs of the window. */
export async function setColorScheme(
  { name, browser, extensionId }: RunningExtension,
  page: Page,
  scheme: 'light' | 'dark',
): Promise<void> {
  if (name === 'chromium') {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    return;
  }
  await evaluatePrivileged(
    browser,
    extensionId,
    `for (const { browsingContext } of window.gBrowser.browsers) {
      browsingContext.prefersColorSchemeOverride = '${scheme}';
    }`,
  );
}
