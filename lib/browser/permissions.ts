import { browser } from 'wxt/browser';
import { hostPattern } from '@/lib/url/host-pattern';

/** A permission that the extension requests only when it is first needed. */
export type OptionalPermission = 'notifications' | 'tabs';

/**
 * Whether the extension may send requests to the service's host. If the check fails, returns true:
 * the next request will show whether the permission is missing. Never rejects.
 */
export function hasHostPermission(baseUrl: string): Promise<boolean> {
  return browser.permissions.contains({ origins: [hostPattern(baseUrl)] }).catch(() => true);
}

/**
 * Requests the permission for hosts. Must be the first call in the handler of a click or submit: in
 * Firefox, an `await` before the call ends the user gesture.
 */
export function requestHostPermission(...urls: readonly string[]): Promise<boolean> {
  return browser.permissions.request({ origins: urls.map(hostPattern) });
}

/**
 * Listens to new host permissions, including those that a person grants in the browser's settings.
 * @param run called with the match patterns of the new hosts
 */
export function onHostsAllowed(run: (patterns: readonly string[]) => void): void {
  browser.permissions.onAdded.addListener(({ origins = [] }) => run(origins));
}

/**
 * Removes the permission for one host. Other granted match patterns stay, even if they cover it.
 */
export async function removeHostPermission(baseUrl: string): Promise<void> {
  await browser.permissions.remove({ origins: [hostPattern(baseUrl)] });
}

/** Returns the match patterns of all hosts that the extension may reach. */
export async function allowedHosts(): Promise<readonly string[]> {
  return (await browser.permissions.getAll()).origins ?? [];
}

/** Whether the person has granted a permission; false if the browser does not answer. */
export function hasPermission(name: OptionalPermission): Promise<boolean> {
  return browser.permissions.contains({ permissions: [name] }).catch(() => false);
}

/** Requests a permission. Must be the first call in a handler, like `requestHostPermission`. */
export function requestPermission(name: OptionalPermission): Promise<boolean> {
  return browser.permissions.request({ permissions: [name] });
}

export async function removePermission(name: OptionalPermission): Promise<void> {
  await browser.permissions.remove({ permissions: [name] });
}

/** Listens to all changes of permissions, including those in the browser's settings. */
export function onPermissionsChanged(run: () => void): void {
  browser.permissions.onAdded.addListener(run);
  browser.permissions.onRemoved.addListener(run);
}
