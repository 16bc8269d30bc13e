import type { Page } from 'puppeteer-core';

/**
 * What leaves less room than that at either side of the page, or is cut off by an element without
 * the mark of it.
 */
export async function cutOff(page: Page, margin: number): Promise<string[]> {
  return page.$$eval(
    'html, main *',
    (elements, room) => {
      const root = document.documentElement;
      const { left, right } = root.getBoundingClientRect();

      /** Whether it lies in something that a person can scroll sideways. */
      function isScrolled({ parentElement: parent }: Element): boolean {
        if (parent === null || parent === root) return false;
        return /auto|scroll/.test(getComputedStyle(parent).overflowX) || isScrolled(parent);
      }

      return elements
        .filter((element) => element.checkVisibility() && !element.closest('.unseen'))
        .filter((element) => !isScrolled(element))
        .filter((element) => {
          const box = element.getBoundingClientRect();
          const { overflowX, textOverflow } = getComputedStyle(element);
          const cuts = /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis';
          if (element === root) return root.scrollWidth > root.clientWidth;
          return (
            box.right > right - room + 1 ||
            box.left < left + room - 1 ||
            (cuts && element.scrollWidth > element.clientWidth)
          );
        })
        .map((element) => `${element.localName} ${element.textContent.slice(0, 40)}`);
    },
    margin,
  );
}
