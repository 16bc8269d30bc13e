import type { MouseClickOptions, Page } from 'puppeteer-core';
import { byRole, find } from './roles';

async function clickAt(page: Page, name: string, options: MouseClickOptions): Promise<void> {
  const button = await find(page, byRole('button', name));
  const { x, y } = await button.clickablePoint();
  await page.mouse.click(x, y, options);
}

/** Presses a button twice as fast as a mouse can. */
export function doubleClick(page: Page, name: string): Promise<void> {
  return clickAt(page, name, { count: 2 });
}

/** Puts the second half of a double click on a button, as where it appeared under the pointer. */
export function clickAgain(page: Page, name: string): Promise<void> {
  return clickAt(page, name, { clickCount: 2 });
}

/** Presses Enter on what has the focus, and holds it until `release` is called. */
export async function holdEnter(page: Page): Promise<{ release(): Promise<void> }> {
  // Puppeteer marks what is pressed down again without being let go of as a repetition.
  for (let pressed = 0; pressed < 5; pressed += 1) await page.keyboard.down('Enter');
  return { release: () => page.keyboard.up('Enter') };
}

/** Clicks a button by an event that was made before the button appeared, and arrives afterwards. */
export async function clickFromBefore(page: Page, name: string): Promise<void> {
  const button = await find(page, byRole('button', name));
  await button.evaluate((element) => {
    const click = new MouseEvent('click', { bubbles: true, detail: 1 });
    Object.defineProperty(click, 'timeStamp', { value: 1 });
    element.dispatchEvent(click);
  });
}
