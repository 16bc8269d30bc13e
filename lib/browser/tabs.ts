import { browser } from 'wxt/browser';
import { isPrivateWindow } from '@/lib/private-windows';
import { cutAddress, MAX_ADDRESS_LENGTH } from '@/lib/url/typed-address';

export interface Tab {
  id: number | undefined;
  /**
   * The URL of the page, or the requested URL while the page is loading. Undefined if the browser
   * hides the URL, as for most browser pages. `cutAddress` cuts a URL above the length limit.
   */
  url: string | undefined;
  isPinned?: boolean;
  isLoading?: boolean;
  /** Whether the window is private or unknown. */
  isPrivate: boolean;
}

/** Where to open a page. The values are those of the browser's omnibox API. */
export type TabPlace = 'currentTab' | 'newForegroundTab' | 'newBackgroundTab';

/** Returns the active tab of the current window, or `describeTab(undefined)` if it is unknown. */
export async function activeTab(): Promise<Tab> {
  try {
    const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
    return describeTab(tab);
  } catch {
    return describeTab(undefined);
  }
}

/** The fields of the browser's own tab objects that this file uses. */
interface BrowserTab {
  id?: number | undefined;
  url?: string | undefined;
  /** Chromium only: the requested URL, until the page has answered. */
  pendingUrl?: string | undefined;
  status?: string | undefined;
  pinned?: boolean | undefined;
  incognito: boolean;
}

/** Converts the browser's tab object. Returns an unknown tab if the object is undefined. */
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
 * Reads the canonical URL of the page in a tab. Null if there is none, or if the browser denies
 * access to the page. A click on the toolbar button allows the access. A URL above the
 * length limit is cut within the page, like by `cutAddress`.
 */
export async function canonicalUrl({ id }: Pick<Tab, 'id'>): Promise<string | null> {
  if (id === undefined) return null;
  try {
    const [answer] = await browser.scripting.executeScript({
      target: { tabId: id },
      func: (maxLength) => {
        const link = document.querySelector<HTMLLinkElement>('link[rel~="canonical" i]');
        return link?.href.slice(0, maxLength) ?? null;
      },
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
  /** Whether the tab is pinned, for example for mail. False if the person has selected the tab. */
  isPinned: boolean;
}

/** The tabs of the current window, of all windows, or the selected tabs with these ids. */
export type TabScope = 'window' | 'all' | readonly number[];

/**
 * Returns the addresses of open tabs, in order. Omits extension pages. Omits tabs of private
 * windows unless the active tab is in a private window. Needs the permission `tabs`.
 */
export async function tabAddresses(scope: TabScope): Promise<TabAddress[]> {
  const [tabs, active] = await Promise.all([
    browser.tabs.query(scope === 'window' ? { currentWindow: true } : {}),
    activeTab(),
  ]);
  const extensionUrl = browser.runtime.getURL('/');
  return tabs.map(describeTab).flatMap(({ id = -1, url, isPinned, isPrivate }): TabAddress[] => {
    const isInScope = typeof scope === 'string' || scope.includes(id);
    const isAllowed = !isPrivate || active.isPrivate;
    if (!isInScope || !isAllowed || !url || url.startsWith(extensionUrl)) return [];
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
