import type { Page } from 'puppeteer-core';

/**
 * What leaves less room than that at either side of the page, is cut off by an element without the
 * mark of it, or is a button that its text runs out of. What scrolls may reach to the sides.
 */
export async function cutOff(page: Page, margin: number): Promise<string[]> {
  // Not by `$$eval`, which would make a handle of each element.
  return page.evaluate((margin) => {
    const root = document.documentElement;
    const { left, right } = root.getBoundingClientRect();

    const scrolls = new Map<Element, boolean>();

    /** Whether it lies in something that a person can scroll. */
    function isScrolled({ parentElement: parent }: Element): boolean {
      if (parent === null || parent === root) return false;
      const known = scrolls.get(parent);
      if (known !== undefined) return known;
      const isIn = /auto|scroll/.test(getComputedStyle(parent).overflowX) || isScrolled(parent);
      scrolls.set(parent, isIn);
      return isIn;
    }

    /** Whether it lies in something that says with an ellipsis that it is cut off. */
    function isMarked({ parentElement: parent }: Element): boolean {
      if (parent === null || parent === root) return false;
      const { overflowX, textOverflow } = getComputedStyle(parent);
      return (overflowX !== 'visible' && textOverflow === 'ellipsis') || isMarked(parent);
    }

    function isCut(element: Element): boolean {
      if (element === root) return root.scrollWidth > root.clientWidth;
      const box = element.getBoundingClientRect();
      const room = isScrolled(element) ? 0 : margin;
      const isOutside = box.right > right - room + 1 || box.left < left + room - 1;
      if (isOutside && !isMarked(element)) return true;
      // What has no width at all is out of sight on purpose.
      if (element.clientWidth === 0 || element.scrollWidth <= element.clientWidth) return false;
      if (element.localName === 'button') return true;
      const { overflowX, textOverflow } = getComputedStyle(element);
      return /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis';
    }

    return [root, ...document.querySelectorAll('main *')]
      .filter((element) => isCut(element) && element.checkVisibility())
      .filter((element) => !element.closest('.unseen'))
      .map((element) => `${element.localName} ${element.textContent.slice(0, 40)}`);
  }, margin);
}
