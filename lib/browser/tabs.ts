import { browser } from 'wxt/browser';
import { isPrivateWindow } from '@/lib/private-windows';
import { cutAddress, LONGEST_REPORTABLE } from '@/lib/url/typed-address';

/** A tab of the browser. */
export interface Tab {
  id: number | undefined;
  /**
   * Of a page that has not answered yet, the one that is asked for. Undefined where the browser does not
   * tell: its own pages, mostly. One that is too long is cut to a character more than may be reported.
   */
  url: string | undefined;
  isPinned?: boolean;
  /** Whether its page is still on its way. */
  isLoading?: boolean;
  /** Whether its window is private, or nobody knows. */
  isPrivate: boolean;
}

/** Where a tab is to be opened, as browsers name it. */
export type TabPlace = 'currentTab' | 'newForegroundTab' | 'newBackgroundTab';

/** Finds the tab in front of the person. */
export async function activeTab(): Promise<Tab> {
  try {
    const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
    return describeTab(tab);
  } catch {
    return describeTab(undefined);
  }
}

interface BrowserTab {
  id?: number | undefined;
  url?: string | undefined;
  /** Chromium's: where the tab goes, as long as that page has not answered. */
  pendingUrl?: string | undefined;
  status?: string | undefined;
  pinned?: boolean | undefined;
  incognito: boolean;
}

/** What is known of a tab; undefined is one of which nothing is. */
export function describeTab(tab: BrowserTab | undefined): Tab {
  const url = tab?.pendingUrl || tab?.url;
  const isLoading = tab?.status === 'loading';
  return {
    id: tab?.id,
    url: url && cutAddress(url),
    isPinned: tab?.pinned === true,
    isLoading,
    isPrivate: isPrivateWindow(tab),
  };
}

/**
 * The address that the page itself names as its own, null where it names none or the browser lets
 * no extension look. The press of the toolbar button is what allows it. One that is too long is
 * cut within the page, to a character more than may be reported.
 */
export async function canonicalUrl({ id }: Pick<Tab, 'id'>): Promise<string | null> {
  if (id === undefined) return null;
  try {
    const [answer] = await browser.scripting.executeScript({
      target: { tabId: id },
      func: (most) =>
        document.querySelector<HTMLLinkElement>('link[rel~="canonical" i]')?.href.slice(0, most) ??
        null,
      args: [LONGEST_REPORTABLE + 1],
    });
    return typeof answer?.result === 'string' ? answer.result : null;
  } catch {
    return null;
  }
}

/** The address of an open tab. */
export interface TabAddress {
  text: string;
  /** Whether the tab is pinned, such as mail or chat, and was not selected by the person. */
  isPinned: boolean;
}

/** Which tabs are meant: those of the window in front, of all windows, or some by their ids. */
export type TabScope = 'window' | 'all' | readonly number[];

/**
 * The addresses of open tabs, in order, without our own pages; those of private windows for a page in
 * a private window alone. A pinned tab is marked, unless the scope names it. It takes the permission `tabs`.
 */
export async function tabAddresses(scope: TabScope): Promise<TabAddress[]> {
  const [tabs, here] = await Promise.all([
    browser.tabs.query(scope === 'window' ? { currentWindow: true } : {}),
    activeTab(),
  ]);
  const own = browser.runtime.getURL('/');
  return tabs.map(describeTab).flatMap(({ id = -1, url, isPinned, isPrivate }): TabAddress[] => {
    const isMeant = typeof scope === 'string' || scope.includes(id);
    const isOffered = !isPrivate || here.isPrivate;
    if (!isMeant || !isOffered || !url || url.startsWith(own)) return [];
    return [{ text: url, isPinned: isPinned === true && typeof scope === 'string' }];
  });
}

/** The tabs that are selected together in the window in front; takes no permission. */
export async function selectedTabs(): Promise<number[]> {
  const query = { currentWindow: true, highlighted: true };
  const tabs = await browser.tabs.query(query).catch(() => []);
  return tabs.flatMap(({ id }) => id ?? []);
}

/** Opens an address in a tab of its own. */
export async function openTab(url: string): Promise<void> {
  await browser.tabs.create({ url });
}
