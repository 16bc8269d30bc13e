import { browser } from 'wxt/browser';
import { isPrivateWindow } from '@/lib/private-windows';

type MenuContext = 'page' | 'frame' | 'selection' | 'image' | 'video' | 'audio' | 'link' | 'tab';

/** An item without `parentId` opens a submenu. */
export interface ContextMenuItem {
  id: string;
  parentId?: string;
  title: string;
  /** The kinds of elements whose context menu shows the item. */
  contexts: [MenuContext, ...MenuContext[]];
  /** Match patterns of pages whose context menus show the item. */
  documentUrlPatterns?: string[];
  /** Match patterns of links whose context menus show the item. */
  targetUrlPatterns?: string[];
}

export interface MenuClick {
  itemId: string;
  /**
   * URL of the tab, even after a click in a frame or on a tab in the background; undefined if the
   * browser hides the URL.
   */
  pageUrl: string | undefined;
  linkUrl: string | undefined;
  /** Whether the window is private or unknown. */
  isPrivate: boolean;
}

/** Undefined in Firefox for Android. */
const { contextMenus } = browser as Partial<typeof browser>;

/** Whether the context menus of tabs show items of extensions. Chromium refuses the context `tab`. */
export const hasTabMenus: boolean = import.meta.env.FIREFOX;

/**
 * Returns match patterns for suspended tabs, which are pages of other extensions. Only the path
 * identifies such a page, because match patterns ignore fragments.
 */
export function suspendedTabPatterns(): string[] {
  // Each browser accepts only its own scheme for extension pages.
  const { protocol } = new URL(browser.runtime.getURL('/'));
  return ['*http*', 'suspended.html*'].map((path) => `${protocol}//*/${path}`);
}

/** The browser keeps the menu items when the worker stops. */
export async function setMenus(items: readonly ContextMenuItem[]): Promise<void> {
  if (contextMenus === undefined) return;
  await contextMenus.removeAll();
  for (const item of items) {
    // A simultaneous call may have created an item with the same id. Reading `lastError` prevents
    // an entry in the browser's log.
    contextMenus.create(item, () => void browser.runtime.lastError);
  }
}

/** Rejects if the item does not exist. */
export async function setMenuTitle(itemId: string, title: string): Promise<void> {
  await contextMenus?.update(itemId, { title });
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
