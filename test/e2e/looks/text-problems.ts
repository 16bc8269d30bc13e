import type { Page } from 'puppeteer-core';

/**
 * Returns problems of the texts of a page: repeated sentences, and words of the extension whose
 * direction a foreign text changes.
 */
export function textProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: { text: Text; parent: Element }[] = [];
    for (let text = walker.nextNode(); text instanceof Text; text = walker.nextNode()) {
      const parent = text.parentElement;
      if (parent?.checkVisibility()) texts.push({ text, parent });
    }

    // Each setting by policy has the same note. Rows, services, problems, lines about due pages, table cells, ends
    // of lists, values of the service and labels of fewer than three words may repeat.
    const sentences = [...new Set(texts.map(({ parent }) => parent))]
      .filter(
        (parent) =>
          parent.closest('main') &&
          !parent.closest(
            '.visually-hidden, .rows, .services, .finding, .due-lines, td, .show-more, bdi, dd, pre',
          ),
      )
      .flatMap((parent) => {
        const own = texts.filter((one) => one.parent === parent).map(({ text }) => text.data);
        return own.join(' ').split(/(?<=[.!?…])\s+|\n/);
      })
      .map((sentence) => sentence.trim())
      .filter((sentence) => sentence.split(/\s+/).length >= 3)
      .filter((sentence) => sentence !== 'Set by your organization');
    const repeated = sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index);

    const own = texts.filter(({ parent }) => parent.closest('body :is(bdi, [dir])') === null);
    const foreign = own.filter(({ text }) => /[\u202a-\u202e\u2066-\u2069]/.test(text.data));

    /** Whether the letters are in order from left to right in each line. */
    function runsForward({ text }: { text: Text }): boolean {
      const letters = [...text.data].map((_, index) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, Math.min(index + 1, text.length));
        return range.getBoundingClientRect();
      });
      const seen = letters.filter(({ width }) => width > 0);
      return seen.every((letter, index) => {
        const next = seen[index + 1];
        return next === undefined || next.top > letter.top || next.left >= letter.left;
      });
    }

    return [
      ...repeated.map((sentence) => `repeated: ${sentence}`),
      ...foreign.map(({ text }) => `not isolated: ${text.data}`),
      ...own.filter((one) => !runsForward(one)).map(({ text }) => `turned: ${text.data}`),
    ];
  });
}

/** Characters that end two isolations, and begin two right-to-left overrides without an end. */
const DIRECTION_CONTROLS = '\u2069\u2069\u202e\u202e';

/** Returns JSON in which each web address and each text of several words ends with `DIRECTION_CONTROLS`. */
export function withDirectionControls(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), (_, value) =>
      typeof value === 'string' && /[a-z] [a-z]|^https:..[^/]+\.example\//i.test(value)
        ? `${value}${DIRECTION_CONTROLS}`
        : value,
    );
  } catch {
    return body;
  }
}
