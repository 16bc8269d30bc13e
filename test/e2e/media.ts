import type { Page } from 'puppeteer-core';

/** Has a page believe in media features, such as `{ 'forced-colors': 'active' }`, and in no others. */
export async function setMedia(page: Page, features: Record<string, string>): Promise<void> {
  const session = await page.createCDPSession();
  // The emulation ends with its session.
  await session.send('Emulation.setEmulatedMedia', {
    features: Object.entries(features).map(([name, value]) => ({ name, value })),
  });
}

/** Turns a page's direction, as the strings of another language would. */
export async function setDirection(page: Page, direction: 'ltr' | 'rtl'): Promise<void> {
  await page.evaluate((dir) => {
    document.documentElement.dir = dir;
    document.documentElement.lang = dir === 'rtl' ? 'ar' : 'en';
  }, direction);
}
