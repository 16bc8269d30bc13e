import type { Page } from 'puppeteer-core';

export function fingerProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Smallest sizes in CSS pixels. A control has 44 pixels with the border of a surrounding field.
    // Other targets are as high as a line of text.
    const [CONTROL, OTHER] = [42, 24];
    const ALLOWED_OVERLAP = 2;

    // A dialog covers the page.
    const root = document.querySelector('dialog:modal') ?? document;
    const targets = [...root.querySelectorAll('button, input, select, summary')]
      // A covered element cannot be touched.
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => element.closest('[inert]') === null)
      .filter((element) => !isScrolledAway(element))
      .map((element) => {
        const isBox = element instanceof HTMLInputElement && element.type === 'checkbox';
        // A press on the label of a checkbox also ticks the checkbox.
        const box = ((isBox && element.closest('label')) || element).getBoundingClientRect();
        const least = element.localName === 'summary' || isBox ? OTHER : CONTROL;
        // Elements that open above the page may cover it.
        const layer = element.closest('.other-addresses, [popover], .tray');
        return {
          name: element.ariaLabel ?? (element.textContent || element.id),
          box,
          least,
          layer,
        };
      });

    function isScrolledAway(element: Element): boolean {
      const top = element.closest('.scroll')?.getBoundingClientRect().top;
      return top !== undefined && element.getBoundingClientRect().top < top;
    }
    type Target = (typeof targets)[number];

    /** Whether two targets overlap. One target may contain the other, as in a field. */
    function collide({ box: one, layer }: Target, { box: other, layer: otherLayer }: Target) {
      const [left, right] = [Math.max(one.left, other.left), Math.min(one.right, other.right)];
      const [top, bottom] = [Math.max(one.top, other.top), Math.min(one.bottom, other.bottom)];
      if (
        layer !== otherLayer ||
        right - left <= ALLOWED_OVERLAP ||
        bottom - top <= ALLOWED_OVERLAP
      )
        return false;
      return ![one, other].some((box) => {
        return box.left === left && box.right === right && box.top === top && box.bottom === bottom;
      });
    }

    const small = targets.filter(({ box, least }) => box.width < least || box.height < least);
    const colliding = targets.flatMap((one, index) =>
      targets.slice(index + 1).flatMap((other) => (collide(one, other) ? [{ one, other }] : [])),
    );
    return [
      ...small.map(({ name, box }) => `too small: ${name}, ${box.width} × ${box.height}`),
      ...colliding.map(({ one, other }) => `overlap: ${one.name}, ${other.name}`),
    ];
  });
}
