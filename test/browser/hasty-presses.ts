import type { MouseClickOptions, Page } from 'puppeteer-core';
import { byRole, find } from './roles';

async function clickAt(page: Page, name: string, options: MouseClickOptions): Promise<void> {
  const button = await find(page, byRole('button', name));
  const { x, y } = await button.clickablePoint();
  await page.mouse.click(x, y, options);
}

export function doubleClick(page: Page, name: string): Promise<void> {
  return clickAt(page, name, { count: 2 });
}

/** Sends the second click of a double click, for a button that appears after the first click. */
export function clickAgain(page: Page, name: string): Promise<void> {
  return clickAt(page, name, { clickCount: 2 });
}

/** Holds the Enter key down until `release` is called, so that the key press repeats. */
export async function holdEnter(page: Page): Promise<{ release(): Promise<void> }> {
  // Without `up`, Puppeteer sends further `down` events as repetitions of the key.
  for (let pressed = 0; pressed < 5; pressed += 1) await page.keyboard.down('Enter');
  return { release: () => page.keyboard.up('Enter') };
}

/** Dispatches a click with a time stamp from before the button appeared. */
export async function clickWithOldTimeStamp(page: Page, name: string): Promise<void> {
  const button = await find(page, byRole('button', name));
  await button.evaluate((element) => {
    const click = new MouseEvent('click', { bubbles: true, detail: 1 });
    Object.defineProperty(click, 'timeStamp', { value: 1 });
    element.dispatchEvent(click);
  });
}
