import { browser } from 'wxt/browser';
import { hostPattern } from '@/lib/model/base-url';

/** Whether the extension may reach the service's host. */
export function hasHostPermission(baseUrl: string): Promise<boolean> {
  return browser.permissions.contains({ origins: [hostPattern(baseUrl)] });
}

/**
 * Asks the person for the service's host. Call it first in the handler of a click or submit:
 * anything awaited before it loses the gesture in Firefox.
 */
export function requestHostPermission(baseUrl: string): Promise<boolean> {
  return browser.permissions.request({ origins: [hostPattern(baseUrl)] });
}

/** Gives back every host permission except the service's, or all of them. */
export async function keepOnlyHostPermission(baseUrl: string | null): Promise<void> {
  const { origins = [] } = await browser.permissions.getAll();
  const kept = baseUrl === null ? null : hostPattern(baseUrl);
  const required = new Set(browser.runtime.getManifest().host_permissions as string[] | undefined);
  const surplus = origins.filter((origin) => origin !== kept && !required.has(origin));
  if (surplus.length > 0) await browser.permissions.remove({ origins: surplus });
}
