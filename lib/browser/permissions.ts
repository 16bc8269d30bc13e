import { browser } from 'wxt/browser';
import { hostPattern } from '@/lib/url/host-pattern';

/** The extension requests an optional permission when a person first needs it. */
export type OptionalPermission = 'notifications' | 'tabs';

/**
 * Whether the extension may access the host of a URL. True if the browser does not answer: the next request
 * then fails because of a missing permission.
 */
export function hasHostPermission(baseUrl: string): Promise<boolean> {
  return browser.permissions.contains({ origins: [hostPattern(baseUrl)] }).catch(() => true);
}

/** Call before any `await` in a handler, because in Firefox an `await` ends the user gesture. */
export function requestHostPermission(...urls: readonly string[]): Promise<boolean> {
  return browser.permissions.request({ origins: urls.map(hostPattern) });
}

/** Also reports permissions that a person grants in the browser's settings. */
export function onHostsAllowed(run: (patterns: readonly string[]) => void): void {
  browser.permissions.onAdded.addListener(({ origins = [] }) => run(origins));
}

/** Other granted match patterns stay, even if they cover the host. */
export async function removeHostPermission(baseUrl: string): Promise<void> {
  await browser.permissions.remove({ origins: [hostPattern(baseUrl)] });
}

/** Returns the match patterns of all hosts that the extension may reach. */
export async function allowedHosts(): Promise<readonly string[]> {
  return (await browser.permissions.getAll()).origins ?? [];
}

/** Whether the extension has a permission. False if the browser does not answer. */
export function hasPermission(name: OptionalPermission): Promise<boolean> {
  return browser.permissions.contains({ permissions: [name] }).catch(() => false);
}

/** Call before any `await` in a handler, like `requestHostPermission`. */
export function requestPermission(name: OptionalPermission): Promise<boolean> {
  return browser.permissions.request({ permissions: [name] });
}

export async function removePermission(name: OptionalPermission): Promise<void> {
  await browser.permissions.remove({ permissions: [name] });
}

/** Also reports changes in the browser's settings. */
export function onPermissionsChanged(run: () => void): void {
  browser.permissions.onAdded.addListener(run);
  browser.permissions.onRemoved.addListener(run);
}
