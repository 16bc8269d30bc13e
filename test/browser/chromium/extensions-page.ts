import type { Browser } from 'puppeteer-core';
import { evaluateAt, evaluateInExtension } from './extension-origin';

/*
 * What a person does on chrome://extensions, by the page's own interface.
 */

declare const chrome: {
  developerPrivate: {
    addHostPermission(extensionId: string, pattern: string): Promise<void>;
    updateExtensionConfiguration(update: {
      extensionId: string;
      pinnedToToolbar: boolean;
    }): Promise<void>;
  };
  permissions: { request(asked: { origins: string[] }): Promise<boolean> };
};

/** A text of that page: the same interface, without the second that the page itself takes to load. */
const PAGE = 'chrome://extensions/strings.m.js';
/** The extensions and patterns that were said yes to. */
const approved = new WeakMap<Browser, Set<string>>();

/**
 * Answers yes, beforehand, to the dialog that `permissions.request` would show for a pattern such
 * as `http://127.0.0.1/*`; headless browsers show none and would leave the request pending. The
 * extension has the host only when it has asked: until then `permissions.contains` is false.
 *
 * The answer holds for the browser's life, also when the extension gives the host back meanwhile.
 */
export async function approveHost(browser: Browser, id: string, pattern: string): Promise<void> {
  const before = approved.get(browser) ?? new Set();
  const answer = `${id} ${pattern}`;
  if (before.has(answer)) return;
  const approve = (...host: [string, string]) => chrome.developerPrivate.addHostPermission(...host);
  await evaluateAt(browser, PAGE, approve, id, pattern);
  approved.set(browser, before.add(answer));
}

/** Gives the extension a host, as if it had asked and the person had said yes. */
export async function grantHost(browser: Browser, id: string, pattern: string): Promise<void> {
  await approveHost(browser, id, pattern);
  const request = (host: string) => chrome.permissions.request({ origins: [host] });
  if (await evaluateInExtension(browser, id, request, pattern)) return;
  throw new Error(`Not granted: ${pattern}`);
}

/** Puts the extension's button on the toolbar, as "Pin to toolbar" among its details does. */
export async function pinToToolbar(browser: Browser, id: string): Promise<void> {
  const pin = (extensionId: string) =>
    chrome.developerPrivate.updateExtensionConfiguration({ extensionId, pinnedToToolbar: true });
  await evaluateAt(browser, PAGE, pin, id);
}
