import type { Page } from 'puppeteer-core';
import { pressToolbarButton } from '../../browser/firefox/browser-events';
import { app, until } from '../app';

declare const chrome: {
  extension: { getViews(of: { type: 'popup' }): Window[] };
};

interface Popup {
  width: number;
  height: number;
  url?: string;
  status: string;
  text: string;
}

/**
 * Returns the size and texts of the toolbar popup; null without a popup. Firefox throws while it removes a
 * popup.
 * @param from the extension page that reads the popup; for private windows, a private extension page
 */
export function readPopup(from: Page = app.worker.page): Promise<Popup | null> {
  return from.evaluate(() => {
    const [view] = chrome.extension.getViews({ type: 'popup' });
    const main = view?.document.querySelector('main');
    if (!view || !main) return null;
    const url = view.document.querySelector('input')?.value;
    const regions = [...view.document.querySelectorAll('[role=status]')];
    const status = regions.map(({ textContent }) => textContent).join('');
    const text = main.textContent ?? '';
    try {
      return {
        width: view.innerWidth,
        height: view.innerHeight,
        status,
        text,
        ...(url && { url }),
      };
    } catch {
      return null;
    }
  });
}

export async function untilPopupSays(text: string | RegExp, from?: Page): Promise<void> {
  let shown = '';
  const says = async () => {
    shown = (await readPopup(from))?.text ?? '';
    return typeof text === 'string' ? shown.includes(text) : text.test(shown);
  };
  await until(`the popup says "${text}"`, says).catch(() => {
    throw new Error(`The popup says "${shown}", not "${text}".`);
  });
}

/** Presses a button of the popup by its text or name. WebDriver BiDi cannot reach the popup. */
export function pressInPopup(label: string, from: Page = app.worker.page): Promise<void> {
  return from.evaluate((wanted) => {
    const [view] = chrome.extension.getViews({ type: 'popup' });
    const buttons = [...(view?.document.querySelectorAll('button') ?? [])];
    buttons.find((button) => (button.ariaLabel ?? button.textContent) === wanted)?.click();
  }, label);
}

export async function pressToolbarButtonOn(url: string): Promise<void> {
  const page = await app.testBrowser.openTab();
  await page.goto(url);
  await pressToolbarButton(app.testBrowser);
}

/** Closes the popup. No driver can list or close it. */
export function closePopups(): Promise<void> {
  return app.worker.page.evaluate(() => {
    for (const view of chrome.extension.getViews({ type: 'popup' })) view.close();
  });
}
