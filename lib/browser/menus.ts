import { browser } from 'wxt/browser';
import type { MenuClick } from '@/lib/quick-report/menu-click';
import type { MenuItem } from '@/lib/quick-report/menu-items';

/** A press of an item, with the window that it was made in. */
export interface MenuPress extends MenuClick {
  /** Whether its window is a private one, or may be. */
  isPrivate: boolean;
}

/** Firefox for Android has no such menus. */
const { contextMenus } = browser as Partial<typeof browser>;

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
      isPrivate: tab?.incognito !== false,
    }),
  );
}
