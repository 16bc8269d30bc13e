import type { Page } from 'puppeteer-core';
import { until } from './condition';

/** The texts of a page's live regions, by role; empty for an empty region. */
export interface Announcements {
  status: string;
  alert: string;
}

export async function announcements(page: Page): Promise<Announcements> {
  // One call reads both texts at the same time.
  return page.evaluate(() => {
    const textOf = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)]
        .filter((region) => region.checkVisibility())
        .map(({ innerText }) => innerText.replace(/\s+/g, ' ').trim())
        .join(' ')
        .trim();
    return { status: textOf('[role=status], output'), alert: textOf('[role=alert]') };
  });
}

/**
 * Waits until an action has changed the text of a live region and no element has `aria-busy`.
 * @param timeout in milliseconds
 */
export async function announcementAfter(
  page: Page,
  act: () => Promise<void>,
  timeout = 30_000,
): Promise<Announcements> {
  const observation = await page.evaluateHandle(() => {
    const selector = '[role=status], [role=alert], output';
    const regionsBefore = [...document.querySelectorAll(selector)];
    const changed = new Set<Element | null | undefined>();
    const observer = new MutationObserver((changes) => {
      for (const { target, type, oldValue } of changes) {
        // Screen readers announce nothing if the same text is set again.
        if (type === 'characterData' && target.textContent === oldValue) continue;
        changed.add((target instanceof Element ? target : target.parentElement)?.closest(selector));
      }
    });
    observer.observe(document, {
      subtree: true,
      childList: true,
      characterDataOldValue: true,
      attributeFilter: ['hidden'],
    });
    const isAnnounced = (region: Element) =>
      (changed.has(region) || !regionsBefore.includes(region)) &&
      region.checkVisibility() &&
      region.textContent.trim() !== '';
    return {
      hasAnnounced: () =>
        document.querySelector('[aria-busy=true]') === null &&
        [...document.querySelectorAll(selector)].some(isAnnounced),
    };
  });
  await act();
  const hasAnnounced = () => observation.evaluate(({ hasAnnounced: check }) => check());
  await until('a live region has changed', hasAnnounced, timeout);
  return announcements(page);
}
