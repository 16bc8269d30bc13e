import { browser } from 'wxt/browser';
import { isPrivateWindow } from '@/lib/private-windows';

type MenuContext = 'page' | 'frame' | 'selection' | 'image' | 'video' | 'audio' | 'link';

/** An item of the browser's context menu. An item without a parent opens its child items. */
export interface ContextMenuItem {
  id: string;
  parentId?: string;
  title: string;
  /** The kinds of elements whose menu shows the item. */
  contexts: [MenuContext, ...MenuContext[]];
  /** Match patterns of the page. */
  documentUrlPatterns?: string[];
  /** Match patterns of the link. */
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
 * Returns match patterns of the pages of other extensions that may show a web page, such as
 * suspended tabs. Patterns do not match the fragment, in which suspended tabs have the web page's
 * URL. A browser accepts patterns only with its own scheme.
 */
export function showingPages(): string[] {
  const { protocol } = new URL(browser.runtime.getURL('/'));
  return ['*http*', 'suspended.html*'].map((path) => `${protocol}//*/${path}`);
}

/** Replaces all items of the menus. The browser stores the items. */
export async function setMenus(items: readonly ContextMenuItem[]): Promise<void> {
  if (contextMenus === undefined) return;
  await contextMenus.removeAll();
  for (const item of items) {
    // Reading the error hides it: another call may have just created the same item.
    contextMenus.create(item, () => void browser.runtime.lastError);
  }
}

/**
 * Listens to clicks on menu items. Call it synchronously when the worker starts.
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
