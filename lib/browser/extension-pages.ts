import { browser } from 'wxt/browser';
import type { TabPlace } from './tabs';

/** Undefined in browsers on phones. */
const { windows } = browser as Partial<typeof browser>;

interface Panels {
  /** Chromium only. */
  sidePanel?: { open(place: { tabId: number }): Promise<void> };
  /** Firefox only. */
  sidebarAction?: { open(): Promise<void> };
}
const { sidePanel, sidebarAction } = browser as typeof browser & Panels;

/** The id of an element on the options page; `another` for the empty form of another service. */
export type SettingsField = 'apiKey' | 'backup' | 'another';

/** @param field opens the page in a new tab, scrolled to this element */
export async function openOptionsPage(field?: SettingsField): Promise<void> {
  if (field === undefined) return browser.runtime.openOptionsPage();
  await browser.tabs.create({ url: browser.runtime.getURL(`/options.html#${field}`) });
}

/** @param token the end of the tab's address */
export async function openReportsTab(token: string, isActive: boolean): Promise<void> {
  await openNewTab(browser.runtime.getURL(`/reports.html#${token}`), isActive);
}

/**
 * @param token the end of the tab's address
 * @param currentTabId the tab for the place `currentTab`; by default the active tab
 */
export async function openPopupTab(
  token: string,
  place: TabPlace = 'newForegroundTab',
  currentTabId?: number,
): Promise<void> {
  const url = browser.runtime.getURL(`/popup.html#${token}`);
  if (place === 'currentTab') {
    await browser.tabs.update(currentTabId, { url });
    return;
  }
  await openNewTab(url, place === 'newForegroundTab');
}

/** Focuses the window of an active tab. */
async function openNewTab(url: string, active = true): Promise<void> {
  try {
    const { windowId } = await browser.tabs.create({ url, active });
    // Another program or window may cover the window of the new tab.
    if (active && windowId !== undefined) await focusWindow(windowId).catch(() => {});
  } catch (error) {
    // The browser may have no window, for example after a click on a notification.
    if (windows === undefined) throw error;
    await windows.create({ url });
  }
}

async function focusWindow(id: number): Promise<void> {
  await windows?.update(id, { focused: true });
}

/** Whether a window can show extension pages in tabs. Chromium's private windows cannot. */
export function canShowExtensionPages(isPrivate: boolean): boolean {
  return import.meta.env.FIREFOX || !isPrivate;
}

/** Returns the id of the tab with this page; undefined in a side panel or popup. */
export async function ownTabId(): Promise<number | undefined> {
  return (await browser.tabs.getCurrent())?.id;
}

/** Opera and Firefox for Android have no side panel. */
export const hasSidePanel = sidePanel !== undefined || sidebarAction !== undefined;

/** Works only in the handler of a click. */
export async function openSidePanel(tabId: number): Promise<void> {
  await (sidePanel ? sidePanel.open({ tabId }) : sidebarAction?.open());
}

/**
 * Whether an extension page is visible: as the popup, in the side panel, or in an active tab.
 * @param page a file name, such as `popup.html`
 */
export async function isExtensionPageVisible(page: string): Promise<boolean> {
  const pageUrl = browser.runtime.getURL('/') + page;
  const { getContexts } = browser.runtime as Partial<typeof browser.runtime>;
  if (!getContexts) return isAnyViewVisible(pageUrl);
  const [contexts, tabs] = await Promise.all([
    getContexts({ contextTypes: ['POPUP', 'SIDE_PANEL', 'TAB'] }),
    browser.tabs.query({ active: true }),
  ]);
  const activeIds = new Set(tabs.map(({ id }) => id));
  return contexts.some(
    ({ contextType, tabId, documentUrl = '' }) =>
      documentUrl.startsWith(pageUrl) && (contextType !== 'TAB' || activeIds.has(tabId)),
  );
}

/** For browsers without `getContexts`. */
function isAnyViewVisible(pageUrl: string): boolean {
  // The views are DOM windows. The types declare them as browser windows.
  const views = (browser.extension?.getViews?.() ?? []) as unknown as Window[];
  return views.some(
    ({ location, document }) =>
      location.href.startsWith(pageUrl) && document.visibilityState === 'visible',
  );
}
