import type { Page } from 'puppeteer-core';

/** Whatever a page does that text must never make it do, since the watch began. */
export interface Watch {
  /** Dialogs, errors and navigations, in words. */
  happened: string[];
}

/** Watches a page; whatever is wrong in it from the start is found by `foreignParts`. */
export function watch(page: Page): Watch {
  const happened: string[] = [];
  page.on('dialog', async (dialog) => {
    happened.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('pageerror', (error) => happened.push(`error: ${error}`));
  page.on('framenavigated', (frame) => happened.push(`navigation: ${frame.url()}`));
  return { happened };
}

/**
 * Elements and attributes that an extension page has none of, unless some text has become markup:
 * code of any kind, frames, and pictures or addresses that are not the extension's own. Links of
 * the web are fine where they give nothing away.
 */
export async function foreignParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isOwn = (address: string) => new URL(address, location.href).origin === location.origin;
    return [...document.querySelectorAll('body *')]
      .filter((element) => {
        if (/^(iframe|object|embed|base|meta|link|style|template)$/.test(element.localName)) {
          return true;
        }
        if (element instanceof HTMLAnchorElement) {
          const isWeb = element.protocol === 'https:' || element.protocol === 'http:';
          return !isWeb || element.target !== '_blank' || element.rel !== 'noopener noreferrer';
        }
        return [...element.attributes].some(
          ({ name, value }) =>
            name.startsWith('on') || (/^(src|href|action|srcdoc)$/.test(name) && !isOwn(value)),
        );
      })
      .map((element) => element.outerHTML.slice(0, 200));
  });
}

/** The same JSON, each text of several words in which ends by turning the direction. */
export function turned(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), (_, value) =>
      typeof value === 'string' && /[a-z] [a-z]/i.test(value) ? `${value}\u202e` : value,
    );
  } catch {
    return body;
  }
}

/**
 * Texts with a character that turns the direction, where nothing keeps it from turning the words of
 * the extension that stand beside it.
 */
export function unisolatedTurns(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      if (!/[\u202a-\u202e\u2066-\u2069]/.test(text)) continue;
      const isolate = node.parentElement?.closest('bdi, [dir]') ?? document.documentElement;
      if (isolate.contains(document.body)) found.push(text);
    }
    return found;
  });
}

/**
 * Whether words of the extension's own run from left to right where they stand, as they do unless
 * a text beside them has turned their direction. Throws when the words are not there.
 */
export async function runsForward(page: Page, words: string): Promise<boolean> {
  return page.evaluate((sought) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(sought) ?? -1;
      if (at === -1 || !node.parentElement?.checkVisibility()) continue;
      const letters = [...sought].map((_, index) => {
        const range = document.createRange();
        range.setStart(node, at + index);
        range.setEnd(node, at + index + 1);
        return range.getBoundingClientRect();
      });
      return letters.every((letter, index) => {
        const next = letters[index + 1];
        return next === undefined || next.top > letter.top || next.left >= letter.left;
      });
    }
    throw new Error(`Nowhere: ${sought}`);
  }, words);
}
