import type { Browser } from 'puppeteer-core';
import { evaluateInExtension } from './extension-origin';

/** What of `chrome` is used here, in the pages that have it. */
declare const chrome: {
  developerPrivate: Record<HostVerb, (extensionId: string, pattern: string) => Promise<void>>;
  permissions: Record<'contains' | 'request', (asked: { origins: string[] }) => Promise<boolean>>;
};

type HostVerb = 'addHostPermission' | 'removeHostPermission';

/** Does what a person does on chrome://extensions under "Site access". */
async function changeHost(
  browser: Browser,
  extensionId: string,
  verb: HostVerb,
  pattern: string,
): Promise<void> {
  const page = await browser.newPage({ background: true });
  try {
    await page.goto('chrome://extensions', { waitUntil: 'domcontentloaded' });
    await page.evaluate(
      (id, name, host) => chrome.developerPrivate[name](id, host),
      extensionId,
      verb,
      pattern,
    );
  } finally {
    await page.close();
  }
}

/**
 * Answers yes, beforehand, to the dialog that `permissions.request` would show for a pattern such
 * as `http://127.0.0.1/*`; headless browsers show none and would leave the request pending. The
 * extension has the host only when it has asked: until then `permissions.contains` is false.
 */
export async function approveHost(
  browser: Browser,
  extensionId: string,
  pattern: string,
): Promise<void> {
  await changeHost(browser, extensionId, 'addHostPermission', pattern);
}

/** Gives the extension a host, as if it had asked and the person had said yes. */
export async function grantHost(
  browser: Browser,
  extensionId: string,
  pattern: string,
): Promise<void> {
  await approveHost(browser, extensionId, pattern);
  const isGranted = await evaluateInExtension(
    browser,
    extensionId,
    (host: string) => chrome.permissions.request({ origins: [host] }),
    pattern,
  );
  if (!isGranted) throw new Error(`The browser did not grant ${pattern} to the extension.`);
}

/**
 * Takes a host away, as a person does on chrome://extensions; a request for it asks again. Rejects
 * when the extension does not have it.
 */
export async function revokeHost(
  browser: Browser,
  extensionId: string,
  pattern: string,
): Promise<void> {
  await changeHost(browser, extensionId, 'removeHostPermission', pattern);
}

/** Whether the extension has a host now: the answer of its `permissions.contains`. */
export async function hasHost(
  browser: Browser,
  extensionId: string,
  pattern: string,
): Promise<boolean> {
  return evaluateInExtension(
    browser,
    extensionId,
    (host: string) => chrome.permissions.contains({ origins: [host] }),
    pattern,
  );
}
