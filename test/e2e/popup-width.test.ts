import type { Page } from 'puppeteer-core';
import { expect, it } from 'vitest';
import { openWithRows, stage, useService } from './fixture';
import { showState } from './states';

useService({ connects: false, launch: { showsScrollbars: true } });

/** Of the popup's window, and of what stands in it. */
function widths(popup: Page) {
  return popup.evaluate(() => ({
    window: innerWidth,
    main: document.querySelector('main')?.getBoundingClientRect().width,
    scrolls: document.documentElement.scrollHeight > innerHeight,
  }));
}

it('the popup is as wide with a scrollbar as without one', async () => {
  const unconnected = await widths(await showState('without a connection'));
  await stage.closePages();
  const few = await widths(await openWithRows(0));
  await stage.closePages();
  const many = await widths(await showState('100 rows'));
  expect(few.scrolls).toBe(false);
  expect(unconnected).toEqual(few);
  expect(many).toEqual({ ...few, scrolls: true });
});
