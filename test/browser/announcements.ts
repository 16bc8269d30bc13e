import type { Page } from 'puppeteer-core';
import { byRole, textsOf } from './roles';

/** What the page's live regions say: empty strings where nothing. */
export interface Announcements {
  /** Text of `role=status`. */
  status: string;
  /** Text of `role=alert`. */
  alert: string;
}

/** What a page or popup says right now. */
export async function announcements(page: Page): Promise<Announcements> {
  const [status, alert] = await Promise.all(
    ['status', 'alert'].map(async (role) => (await textsOf(page, byRole(role))).join(' ').trim()),
  );
  return { status: status ?? '', alert: alert ?? '' };
}

/**
 * Does something and gives what the page says about it: waits until a live region that has text has
 * changed, and nothing is marked `aria-busy`. A sentence that stood there before does not count,
 * unless it is said again. Times out after `timeout` milliseconds.
 */
export async function announcementAfter(
  page: Page,
  act: () => Promise<void>,
  timeout = 30_000,
): Promise<Announcements> {
  const watch = await page.evaluateHandle(() => {
    const regions = '[role=status], [role=alert], output';
    const changed = new Set<Element>();
    const observer = new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        for (const node of [target, ...addedNodes]) {
          const region = (node instanceof Element ? node : node.parentElement)?.closest(regions);
          if (region) changed.add(region);
        }
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue;
          for (const region of node.querySelectorAll(regions)) changed.add(region);
        }
      }
    });
    observer.observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ['hidden'],
    });
    return { changed, stop: () => observer.disconnect() };
  });
  try {
    await act();
    await page.waitForFunction(
      ({ changed }) =>
        document.querySelector('[aria-busy=true]') === null &&
        [...changed].some((region) => region.checkVisibility() && region.textContent.trim() !== ''),
      // Not by animation frames: a page that is not in front has none.
      { polling: 50, timeout },
      watch,
    );
    return await announcements(page);
  } finally {
    await watch.evaluate(({ stop }) => stop()).catch(() => {});
    await watch.dispose();
  }
}
