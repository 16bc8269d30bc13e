import type { Page } from 'puppeteer-core';

/**
 * Returns elements that are too close to a side of the page, elements that are cut off without an
 * ellipsis, buttons with overflowing text, and open menus that exceed the window. Scrolled content
 * may reach the sides.
 * @param margin least distance from the sides in CSS pixels
 */
export async function cutOff(page: Page, margin: number): Promise<string[]> {
  // `$$eval` would create a handle for each element.
  return page.evaluate((margin) => {
    const root = document.documentElement;
    const { left, right } = root.getBoundingClientRect();

    const scrolls = new Map<Element, boolean>();

    /** Whether an ancestor can be scrolled. */
    function isScrolled({ parentElement: parent }: Element): boolean {
      if (parent === null || parent === root) return false;
      const known = scrolls.get(parent);
      if (known !== undefined) return known;
      const isIn = /auto|scroll/.test(getComputedStyle(parent).overflowX) || isScrolled(parent);
      scrolls.set(parent, isIn);
      return isIn;
    }

    /** Whether an ancestor marks its overflow with an ellipsis. */
    function isMarked({ parentElement: parent }: Element): boolean {
      if (parent === null || parent === root) return false;
      const { overflowX, textOverflow } = getComputedStyle(parent);
      return (overflowX !== 'visible' && textOverflow === 'ellipsis') || isMarked(parent);
    }

    function isInWindow(element: Element): boolean {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    }

    /** Whether an element is an open menu that exceeds the window, unlike the button of the menu. */
    function exceedsWindow(element: Element): boolean {
      if (!element.matches(':popover-open') || isInWindow(element)) return false;
      const button = root.querySelector('[aria-haspopup="menu"][aria-expanded="true"]');
      return button !== null && isInWindow(button);
    }

    function isCut(element: Element): boolean {
      if (element === root) return root.scrollWidth > root.clientWidth;
      const box = element.getBoundingClientRect();
      const space = isScrolled(element) ? 0 : margin;
      if (exceedsWindow(element)) return true;
      const isOutside = box.right > right - space + 1 || box.left < left + space - 1;
      if (isOutside && !isMarked(element)) return true;
      // An element without width is hidden on purpose.
      if (element.clientWidth === 0 || element.scrollWidth <= element.clientWidth) return false;
      if (element.localName === 'button') return true;
      const { overflowX, textOverflow } = getComputedStyle(element);
      return /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis';
    }

    return [root, ...document.querySelectorAll('main *')]
      .filter((element) => isCut(element) && element.checkVisibility())
      .filter((element) => !element.closest('.visually-hidden'))
      .map((element) => `${element.localName} ${element.textContent.slice(0, 40)}`);
  }, margin);
}
