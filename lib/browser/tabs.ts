import { browser } from 'wxt/browser';
import { isPrivateWindow } from '@/lib/private-windows';
import { cutAddress, MAX_ADDRESS_LENGTH } from '@/lib/url/typed-address';

export interface Tab {
  id: number | undefined;
  /**
   * The page's URL, or the requested URL during loading, cut by `cutAddress`. Undefined if the
   * browser hides the URL.
   */
  url: string | undefined;
  isPinned?: boolean;
  isLoading?: boolean;
  /** Whether the window is private or unknown. */
  isPrivate: boolean;
}

/** Where a page opens. The values come from the browser's omnibox API. */
export type TabPlace = 'currentTab' | 'newForegroundTab' | 'newBackgroundTab';

/** Returns `describeTab(undefined)` if the active tab is unknown. */
export async function activeTab(): Promise<Tab> {
  try {
    const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
    return describeTab(tab);
  } catch {
    return describeTab(undefined);
  }
}

/** The part of the browser's tab objects that `describeTab` reads. */
interface BrowserTab {
  id?: number | undefined;
  url?: string | undefined;
  /** Chromium only: the requested URL, until the page has answered. */
  pendingUrl?: string | undefined;
  status?: string | undefined;
  pinned?: boolean | undefined;
  incognito: boolean;
}

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
 * Returns the canonical link of a page, cut like `cutAddress`. Returns null without a link, or if
 * the browser denies access to the page. A click on the toolbar button grants access.
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

export interface TabAddress {
  text: string;
  /** Whether the tab is pinned, for example for mail; false for tabs that the person selected. */
  isPinned: boolean;
}

/** The tabs of the current window or all windows, or the tabs with these ids. */
export type TabScope = 'window' | 'all' | readonly number[];

/**
 * Returns the addresses of tabs. Omits extension pages. Omits private windows unless the active tab
 * is private. Needs the permission `tabs`.
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

/** Returns the ids of the selected tabs in the current window. Needs no permission. */
export async function selectedTabs(): Promise<number[]> {
  const query = { currentWindow: true, highlighted: true };
  const tabs = await browser.tabs.query(query).catch(() => []);
  return tabs.flatMap(({ id }) => id ?? []);
}

export async function openTab(url: string): Promise<void> {
  await browser.tabs.create({ url });
}
