import { app, until } from '../app';

declare const chrome: {
  action: Record<'getBadgeText' | 'getTitle', (of: { tabId?: number }) => Promise<string>> & {
    setBadgeText(badge: { text: string }): Promise<void>;
  };
};

/** Returns text and title of the toolbar button on one tab; by default, the text and title for all tabs. */
export function buttonOf(tabId?: number): Promise<{ text: string; title: string }> {
  return app.worker.page.evaluate(
    async (at) => ({
      text: await chrome.action.getBadgeText(at),
      title: await chrome.action.getTitle(at),
    }),
    tabId === undefined ? {} : { tabId },
  );
}

/** Badges of a good and of a bad page: the score, or a letter without a score. */
export const GOOD_BADGE = /^(G|[89]\d|100)$/;

export const BAD_BADGE = /^(B|[1-4]?\d)$/;

export async function untilBadge(text: string | RegExp, tabId?: number): Promise<void> {
  await until(`the button shows "${text}"`, async () =>
    matches((await buttonOf(tabId)).text, text),
  );
}

export async function untilTitle(title: string | RegExp, tabId?: number): Promise<void> {
  await until(`the button has the title "${title}"`, async () =>
    matches((await buttonOf(tabId)).title, title),
  );
}

function matches(shown: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? shown === wanted : wanted.test(shown);
}

/** Removes the badge without the worker. */
export async function wipeBadge(): Promise<void> {
  await app.worker.page.evaluate(() => chrome.action.setBadgeText({ text: '' }));
}
