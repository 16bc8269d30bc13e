import { type Browser, browser } from 'wxt/browser';
import { hasPermission } from './permissions';
import { describeTab, type Tab } from './tabs';

/** Follows which tabs are active and which pages they show. */
export type TabWatch = ReturnType<typeof createTabWatch>;

/**
 * Creates the watch, which is on at first. Otherwise, the event that started the worker would be
 * lost. If the watch is off, tabs do not start the worker.
 * @param onShown called when a tab becomes active, and when an active tab loads another page
 */
export function createTabWatch(onShown: (tab: Tab) => void) {
  const { tabs } = browser;

  const onActivated = async ({ tabId }: { tabId: number }) => {
    // The tab may be closed.
    const tab = await tabs.get(tabId).catch(() => undefined);
    if (tab !== undefined) onShown(describeTab(tab));
  };
  const onUpdated = (_: number, change: Browser.tabs.OnUpdatedInfo, tab: Browser.tabs.Tab) => {
    // The browser resets the toolbar button of a tab when the tab loads another page.
    if (tab.active && (change.status !== undefined || change.url !== undefined)) {
      onShown(describeTab(tab));
    }
  };

  /** Turns the watch on or off. */
  function watchTabs(isOn: boolean): void {
    if (isOn === tabs.onActivated.hasListener(onActivated)) return;
    if (isOn) {
      tabs.onActivated.addListener(onActivated);
      tabs.onUpdated.addListener(onUpdated);
    } else {
      tabs.onActivated.removeListener(onActivated);
      tabs.onUpdated.removeListener(onUpdated);
    }
  }

  watchTabs(true);
  return {
    watchTabs,
    /** Whether the extension has the permission to read the URLs of tabs. */
    seesTabs: () => hasPermission('tabs'),
    /** Returns all tabs, or the active tab of each window. */
    tabs: async (isAll: boolean) =>
      (await tabs.query(isAll ? {} : { active: true })).map(describeTab),
  };
}
