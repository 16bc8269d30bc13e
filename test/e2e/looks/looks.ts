import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';

/** Emulates media features, such as `{ 'forced-colors': 'active' }`, and no others. */
export async function setMedia(page: Page, features: Record<string, string>): Promise<void> {
  const session = await page.createCDPSession();
  // The emulation ends with the session.
  await session.send('Emulation.setEmulatedMedia', {
    features: Object.entries(features).map(([name, value]) => ({ name, value })),
  });
}

export async function setDirection(page: Page, direction: 'ltr' | 'rtl'): Promise<void> {
  await page.evaluate((dir) => {
    document.documentElement.dir = dir;
    document.documentElement.lang = dir === 'rtl' ? 'ar' : 'en';
  }, direction);
}

/** Applies the text spacing of WCAG 1.4.12, which people may set to read better. */
export async function spreadTexts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    const spacing = 'letter-spacing: 0.12em; word-spacing: 0.16em; line-height: 1.5';
    sheet.replaceSync(`* { ${spacing.replaceAll(';', ' !important;')} !important }`);
    document.adoptedStyleSheets.push(sheet);
  });
}

/**
 * Emulates the screen and touch of a phone. Returns a function that ends the emulation. Unlike
 * Puppeteer's viewports, does not reload the page.
 */
export async function emulatePhone(page: Page, width: number): Promise<() => Promise<void>> {
  const session = await page.createCDPSession();
  const setWidth = (style: string) =>
    page.evaluate((value) => {
      document.documentElement.style.width = value;
    }, style);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const screen = { width, height: 640, deviceScaleFactor: 2, mobile: true };
  await session
    .send('Emulation.setDeviceMetricsOverride', screen)
    // Chromium cannot set the size of the popup, which follows the size of its document.
    .catch(() => setWidth(`${width}px`));
  return async () => {
    await session.detach();
    await setWidth('');
  };
}

/** Saves a picture of a page in the folder of the variable `PICTURES`. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
