import type { Browser } from 'puppeteer-core';
import { evaluateAt, evaluateInExtension } from './extension-origin';

// Actions of a person on chrome://extensions. Only this page can use `developerPrivate`.

declare const chrome: {
  developerPrivate: {
    addHostPermission(extensionId: string, pattern: string): Promise<void>;
    updateExtensionConfiguration(update: {
      extensionId: string;
      pinnedToToolbar: boolean;
    }): Promise<void>;
  };
  permissions: { request(permissions: { origins: string[] }): Promise<boolean> };
};

/** A script of chrome://extensions. As a page, the script has the same API, and loads a second faster. */
const PAGE = 'chrome://extensions/strings.m.js';
/** Approved extensions and patterns, as `id pattern`. */
const approved = new WeakMap<Browser, Set<string>>();

/**
 * Makes the browser accept each later `permissions.request`, even after the extension has removed the
 * permission. Without approval, a headless browser never answers, because it shows no dialog.
 */
export async function approveHost(browser: Browser, id: string, pattern: string): Promise<void> {
  const pairs = approved.get(browser) ?? new Set();
  const pair = `${id} ${pattern}`;
  if (pairs.has(pair)) return;
  const approve = (extensionId: string, host: string) =>
    chrome.developerPrivate.addHostPermission(extensionId, host);
  await evaluateAt(browser, PAGE, approve, id, pattern);
  approved.set(browser, pairs.add(pair));
}

export async function grantHost(browser: Browser, id: string, pattern: string): Promise<void> {
  await approveHost(browser, id, pattern);
  const request = (host: string) => chrome.permissions.request({ origins: [host] });
  const isGranted = await evaluateInExtension(browser, id, request, pattern);
  if (!isGranted) throw new Error(`Not granted: ${pattern}`);
}

/** Presses *Pin to toolbar* on the extension's details page. */
export async function pinToToolbar(browser: Browser, id: string): Promise<void> {
  const pin = (extensionId: string) =>
    chrome.developerPrivate.updateExtensionConfiguration({ extensionId, pinnedToToolbar: true });
  await evaluateAt(browser, PAGE, pin, id);
}
