import { browser } from 'wxt/browser';

/** Calls a cheap extension function, which restarts the worker's idle timer. */
export function ping(): void {
  void browser.runtime.getPlatformInfo();
}

/** Opens the options page, or brings it to the front. */
export function openOptionsPage(): Promise<void> {
  return browser.runtime.openOptionsPage();
}
