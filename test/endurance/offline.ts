import type { Page } from 'puppeteer-core';
import type { Service } from '../service/service';

/**
 * Disconnects the extension from the network. Returns a function that ends the emulation.
 *
 * Measured in Chromium 156: the emulation for one extension page sets `navigator.onLine` of all
 * extension pages and the worker. The emulation ends when any page with an emulation closes.
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

/** The tests' Chromium maps this host to this computer. The extension treats the host as another computer. */
export const REMOTE_HOST = 'service.example';

/**
 * Returns the address of a service under `REMOTE_HOST`, because the extension reaches a local
 * service offline.
 */
export function atRemoteHost({ baseUrl, apiKey }: Pick<Service, 'baseUrl' | 'apiKey'>) {
  return { baseUrl: baseUrl.replace('127.0.0.1', REMOTE_HOST), apiKey };
}
