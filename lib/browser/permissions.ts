import { browser } from 'wxt/browser';
import { hostPattern } from '@/lib/url/host-pattern';

/** What is asked for when it is first needed, beside hosts. */
export type OptionalPermission = 'notifications' | 'tabs';

/**
 * Whether the extension may reach the service's host; true where the browser cannot tell, since a
 * request then shows it. Never rejects.
 */
export function hasHostPermission(baseUrl: string): Promise<boolean> {
  return browser.permissions.contains({ origins: [hostPattern(baseUrl)] }).catch(() => true);
}

/**
 * Asks the person for the hosts of a service or of sitemaps. Call it first in the handler of a click or
 * submit: anything awaited before it loses the gesture in Firefox.
 */
export function requestHostPermission(...urls: readonly string[]): Promise<boolean> {
  return browser.permissions.request({ origins: urls.map(hostPattern) });
}

/** Runs with the match patterns of hosts that were allowed, in whichever way. */
export function onHostsAllowed(run: (patterns: readonly string[]) => void): void {
  browser.permissions.onAdded.addListener(({ origins = [] }) => run(origins));
}

/** Gives back the host of a service; hosts that the person granted otherwise stay. */
export async function removeHostPermission(baseUrl: string): Promise<void> {
  await browser.permissions.remove({ origins: [hostPattern(baseUrl)] });
}

/** The match patterns of all hosts that the extension may reach. */
export async function allowedHosts(): Promise<readonly string[]> {
  return (await browser.permissions.getAll()).origins ?? [];
}

/** Whether the person has allowed it; false where the browser cannot tell. Never rejects. */
export function hasPermission(name: OptionalPermission): Promise<boolean> {
  return browser.permissions.contains({ permissions: [name] }).catch(() => false);
}

/** Asks the person for it. Call it first in a handler, as for hosts. */
export function requestPermission(name: OptionalPermission): Promise<boolean> {
  return browser.permissions.request({ permissions: [name] });
}

/** Gives it back. */
export async function removePermission(name: OptionalPermission): Promise<void> {
  await browser.permissions.remove({ permissions: [name] });
}

/** Runs when anything was allowed or taken back, in whichever way. */
export function onPermissionsChanged(run: () => void): void {
  browser.permissions.onAdded.addListener(run);
  browser.permissions.onRemoved.addListener(run);
}
