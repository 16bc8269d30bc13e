import { browser } from 'wxt/browser';
import type { TabPlace } from './tabs';

/** Browsers on phones have none. */
const { windows } = browser as Partial<typeof browser>;

/** What opens pages beside tabs: in Chromium the first, in Firefox the second. */
interface Panels {
  sidePanel?: { open(place: { tabId: number }): Promise<void> };
  sidebarAction?: { open(): Promise<void> };
}
const { sidePanel, sidebarAction } = browser as typeof browser & Panels;

/** A field of the options page, by the id of its element. */
export type SettingsField = 'apiKey';

/** Opens the options page, or brings it to the front; to change one field, in a tab of its own. */
export async function openOptionsPage(field?: SettingsField): Promise<void> {
  if (field === undefined) return browser.runtime.openOptionsPage();
  await browser.tabs.create({ url: browser.runtime.getURL(`/options.html#${field}`) });
}

/** Opens *All reports* in a tab whose address ends with the token. */
export async function openReportsTab(token: string): Promise<void> {
  await openActive(browser.runtime.getURL(`/reports.html#${token}`));
}

/**
 * Opens the popup in a tab, with nothing but a token in the tab's address.
 * @param currentTabId the tab that is meant by the current one; if nobody knows, the one in front
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

/** Opens a page of ours in a tab, in front unless it is not to be active. */
async function openActive(url: string, active = true): Promise<void> {
  try {
    const { windowId } = await browser.tabs.create({ url, active });
    // Another program may be in front, or a private window, which shows no page of an extension.
    if (active && windowId !== undefined) await focusWindow(windowId).catch(() => {});
  } catch (error) {
    // A browser may run without any window, and still show notifications.
    if (windows === undefined) throw error;
    await windows.create({ url });
  }
}

async function focusWindow(id: number): Promise<void> {
  await windows?.update(id, { focused: true });
}

/** Whether a window can show pages of ours beside the popup: in Chromium, private ones cannot. */
export function offersPages(isPrivate: boolean): boolean {
  return import.meta.env.FIREFOX || !isPrivate;
}

/** The tab that a page of ours stands in; undefined for one beside the tabs. */
export async function ownTabId(): Promise<number | undefined> {
  return (await browser.tabs.getCurrent())?.id;
}

/** Whether the browser has a place beside its tabs: Opera and Firefox for Android have none. */
export const hasSidePanel = sidePanel !== undefined || sidebarAction !== undefined;

/** Opens the page of all reports beside a tab. Call it in a click's handler. */
export async function openSidePanel(tabId: number): Promise<void> {
  await (sidePanel ? sidePanel.open({ tabId }) : sidebarAction?.open());
}

/**
 * Whether a page of ours is there to be seen: at the toolbar button, beside the tabs, or in a tab
 * that is in front.
 * @param page how its address begins, such as `popup.html`
 */
export async function isInSight(page: string): Promise<boolean> {
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

/** The same in browsers whose background is a page. */
function isAnyViewVisible(start: string): boolean {
  // They are windows of pages, which the types take for windows of the browser.
  const views = (browser.extension?.getViews?.() ?? []) as unknown as Window[];
  return views.some(
    ({ location, document }) =>
      location.href.startsWith(start) && document.visibilityState === 'visible',
  );
}
