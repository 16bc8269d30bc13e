import { browser } from 'wxt/browser';

/** What opens pages beside tabs: in Chromium the first, in Firefox the second. */
interface Panels {
  sidePanel?: { open(place: { tabId: number }): Promise<void> };
  sidebarAction?: { open(): Promise<void> };
}
const { sidePanel, sidebarAction } = browser as typeof browser & Panels;

/** The tab that a page of ours stands in; undefined for one beside the tabs. */
export async function ownTabId(): Promise<number | undefined> {
  return (await browser.tabs.getCurrent())?.id;
}

/** Opens the page of all reports beside a tab. Call it in a click's handler. */
export async function openSidePanel(tabId: number): Promise<void> {
  await (sidePanel ? sidePanel.open({ tabId }) : sidebarAction?.open());
}
