import type { Page } from 'puppeteer-core';
import { until } from './condition';

/** Texts of the live regions of a page, by role; empty strings if the regions are empty. */
export interface Announcements {
  status: string;
  alert: string;
}

/** Returns the texts that the live regions of a page show now. */
export async function announcements(page: Page): Promise<Announcements> {
  // One call reads both, so that the two texts are of the same moment.
  return page.evaluate(() => {
    const said = (regions: string) =>
      [...document.querySelectorAll<HTMLElement>(regions)]
        .filter((region) => region.checkVisibility())
        .map(({ innerText }) => innerText.replace(/\s+/g, ' ').trim())
        .join(' ')
        .trim();
    return { status: said('[role=status], output'), alert: said('[role=alert]') };
  });
}

/**
 * Performs an action and returns the announcements that follow. Waits until the text of a live region has
 * changed and no element has `aria-busy`. A repeated sentence counts only if the page announces it again.
 * @param timeout in milliseconds
 */
export async function announcementAfter(
  page: Page,
  act: () => Promise<void>,
  timeout = 30_000,
): Promise<Announcements> {
  const watch = await page.evaluateHandle(() => {
    const regions = '[role=status], [role=alert], output';
    const before = [...document.querySelectorAll(regions)];
    const changed = new Set<Element | null | undefined>();
    const observer = new MutationObserver((changes) => {
      for (const { target, type, oldValue } of changes) {
        // Rendering the same text again is not an announcement.
        if (type === 'characterData' && target.textContent === oldValue) continue;
        changed.add((target instanceof Element ? target : target.parentElement)?.closest(regions));
      }
    });
    const all = { subtree: true, childList: true, characterDataOldValue: true };
    observer.observe(document, { ...all, attributeFilter: ['hidden'] });
    const hasSpoken = (region: Element) =>
      (changed.has(region) || !before.includes(region)) &&
      region.checkVisibility() &&
      region.textContent.trim() !== '';
    return {
      hasAnswered: () =>
        document.querySelector('[aria-busy=true]') === null &&
        [...document.querySelectorAll(regions)].some(hasSpoken),
    };
  });
  await act();
  const hasAnswered = () => watch.evaluate((one) => one.hasAnswered());
  await until('a live region has changed', hasAnswered, timeout);
  return announcements(page);
}
