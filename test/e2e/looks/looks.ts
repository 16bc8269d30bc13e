import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
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

/** Spreads all texts of a page as far as WCAG 1.4.12 wants pages to bear, for people who read better so. */
export async function spreadTexts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    const spacing = 'letter-spacing: 0.12em; word-spacing: 0.16em; line-height: 1.5';
    sheet.replaceSync(`* { ${spacing.replaceAll(';', ' !important;')} !important }`);
    document.adoptedStyleSheets.push(sheet);
  });
}

/**
 * Shows a page as a phone does, to fingers, without the loading again of Puppeteer's viewports. Gives
 * back what ends it.
 */
export async function holdInHand(page: Page, width: number): Promise<() => Promise<void>> {
  const session = await page.createCDPSession();
  const setWidth = (style: string) =>
    page.evaluate((value) => {
      document.documentElement.style.width = value;
    }, style);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const screen = { width, height: 640, deviceScaleFactor: 2, mobile: true };
  await session
    .send('Emulation.setDeviceMetricsOverride', screen)
    // A popup is as large as its document asks for.
    .catch(() => setWidth(`${width}px`));
  return async () => {
    await session.detach();
    await setWidth('');
  };
}

/** Saves a picture of a page, to be looked at, in the folder that the variable `PICTURES` names. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
