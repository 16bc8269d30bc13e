import type { Page } from 'puppeteer-core';

/** An element that the Tab key comes to, as it is while it has the focus. */
export interface TabStop {
  /** Its tag and text or label, to tell which it is. */
  what: string;
  /** Where it would be if nothing were scrolled. */
  box: { left: number; right: number; top: number; bottom: number };
  /** Of the line around it: width in pixels, 0 where there is none, and contrast to what is around. */
  outline: { width: number; contrast: number };
}

/** More than any page here has. */
const MOST_STOPS = 60;

/** Walks through a page with the Tab key, from its beginning until it leaves or begins again. */
export async function tabStops(page: Page): Promise<TabStop[]> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
    for (const visited of document.querySelectorAll('[data-visited]')) {
      visited.removeAttribute('data-visited');
    }
  });
  const stops: TabStop[] = [];
  while (stops.length < MOST_STOPS) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(readFocus);
    if (stop === null) break;
    stops.push(stop);
  }
  return stops;
}

/** Runs in the page. Null where nothing has the focus, or something that had it before. */
function readFocus(): TabStop | null {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return null;
  if ('visited' in focused.dataset) return null;
  focused.dataset.visited = '';
  // A control that is laid over its label leaves the line to it.
  const shown = focused.closest('label.segment') ?? focused;
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(shown);
  const { left, right, top, bottom } = shown.getBoundingClientRect();
  let scrolled = { x: 0, y: 0 };
  for (let outer = shown.parentElement; outer !== null; outer = outer.parentElement) {
    scrolled = { x: scrolled.x + outer.scrollLeft, y: scrolled.y + outer.scrollTop };
  }
  const label = focused.ariaLabel ?? (focused.closest('.field, label') ?? focused).textContent;

  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('There is no canvas.');

  function luminance(color: string): number {
    context?.reset();
    if (context) context.fillStyle = color;
    context?.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = [...(context?.getImageData(0, 0, 1, 1).data ?? [])]
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  /** The first background behind the element that is not see-through; the page has one. */
  function ground(element: Element | null): string {
    if (element === null) return getComputedStyle(document.documentElement).backgroundColor;
    const { backgroundColor } = getComputedStyle(element);
    return /^rgba\(.*, 0\)$/.test(backgroundColor)
      ? ground(element.parentElement)
      : backgroundColor;
  }

  const [darker = 0, lighter = 0] = [
    luminance(outlineColor),
    luminance(ground(shown.parentElement)),
  ].sort((one, other) => one - other);
  return {
    what: `${focused.localName} ${label.trim().slice(0, 40)}`,
    box: {
      left: left + scrolled.x,
      right: right + scrolled.x,
      top: top + scrolled.y,
      bottom: bottom + scrolled.y,
    },
    outline: {
      width: outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth),
      contrast: (lighter + 0.05) / (darker + 0.05),
    },
  };
}
