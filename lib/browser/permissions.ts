import { browser } from 'wxt/browser';
import { hostPattern } from '@/lib/url/host-pattern';

/** A permission that is requested when it is first needed. */
export type OptionalPermission = 'notifications' | 'tabs';

/**
 * Whether the extension may reach the service's host. True if the check fails, because a request
 * shows the answer. Never rejects.
 */
export function hasHostPermission(baseUrl: string): Promise<boolean> {
  return browser.permissions.contains({ origins: [hostPattern(baseUrl)] }).catch(() => true);
}

/**
 * Requests the permission for hosts. Call it first in the handler of a click or submit. In Firefox,
 * an `await` before the call ends the user gesture.
 */
export function requestHostPermission(...urls: readonly string[]): Promise<boolean> {
  return browser.permissions.request({ origins: urls.map(hostPattern) });
}

/**
 * Listens to new host permissions, also those that a person grants in the browser's settings.
 * @param run called with the match patterns of the hosts
 */
export function onHostsAllowed(run: (patterns: readonly string[]) => void): void {
  browser.permissions.onAdded.addListener(({ origins = [] }) => run(origins));
}

/** Removes the permission for one host. Other patterns that the person has granted stay. */
export async function removeHostPermission(baseUrl: string): Promise<void> {
  await browser.permissions.remove({ origins: [hostPattern(baseUrl)] });
}

/** Returns the match patterns of all hosts that the extension may reach. */
export async function allowedHosts(): Promise<readonly string[]> {
  return (await browser.permissions.getAll()).origins ?? [];
}

/** Whether the person has granted a permission; false if the check fails. */
export function hasPermission(name: OptionalPermission): Promise<boolean> {
  return browser.permissions.contains({ permissions: [name] }).catch(() => false);
}

/** Requests a permission. Call it first in the handler, like `requestHostPermission`. */
export function requestPermission(name: OptionalPermission): Promise<boolean> {
  return browser.permissions.request({ permissions: [name] });
}

export async function removePermission(name: OptionalPermission): Promise<void> {
  await browser.permissions.remove({ permissions: [name] });
}

/** Listens to all changes of permissions, also in the browser's settings. */
export function onPermissionsChanged(run: () => void): void {
  browser.permissions.onAdded.addListener(run);
  browser.permissions.onRemoved.addListener(run);
}
