import { browser } from 'wxt/browser';
import { isPrivateWindow } from '@/lib/private-windows';
import { cutAddress, MAX_ADDRESS_LENGTH } from '@/lib/url/typed-address';

export interface Tab {
  id: number | undefined;
  /**
   * The requested URL if the page has not answered yet. Undefined if the browser does not tell,
   * mostly for its own pages. A long URL is cut to one character more than a report allows.
   */
  url: string | undefined;
  isPinned?: boolean;
  isLoading?: boolean;
  /** Whether the window is private or unknown. */
  isPrivate: boolean;
}

/** Where to open a tab. The values are those of the browser's omnibox. */
export type TabPlace = 'currentTab' | 'newForegroundTab' | 'newBackgroundTab';

/** Returns the active tab of the current window, or an unknown tab. */
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
  /** Chromium only: the requested URL, until the page has answered. */
  pendingUrl?: string | undefined;
  status?: string | undefined;
  pinned?: boolean | undefined;
  incognito: boolean;
}

/** Converts a tab of the browser. Undefined is an unknown tab. */
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
 * Reads the canonical URL of a page; null without one, and if the browser denies access to the
 * page. The click on the toolbar button allows the access. A long URL is cut within the page, to
 * one character more than a report allows.
 */
export async function canonicalUrl({ id }: Pick<Tab, 'id'>): Promise<string | null> {
  if (id === undefined) return null;
  try {
    const [answer] = await browser.scripting.executeScript({
      target: { tabId: id },
      func: (most) =>
        document.querySelector<HTMLLinkElement>('link[rel~="canonical" i]')?.href.slice(0, most) ??
        null,
      args: [MAX_ADDRESS_LENGTH + 1],
    });
    return typeof answer?.result === 'string' ? answer.result : null;
  } catch {
    return null;
  }
}

/** The address of an open tab. */
export interface TabAddress {
  text: string;
  /** Whether the tab is pinned (for example mail or chat) and was not selected by the person. */
  isPinned: boolean;
}

/** Tabs of the current window, of all windows, or by their ids. */
export type TabScope = 'window' | 'all' | readonly number[];

/**
 * Returns the URLs of open tabs, in order. Leaves out extension pages, and tabs of private windows
 * unless the active tab is private. Marks pinned tabs unless the scope has ids. Needs the
 * permission `tabs`.
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

/** Returns the ids of the selected tabs of the current window. Needs no permission. */
export async function selectedTabs(): Promise<number[]> {
  const query = { currentWindow: true, highlighted: true };
  const tabs = await browser.tabs.query(query).catch(() => []);
  return tabs.flatMap(({ id }) => id ?? []);
}

export async function openTab(url: string): Promise<void> {
  await browser.tabs.create({ url });
}
