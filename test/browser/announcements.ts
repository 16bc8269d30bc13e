import type { Page } from 'puppeteer-core';
import { until } from './condition';

/** What the page's live regions say, by their roles: empty strings where nothing. */
export interface Announcements {
  status: string;
  alert: string;
}

/** What a page or popup says right now. */
export async function announcements(page: Page): Promise<Announcements> {
  // In one look: what appears with one of them is there with the other.
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
    const before = [...document.querySelectorAll(regions)];
    const changed = new Set<Element | null | undefined>();
    const observer = new MutationObserver((changes) => {
      for (const { target, type, oldValue } of changes) {
        // What is drawn anew with the same text says nothing.
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
