import { browser } from 'wxt/browser';
import type { TabPlace } from './tabs';

/** Undefined in browsers on phones. */
const { windows } = browser as Partial<typeof browser>;

/** The browser functions that open a side panel. */
interface Panels {
  /** Chromium only. */
  sidePanel?: { open(place: { tabId: number }): Promise<void> };
  /** Firefox only. */
  sidebarAction?: { open(): Promise<void> };
}
const { sidePanel, sidebarAction } = browser as typeof browser & Panels;

/** A field or heading of the options page, by the id of its element. */
export type SettingsField = 'apiKey' | 'backup';

/** Opens or focuses the options page. With a field, opens it in a new tab at this field. */
export async function openOptionsPage(field?: SettingsField): Promise<void> {
  if (field === undefined) return browser.runtime.openOptionsPage();
  await browser.tabs.create({ url: browser.runtime.getURL(`/options.html#${field}`) });
}

/** Opens *All reports* in a tab whose address ends with the token. */
export async function openReportsTab(token: string): Promise<void> {
  await openActive(browser.runtime.getURL(`/reports.html#${token}`));
}

/**
 * Opens the popup in a tab whose address ends with the token.
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
  await openActive(url, place === 'newForegroundTab');
}

async function openActive(url: string, active = true): Promise<void> {
  try {
    const { windowId } = await browser.tabs.create({ url, active });
    // The window may be behind another program, or behind a private window, which shows no
    // extension page.
    if (active && windowId !== undefined) await focusWindow(windowId).catch(() => {});
  } catch (error) {
    // A browser without windows may still show notifications, whose click opens a page.
    if (windows === undefined) throw error;
    await windows.create({ url });
  }
}

async function focusWindow(id: number): Promise<void> {
  await windows?.update(id, { focused: true });
}

/** Whether a window can show extension pages in tabs. Private windows of Chromium cannot. */
export function offersPages(isPrivate: boolean): boolean {
  return import.meta.env.FIREFOX || !isPrivate;
}

/** Returns the id of this extension page's tab; undefined in a side panel or popup. */
export async function ownTabId(): Promise<number | undefined> {
  return (await browser.tabs.getCurrent())?.id;
}

/** Whether the browser has a side panel. Opera and Firefox for Android have none. */
export const hasSidePanel = sidePanel !== undefined || sidebarAction !== undefined;

/** Opens *All reports* in the side panel of a tab. Call it in the handler of a click. */
export async function openSidePanel(tabId: number): Promise<void> {
  await (sidePanel ? sidePanel.open({ tabId }) : sidebarAction?.open());
}

/**
 * Whether an extension page is visible: as the popup, in the side panel or in an active tab.
 * @param page file name of the page, such as `popup.html`
 */
export async function isExtensionPageVisible(page: string): Promise<boolean> {
  const start = browser.runtime.getURL('/') + page;
  const { getContexts } = browser.runtime as Partial<typeof browser.runtime>;
  if (!getContexts) return isAnyViewVisible(start);
  const [contexts, tabs] = await Promise.all([
    getContexts({ contextTypes: ['POPUP', 'SIDE_PANEL', 'TAB'] }),
    browser.tabs.query({ active: true }),
  ]);
  const inFront = new Set(tabs.map(({ id }) => id));
  return contexts.some(
    ({ contextType, tabId, documentUrl = '' }) =>
      documentUrl.startsWith(start) && (contextType !== 'TAB' || inFront.has(tabId)),
  );
}

/** Whether an extension page is visible, in browsers without `getContexts`. */
function isAnyViewVisible(start: string): boolean {
  // The views are DOM windows. The types declare them as browser windows.
  const views = (browser.extension?.getViews?.() ?? []) as unknown as Window[];
  return views.some(
    ({ location, document }) =>
      location.href.startsWith(start) && document.visibilityState === 'visible',
  );
}
