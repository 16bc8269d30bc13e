import type { Browser } from 'puppeteer-core';
import { evaluateInExtension } from './extension-origin';

/** What of `chrome` is used here, in the page that has it. */
declare const chrome: {
  developerPrivate: {
    addHostPermission(extensionId: string, pattern: string): Promise<void>;
  };
  permissions: { request(asked: { origins: string[] }): Promise<boolean> };
};

const approved = new WeakMap<Browser, Set<string>>();

/**
 * Answers yes, beforehand, to the dialog that `permissions.request` would show for a pattern such
 * as `http://127.0.0.1/*`; headless browsers show none and would leave the request pending. The
 * extension has the host only when it has asked: until then `permissions.contains` is false.
 *
 * The answer holds for the browser's life, also when the extension gives the host back meanwhile.
 */
export async function approveHost(
  browser: Browser,
  extensionId: string,
  pattern: string,
): Promise<void> {
  const before = approved.get(browser) ?? new Set();
  if (before.has(pattern)) return;
  const page = await browser.newPage({ background: true });
  try {
    // Does what a person does there under "Site access".
    await page.goto('chrome://extensions', { waitUntil: 'domcontentloaded' });
    await page.evaluate(
      (id, host) => chrome.developerPrivate.addHostPermission(id, host),
      extensionId,
      pattern,
    );
  } finally {
    await page.close();
  }
  approved.set(browser, before.add(pattern));
}

/** Gives the extension a host, as if it had asked and the person had said yes. */
export async function grantHost(
  browser: Browser,
  extensionId: string,
  pattern: string,
): Promise<void> {
  await approveHost(browser, extensionId, pattern);
  const request = (host: string) => chrome.permissions.request({ origins: [host] });
  const isGranted = await evaluateInExtension(browser, extensionId, request, pattern);
  if (!isGranted) throw new Error(`Not granted: ${pattern}`);
}
