import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openWithRows, stage, useService } from './fixture';
import { POPUP_STATES } from './popup-states';

useService({ connects: false });
beforeAll(() => mkdir(PICTURES, { recursive: true }));

const PICTURES = join('.output', 'pictures', 'states');

/** Of the popup's window, and of what stands in it. */
function widths(popup: Page) {
  return popup.evaluate(() => ({
    window: innerWidth,
    main: document.querySelector('main')?.getBoundingClientRect().width,
    scrolls: document.documentElement.scrollHeight > innerHeight,
  }));
}

async function show(name: string): Promise<Page> {
  const state = POPUP_STATES[name];
  if (!state) throw new Error(`There is no state ${name}.`);
  return state();
}

describe('the width of the popup', () => {
  it('is the same with a scrollbar and without one', async () => {
    const connectFirst = await widths(await show('without a connection'));
    expect(connectFirst.scrolls).toBe(false);
    await stage.closePages();
    const few = await openWithRows(0);
    for (const scheme of ['light', 'dark']) {
      await few.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      await few.screenshot({ path: join(PICTURES, `width - few - ${scheme}.png`) });
    }
    const before = await widths(few);
    await stage.closePages();
    const many = await show('100 rows');
    for (const scheme of ['light', 'dark']) {
      await many.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      await many.screenshot({ path: join(PICTURES, `width - many - ${scheme}.png`) });
    }
    const after = await widths(many);
    expect(before.scrolls).toBe(false);
    expect(after).toEqual({ ...before, scrolls: true });
    expect(connectFirst).toEqual(before);
  });
});
