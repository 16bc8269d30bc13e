import { browser } from 'wxt/browser';
import { isPrivateWindow } from '@/lib/private-windows';

type MenuContext = 'page' | 'frame' | 'selection' | 'image' | 'video' | 'audio' | 'link';

/** An item of the browser's context menu; one without a parent opens those that have it as theirs. */
export interface MenuItem {
  id: string;
  parentId?: string;
  title: string;
  /** What has to be clicked for it to be there. */
  contexts: [MenuContext, ...MenuContext[]];
  /** Patterns of the page's address, or of the link's. */
  documentUrlPatterns?: string[];
  targetUrlPatterns?: string[];
}

/** A press of a menu item, as the browser tells it. */
export interface MenuClick {
  itemId: string;
  /** The address in the tab, whatever frame of it was clicked; undefined where nobody tells it. */
  pageUrl: string | undefined;
  linkUrl: string | undefined;
}

/** A press of an item, with the window that it was made in. */
export interface MenuPress extends MenuClick {
  /** Whether that is private, or nobody knows. */
  isPrivate: boolean;
}

/** Firefox for Android has no such menus. */
const { contextMenus } = browser as Partial<typeof browser>;

/**
 * Patterns of the pages of extensions that may show one of the web, such as suspended tabs: of their addresses
 * patterns see all but the fragment, in which suspenders keep theirs. A browser knows its own scheme alone.
 */
export function showingPages(): string[] {
  const { protocol } = new URL(browser.runtime.getURL('/'));
  return ['*http*', 'suspended.html*'].map((path) => `${protocol}//*/${path}`);
}

/** Puts these items into the menus in place of all that were there. The browser remembers them. */
export async function setMenus(items: readonly MenuItem[]): Promise<void> {
  if (contextMenus === undefined) return;
  await contextMenus.removeAll();
  for (const item of items) {
    // Another call may have made it just now, which the browser reports as an error: it is there.
    contextMenus.create(item, () => void browser.runtime.lastError);
  }
}

/** Runs at each press of an item. Call it synchronously when the worker starts. */
export function onMenuPress(run: (press: MenuPress) => void): void {
  contextMenus?.onClicked.addListener(({ menuItemId, pageUrl, linkUrl }, tab) =>
    run({
      itemId: String(menuItemId),
      pageUrl: pageUrl ?? tab?.url,
      linkUrl,
      isPrivate: isPrivateWindow(tab),
    }),
  );
}
