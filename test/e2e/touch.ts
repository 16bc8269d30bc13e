import type { Page } from 'puppeteer-core';
import type { Stage } from './stage';

/** A small phone, in CSS pixels. */
const SCREEN = { width: 360, height: 640, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** CSS pixels that neighbours may share: their lines. */
const LINE = 2;

/** What of the browser a popup asks for the page in front. */
interface Tabs {
  tabs: { query(): Promise<{ url: string; incognito: boolean }[]> };
}

/** What a finger can press. */
interface Target {
  name: string;
  /** CSS pixels, of what reacts: a box's label with the box. */
  box: { left: number; top: number; right: number; bottom: number };
  /** CSS pixels that it should have at least, both ways. */
  least: number;
  /** Whether it is part of what opens above the rest. */
  isAbove: boolean;
}

/** Makes pages of a browser those of a phone, where the popup fills the screen. */
export function holdInHand(stage: Stage): void {
  stage.openPopup = async (page) => {
    const popup = await stage.openTab();
    await popup.setViewport(SCREEN);
    // The tab below it stays the one in front of the person, as in Firefox for Android.
    await popup.evaluateOnNewDocument((url) => {
      const { browser, chrome } = globalThis as unknown as { browser?: Tabs; chrome?: Tabs };
      for (const api of [browser, chrome]) {
        if (api) api.tabs.query = async () => [{ url, incognito: false }];
      }
    }, page.url());
    await popup.goto(`${stage.origin}/popup.html`);
    return popup;
  };
  stage.openPopupOn = async (url) => {
    const page = await stage.openTab();
    await page.goto(url);
    return { page, popup: await stage.openPopup(page) };
  };
  const { openOptions } = stage;
  stage.openOptions = async () => {
    const page = await openOptions();
    await page.setViewport(SCREEN);
    await page.locator('main').wait();
    return page;
  };
}

/** Touches what a selector finds with a finger. */
export async function tap(page: Page, selector: string): Promise<void> {
  const element = await page.locator(selector).waitHandle();
  await element.tap();
}

/** Everything on a page that can be pressed, but for links within a text. */
export function fingerTargets(page: Page): Promise<Target[]> {
  return page.evaluate(() => {
    // 44, less the line around a field that holds some of them.
    const CONTROL = 42;
    const OTHER = 24;
    return [...document.querySelectorAll('button, input, select, summary')]
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const isBox = element instanceof HTMLInputElement && element.type === 'checkbox';
        const pressed = (isBox && element.closest('label')) || element;
        const { left, top, right, bottom } = pressed.getBoundingClientRect();
        return {
          name: element.ariaLabel ?? (element.textContent || element.id),
          box: { left, top, right, bottom },
          least: element.localName === 'summary' || isBox ? OTHER : CONTROL,
          isAbove: element.closest('.other-addresses, [popover]') !== null,
        };
      });
  });
}

export function isTooSmall({ box, least }: Target): boolean {
  return box.right - box.left < least || box.bottom - box.top < least;
}

/** Whether two targets take some of each other's room. One may stand in the other, as in a field. */
export function collide(one: Target, other: Target): boolean {
  if (one.isAbove !== other.isAbove) return false;
  const shared = {
    left: Math.max(one.box.left, other.box.left),
    top: Math.max(one.box.top, other.box.top),
    right: Math.min(one.box.right, other.box.right),
    bottom: Math.min(one.box.bottom, other.box.bottom),
  };
  if (shared.right - shared.left <= LINE || shared.bottom - shared.top <= LINE) return false;
  return ![one, other].some(({ box }) => JSON.stringify(box) === JSON.stringify(shared));
}
