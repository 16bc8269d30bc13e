import type { Page } from 'puppeteer-core';

/**
 * Sentences that two elements say at once, to be seen both. Rows, values of the service and labels
 * of fewer than three words may be alike.
 */
export function repeatedSentences(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const said = [...document.querySelectorAll('main *')]
      .filter((element) => element.checkVisibility() && !element.closest('.unseen, .rows, bdi, dd'))
      .flatMap((element) => {
        const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
        const text = own.map(({ textContent }) => textContent).join(' ');
        return text.split(/(?<=[.!?…])\s+|\n/).map((sentence) => sentence.trim());
      })
      .filter((sentence) => sentence.split(/\s+/).length >= 3);
    return said.filter((sentence, index) => said.indexOf(sentence) !== index);
  });
}
