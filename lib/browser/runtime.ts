import { browser } from 'wxt/browser';

/** Calls a cheap extension function, which restarts the worker's idle timer. */
export function ping(): void {
  void browser.runtime.getPlatformInfo();
}

/** Opens the options page, or brings it to the front. */
export function openOptionsPage(): Promise<void> {
  return browser.runtime.openOptionsPage();
}

/** Runs when the extension was installed or updated, or the browser was. */
export function onInstalled(run: () => void): void {
  browser.runtime.onInstalled.addListener(run);
}

/** Runs when the browser has started, and wakes the worker for it. */
export function onBrowserStart(run: () => void): void {
  browser.runtime.onStartup.addListener(run);
}
