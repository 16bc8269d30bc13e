import type { Page } from 'puppeteer-core';

/** What fingers do not find on a page: controls that are too small, or take each other's room. */
export function fingerProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // CSS pixels: 44, less the line around a field that holds some of them; and for lines of text.
    const [CONTROL, OTHER] = [42, 24];
    // What neighbours may share.
    const LINE = 2;

    // A dialog covers the page.
    const root = document.querySelector('dialog:modal') ?? document;
    const targets = [...root.querySelectorAll('button, input, select, summary')]
      // What something else lies upon is out of reach.
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => element.closest('[inert]') === null)
      .filter((element) => !isScrolledAway(element))
      .map((element) => {
        const isBox = element instanceof HTMLInputElement && element.type === 'checkbox';
        // Of a box, its label reacts, too.
        const box = ((isBox && element.closest('label')) || element).getBoundingClientRect();
        const least = element.localName === 'summary' || isBox ? OTHER : CONTROL;
        // What opens above the rest shares room with what is below.
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

    /** One may stand in the other, as in a field. */
    function collide({ box: one, layer }: Target, { box: other, layer: otherLayer }: Target) {
      const [left, right] = [Math.max(one.left, other.left), Math.min(one.right, other.right)];
      const [top, bottom] = [Math.max(one.top, other.top), Math.min(one.bottom, other.bottom)];
      if (layer !== otherLayer || right - left <= LINE || bottom - top <= LINE) return false;
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
      ...colliding.map(({ one, other }) => `in each other's way: ${one.name}, ${other.name}`),
    ];
  });
}
