import type { Page } from 'puppeteer-core';

/** Elements that Tab reaches: of radio buttons only the checked one, and no menu items. */
const TABBABLE =
  'button:enabled:not([role=menuitem]), select, summary, a[href], [tabindex="0"], input:not([type=radio]), input:checked';

/** Makes the next Tab key focus the first element. Menus that close without focus are closed. */
function focusBeginning(page: Page): Promise<void> {
  return page.evaluate(() => {
    // A dialog keeps the focus inside.
    const root = document.querySelector<HTMLElement>('dialog:modal') ?? document.body;
    root.tabIndex = -1;
    root.focus();
    if (root === document.body) root.removeAttribute('tabindex');
  });
}

/**
 * Returns problems of the focus: controls without focus, without a visible outline (2 pixels,
 * contrast 3), or in a wrong order.
 */
export async function focusProblems(page: Page): Promise<string[]> {
  // Fixed elements would have a wrong position while others are scrolled.
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('*')) {
      if (element.scrollTop > 0) element.scrollTop = 0;
    }
  });
  await focusBeginning(page);
  // After a key, the browser shows the focus as for keyboard users.
  await page.keyboard.press('Tab');
  return page.evaluate((tabbable) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    if (context === null) throw new Error('There is no canvas.');
    const { direction } = getComputedStyle(document.documentElement);

    const luminances = new Map<string, number>();

    function luminance(color: string): number {
      const known = luminances.get(color);
      if (known !== undefined) return known;
      context?.reset();
      if (context) context.fillStyle = color;
      context?.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...(context?.getImageData(0, 0, 1, 1).data ?? [])]
        .map((value) => value / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
      const sum = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      luminances.set(color, sum);
      return sum;
    }

    function contrast(...colors: [string, string]): number {
      const [one, other] = colors.map((color) => luminance(color) + 0.05) as [number, number];
      return Math.max(one / other, other / one);
    }

    /** Returns the first opaque background behind an element. */
    function backgroundBehind(element: Element | null): string {
      const { backgroundColor } = getComputedStyle(element ?? document.documentElement);
      const isTransparent = element !== null && /^rgba\(.*, 0\)$/.test(backgroundColor);
      return isTransparent ? backgroundBehind(element.parentElement) : backgroundColor;
    }

    // A dialog covers the page.
    const root = document.querySelector('dialog:modal') ?? document;
    const stops = [...root.querySelectorAll<HTMLElement>(tabbable)]
      // A covered element cannot get the focus.
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => element.closest('[inert]') === null && !element.matches(':disabled'))
      .map((element) => {
        element.focus();
        // A control that covers its label shows the outline on the label.
        const shown = element.closest('label.segment') ?? element;
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(shown);
        const { left, right, top, bottom } = shown.getBoundingClientRect();
        // The distance by which ancestors have scrolled the element.
        const scrolled = { x: 0, y: 0 };
        for (let outer = shown.parentElement; outer !== null; outer = outer.parentElement) {
          scrolled.x += outer.scrollLeft;
          scrolled.y += outer.scrollTop;
        }
        return {
          name: `${element.localName} ${element.ariaLabel ?? (element.textContent || element.id)}`,
          box: {
            left: left + scrolled.x,
            right: right + scrolled.x,
            top: top + scrolled.y,
            bottom: bottom + scrolled.y,
          },
          isFocused: document.activeElement === element,
          isClear:
            outlineStyle !== 'none' &&
            Number.parseFloat(outlineWidth) >= 2 &&
            contrast(outlineColor, backgroundBehind(shown.parentElement)) >= 3,
        };
      });

    /** Whether an element is below another element, or follows the other element in the same line. */
    function follows({ box }: (typeof stops)[number], { box: first }: (typeof stops)[number]) {
      const distance = box.left + box.right - (first.left + first.right);
      const isBehind = direction === 'ltr' ? distance > 0 : distance < 0;
      return box.top >= first.bottom || (isBehind && box.bottom > first.top);
    }

    return stops.flatMap((stop, index) => {
      const before = stops[index - 1];
      return [
        ...(stop.isFocused ? [] : [`takes no focus: ${stop.name}`]),
        ...(stop.isClear ? [] : [`shows no focus: ${stop.name}`]),
        ...(before && !follows(stop, before) ? [`${stop.name} comes after ${before.name}`] : []),
      ];
    });
  }, TABBABLE);
}
