import type { Browser } from 'puppeteer-core';

/** What of `chrome` is used here, in the page that has it. */
declare const chrome: {
  developerPrivate: {
    updateExtensionConfiguration(update: {
      extensionId: string;
      pinnedToToolbar: boolean;
    }): Promise<void>;
  };
};

/** Puts the extension's button on the toolbar, as "Pin to toolbar" among its details does. */
export async function pinToToolbar(browser: Browser, extensionId: string): Promise<void> {
  const page = await browser.newPage({ background: true });
  try {
    await page.goto('chrome://extensions', { waitUntil: 'domcontentloaded' });
    await page.evaluate(
      (id) =>
        chrome.developerPrivate.updateExtensionConfiguration({
          extensionId: id,
          pinnedToToolbar: true,
        }),
      extensionId,
    );
  } finally {
    await page.close();
  }
}
