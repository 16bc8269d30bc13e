import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { accessibilityProblems } from './axe';
import { cutOff } from './cut-off';
import { type State, useService } from './fixture';
import { OPTIONS_STATES } from './options-states';
import { POPUP_STATES } from './popup-states';
import { repeatedSentences } from './repetitions';
import { REPORT_STATES } from './report-states';
import { SUBMISSION_STATES } from './submission-states';

/** A picture of every state, to be looked at. */
const PICTURES = join('.output', 'pictures', 'states');

useService({ connects: false });
beforeAll(() => mkdir(PICTURES, { recursive: true }));

async function setDirection(page: Page, direction: 'ltr' | 'rtl'): Promise<void> {
  await page.evaluate((dir) => {
    document.documentElement.dir = dir;
    document.documentElement.lang = dir === 'rtl' ? 'ar' : 'en';
  }, direction);
}

/** What axe finds in light and in dark, with a picture of each. */
async function problems(page: Page, name: string, fullPage: boolean): Promise<string[]> {
  const found: string[] = [];
  for (const value of ['light', 'dark']) {
    // A turning icon has no fixed place to be measured at.
    const still = { name: 'prefers-reduced-motion', value: 'reduce' };
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }, still]);
    await page.screenshot({ path: join(PICTURES, `${name} - ${value}.png`), fullPage });
    found.push(...(await accessibilityProblems(page)));
  }
  return found;
}

/** Sets a size, and gives what is cut off, in either direction, once the page has had time for it. */
async function cutOffAt(page: Page, margin: number, size: () => Promise<void>): Promise<string[]> {
  await size();
  let found: string[] = [];
  for (const direction of ['ltr', 'rtl'] as const) {
    await setDirection(page, direction);
    const fits = async () => {
      found = await cutOff(page, margin);
      return found.length === 0;
    };
    await until('nothing is cut off', fits, 3000).catch(() => {});
    if (found.length > 0) break;
  }
  return found;
}

describe('the options page has no problem that axe finds, and fits 320 pixels', () => {
  it.each(Object.entries(OPTIONS_STATES))('%s', async (name, show) => {
    const page = await show();
    expect(await problems(page, `options page - ${name}`, false)).toEqual([]);
    const narrow = () => page.setViewport({ width: 320, height: 640 });
    expect(await cutOffAt(page, 16, narrow)).toEqual([]);
    expect(await page.evaluate(() => innerWidth)).toBe(320);
  });
});

describe('the popup has no problem that axe finds, and fits with text or all of it twice as large', () => {
  async function checkPopup(name: string, show: State): Promise<void> {
    const popup = await show();
    expect(await repeatedSentences(popup)).toEqual([]);
    expect(await problems(popup, name, true)).toEqual([]);
    const setSize = (fontSize: string, zoom: string) => async () => {
      await popup.evaluate((style) => Object.assign(document.documentElement.style, style), {
        fontSize,
        zoom,
      });
    };
    // What rows leave, and twice that.
    expect(await cutOffAt(popup, 6, setSize('200%', '1'))).toEqual([]);
    await setDirection(popup, 'ltr');
    expect(await cutOffAt(popup, 12, setSize('100%', '2'))).toEqual([]);
    expect(await popup.evaluate(() => innerWidth)).toBeGreaterThanOrEqual(760);
  }

  const POPUP = { ...POPUP_STATES, ...SUBMISSION_STATES };
  it.each(Object.entries(POPUP))('%s', (name, show) => checkPopup(`popup - ${name}`, show));
  it.each(Object.entries(REPORT_STATES))('%s', (name, show) =>
    checkPopup(`report - ${name}`, show),
  );
});
