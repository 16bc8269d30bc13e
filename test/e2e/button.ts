import { app, until } from './app';

declare const chrome: {
  action: Record<'getBadgeText' | 'getTitle', (of: { tabId?: number }) => Promise<string>> & {
    setBadgeText(badge: { text: string }): Promise<void>;
  };
  storage: {
    local: {
      get(name: string): Promise<Record<string, object>>;
      set(items: object): Promise<void>;
    };
  };
  tabs: { query(query: { active: boolean }): Promise<{ id: number; url?: string }[]> };
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

/** Waits until the button shows a text. */
export async function untilBadge(text: string, tabId?: number): Promise<{ title: string }> {
  await until(`the button shows "${text}"`, async () => (await buttonOf(tabId)).text === text);
  return buttonOf(tabId);
}

/** Waits until the button is called so, in all windows or on one tab. */
export async function untilTitle(title: string, tabId?: number): Promise<void> {
  await until(`it says "${title}"`, async () => (await buttonOf(tabId)).title === title);
}

/** Takes the badge away behind the worker's back. */
export async function wipeBadge(): Promise<void> {
  await app.worker.page.evaluate(() => chrome.action.setBadgeText({ text: '' }));
}

/** The tab in front whose page is at an address. */
export async function tabIdOf(url: string): Promise<number> {
  const tabs = await app.worker.page.evaluate(() => chrome.tabs.query({ active: true }));
  const id = tabs.find((tab) => tab.url === url)?.id;
  if (id === undefined) throw new Error(`No tab in front shows ${url}.`);
  return id;
}

/** Changes preferences as the options page does, without asking for anything. */
export async function prefer(change: object): Promise<void> {
  await app.worker.page.evaluate(async (changed) => {
    const initial = { defaultPrivacy: 1, reportLink: '' };
    const { preferences = initial } = await chrome.storage.local.get('preferences');
    await chrome.storage.local.set({ preferences: { ...preferences, ...changed } });
  }, change);
  await app.worker.ask('refreshBadge');
}
