import { app, until } from '../app';

/** What of `chrome` is used in a page of the extension. */
declare const chrome: {
  action: Record<'getBadgeText' | 'getTitle', (of: { tabId?: number }) => Promise<string>> & {
    setBadgeText(badge: { text: string }): Promise<void>;
  };
};

/** What the toolbar button shows, in all windows or on one tab. */
export function buttonOf(tabId?: number): Promise<{ text: string; title: string }> {
  return app.worker.page.evaluate(
    async (at) => ({
      text: await chrome.action.getBadgeText(at),
      title: await chrome.action.getTitle(at),
    }),
    tabId === undefined ? {} : { tabId },
  );
}

/** A good and a bad page's badge: its score, or a letter where there is none. */
export const GOOD_BADGE = /^(G|[89]\d|100)$/;

export const BAD_BADGE = /^(B|[1-4]?\d)$/;

/** Waits until the button shows a text. */
export async function untilBadge(text: string | RegExp, tabId?: number): Promise<void> {
  await until(`the button shows "${text}"`, async () => is((await buttonOf(tabId)).text, text));
}

/** Waits until the button is called so, in all windows or on one tab. */
export async function untilTitle(title: string | RegExp, tabId?: number): Promise<void> {
  await until(`it says "${title}"`, async () => is((await buttonOf(tabId)).title, title));
}

function is(shown: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? shown === wanted : wanted.test(shown);
}

/** Takes the badge away behind the worker's back. */
export async function wipeBadge(): Promise<void> {
  await app.worker.page.evaluate(() => chrome.action.setBadgeText({ text: '' }));
}
