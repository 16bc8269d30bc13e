import { browser } from 'wxt/browser';
import { isPrivateWindow } from '@/lib/private-windows';

type MenuContext = 'page' | 'frame' | 'selection' | 'image' | 'video' | 'audio' | 'link';

/** An item of the browser's context menu. An item without a parent opens its child items. */
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
 * Returns match patterns of pages of other extensions that may show a web page, such as a suspended
 * tab. A suspended tab has the URL of the web page in the fragment of its address, which match
 * patterns ignore. A browser accepts only patterns with its own scheme for extensions.
 */
export function showingPages(): string[] {
  const { protocol } = new URL(browser.runtime.getURL('/'));
  return ['*http*', 'suspended.html*'].map((path) => `${protocol}//*/${path}`);
}

/** Replaces all menu items. The browser stores the items, so the worker may stop. */
export async function setMenus(items: readonly ContextMenuItem[]): Promise<void> {
  if (contextMenus === undefined) return;
  await contextMenus.removeAll();
  for (const item of items) {
    // Reading `lastError` suppresses the error of an item that another call has just created.
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
