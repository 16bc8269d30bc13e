import { browser } from 'wxt/browser';
import { isPrivateWindow } from '@/lib/private-windows';

type MenuContext = 'page' | 'frame' | 'selection' | 'image' | 'video' | 'audio' | 'link';

/** An item of the browser's context menu. An item without `parentId` opens a submenu of its items. */
export interface ContextMenuItem {
  id: string;
  parentId?: string;
  title: string;
  /** The kinds of elements whose context menu shows the item. */
  contexts: [MenuContext, ...MenuContext[]];
  /** Match patterns of the pages on which the item is shown. */
  documentUrlPatterns?: string[];
  /** Match patterns of the links for which the item is shown. */
  targetUrlPatterns?: string[];
}

/** A click on a menu item. */
export interface MenuClick {
  itemId: string;
  /** URL of the tab, even if a frame was clicked; undefined if the browser hides it. */
  pageUrl: string | undefined;
  linkUrl: string | undefined;
  /** Whether the window is private or unknown. */
  isPrivate: boolean;
}

/** Undefined in Firefox for Android. */
const { contextMenus } = browser as Partial<typeof browser>;

/**
 * Another extension's page may show a web page, for example as a suspended tab. Returns the match
 * patterns of such pages. They cannot test the fragment, where a suspended tab has the page's URL,
 * so they test the path. A browser accepts only patterns with its own scheme for extensions.
 */
export function viewerPagePatterns(): string[] {
  const { protocol } = new URL(browser.runtime.getURL('/'));
  return ['*http*', 'suspended.html*'].map((path) => `${protocol}//*/${path}`);
}

/** Replaces all menu items. The items stay after the worker stops, because the browser stores them. */
export async function setMenus(items: readonly ContextMenuItem[]): Promise<void> {
  if (contextMenus === undefined) return;
  await contextMenus.removeAll();
  for (const item of items) {
    // Two calls may overlap; then the id exists already. Reading `lastError` keeps the browser from
    // logging this.
    contextMenus.create(item, () => void browser.runtime.lastError);
  }
}

/**
 * Listens to clicks on menu items. Call this function synchronously when the worker starts.
 * @param run called at each click
 */
export function onMenuClick(run: (click: MenuClick) => void): void {
  contextMenus?.onClicked.addListener(({ menuItemId, pageUrl, linkUrl }, tab) =>
    run({
      itemId: String(menuItemId),
      pageUrl: pageUrl ?? tab?.url,
      linkUrl,
      isPrivate: isPrivateWindow(tab),
    }),
  );
}
