import type { Page } from 'puppeteer-core';
import type { Service } from '../service/service';

/**
 * Takes the extension's network away: measured in Chromium 156, what is emulated for one of its
 * pages holds for `navigator.onLine` of them all and of the worker, until that page closes or
 * another of them does. Gives back what ends it.
 */
export async function goOffline(page: Page): Promise<() => Promise<void>> {
  const session = await page.createCDPSession();
  const unlimited = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  const emulate = (offline: boolean) =>
    session.send('Network.emulateNetworkConditions', { offline, ...unlimited });
  await session.send('Network.enable');
  await emulate(true);
  return async () => {
    await emulate(false);
    await session.detach();
  };
}

/** A host that the tests' Chromium takes for this computer, and the extension for another one. */
export const REMOTE_HOST = 'service.example';

/** The service under that host: one that is known to be on this computer can be reached offline. */
export function atRemoteHost({ baseUrl, apiKey }: Pick<Service, 'baseUrl' | 'apiKey'>) {
  return { baseUrl: baseUrl.replace('127.0.0.1', REMOTE_HOST), apiKey };
}
