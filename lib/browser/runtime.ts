import { browser } from 'wxt/browser';

/** Calls a cheap extension function, which restarts the worker's idle timer. */
export function ping(): void {
  void browser.runtime.getPlatformInfo();
}

/** A field of the options page, by the id of its element. */
export type SettingsField = 'apiKey';

/** Opens the options page, or brings it to the front; to change one field, in a tab of its own. */
export async function openOptionsPage(field?: SettingsField): Promise<void> {
  if (field === undefined) return browser.runtime.openOptionsPage();
  await browser.tabs.create({ url: browser.runtime.getURL(`/options.html#${field}`) });
}

/** Runs when the extension was installed or updated, or the browser was. */
export function onInstalled(run: () => void): void {
  browser.runtime.onInstalled.addListener(run);
}

/** Runs when the browser has started, and wakes the worker for it. */
export function onBrowserStart(run: () => void): void {
  browser.runtime.onStartup.addListener(run);
}
