import type { Page } from 'puppeteer-core';

/**
 * Does something, and gives the longest time in which the page could not do anything else, in
 * milliseconds.
 */
export async function longestPause(page: Page, work: () => Promise<unknown>): Promise<number> {
  const ticking = await page.evaluateHandle(() => {
    const measured = { longest: 0, last: performance.now(), timer: 0 };
    measured.timer = window.setInterval(() => {
      const time = performance.now();
      measured.longest = Math.max(measured.longest, time - measured.last);
      measured.last = time;
    }, 10);
    return measured;
  });
  try {
    await work();
    return await ticking.evaluate((measured) => {
      clearInterval(measured.timer);
      return Math.max(measured.longest, performance.now() - measured.last);
    });
  } finally {
    await ticking.dispose();
  }
}
