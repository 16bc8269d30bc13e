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
  said: string;
  text: string;
}

/**
 * What the popup on the toolbar is and shows; null while it is not there, or without a size: Firefox
 * throws where it just takes a popup away.
 * @param from the page of the extension that looks: one in a private window sees the popup there
 */
export function popup(from: Page = app.worker.page): Promise<Popup | null> {
  return from.evaluate(() => {
    const [view] = chrome.extension.getViews({ type: 'popup' });
    const main = view?.document.querySelector('main');
    if (!view || !main) return null;
    const url = view.document.querySelector('input')?.value;
    const regions = [...view.document.querySelectorAll('[role=status]')];
    const said = regions.map(({ textContent }) => textContent).join('');
    const text = main.textContent ?? '';
    try {
      return { width: view.innerWidth, height: view.innerHeight, said, text, ...(url && { url }) };
    } catch {
      return null;
    }
  });
}

/** Waits until that popup says a text. */
export async function untilPopupSays(text: string | RegExp, from?: Page): Promise<void> {
  let shown = '';
  const says = async () => {
    shown = (await popup(from))?.text ?? '';
    return typeof text === 'string' ? shown.includes(text) : text.test(shown);
  };
  await until(`the popup says "${text}"`, says).catch(() => {
    throw new Error(`The popup says "${shown}", not "${text}".`);
  });
}

/** Presses a button of that popup, which WebDriver BiDi cannot reach, by its text or its name. */
export function pressInPopup(label: string, from: Page = app.worker.page): Promise<void> {
  return from.evaluate((wanted) => {
    const [view] = chrome.extension.getViews({ type: 'popup' });
    const buttons = [...(view?.document.querySelectorAll('button') ?? [])];
    buttons.find((button) => (button.ariaLabel ?? button.textContent) === wanted)?.click();
  }, label);
}

/** Presses the toolbar button on a page, in a tab of its own. */
export async function pressOn(url: string): Promise<void> {
  const page = await app.stage.openTab();
  await page.goto(url);
  await pressToolbarButton(app.stage);
}

/** Closes that popup: no driver sees it, nor closes it with the pages that it has opened. */
export function closePopups(): Promise<void> {
  return app.worker.page.evaluate(() => {
    for (const view of chrome.extension.getViews({ type: 'popup' })) view.close();
  });
}
