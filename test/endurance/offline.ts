import type { Page } from 'puppeteer-core';

/**
 * Takes the extension's network away: measured in Chromium 156, what is emulated for one of its
 * pages holds for `navigator.onLine` of them all and of the worker, until that page closes or
 * another of them does. Gives back what ends it.
 */
export async function goOffline(page: Page): Promise<() => Promise<void>> {
  const session = await page.createCDPSession();
  const emulate = (offline: boolean) =>
    session.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  await session.send('Network.enable');
  await emulate(true);
  return async () => {
    await emulate(false);
    await session.detach();
  };
}
