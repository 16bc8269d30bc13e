import { browser } from 'wxt/browser';
import { isPrivateWindow } from '@/lib/private-windows';

type MenuContext = 'page' | 'frame' | 'selection' | 'image' | 'video' | 'audio' | 'link';

/** An item without `parentId` opens a submenu of its items. */
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
 * Returns match patterns of other extensions' pages that may show a web page (suspended tabs).
 * Match patterns cannot test the fragment with the page's URL, so these patterns test the path. A
 * browser accepts only patterns with its own scheme for extensions.
 */
export function viewerPagePatterns(): string[] {
  const { protocol } = new URL(browser.runtime.getURL('/'));
  return ['*http*', 'suspended.html*'].map((path) => `${protocol}//*/${path}`);
}

/** The browser stores the menu items, which stay after the worker stops. */
export async function setMenus(items: readonly ContextMenuItem[]): Promise<void> {
  if (contextMenus === undefined) return;
  await contextMenus.removeAll();
  for (const item of items) {
    // During another call, the id may exist already. Reading `lastError` avoids a log entry.
    contextMenus.create(item, () => void browser.runtime.lastError);
  }
}

/** Call this function synchronously when the worker starts. */
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
