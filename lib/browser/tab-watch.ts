import { type Browser, browser } from 'wxt/browser';
import { hasPermission } from './permissions';
import { describeTab, type Tab } from './tabs';

export interface TabWatch {
  /** Adds or removes the listeners. Without listeners, tab events do not start the worker. */
  watchTabs(isOn: boolean): void;
  /** Whether the extension has the permission to read the URLs of tabs. */
  hasTabsPermission(): Promise<boolean>;
  /** Returns all tabs, or only the active tab of each window. */
  tabs(isAll: boolean): Promise<Tab[]>;
}

/**
 * Watches from the start, because a tab event may have started the worker.
 * @param onShown called when a tab becomes active, and when an active tab loads another page
 */
export function createTabWatch(onShown: (tab: Tab) => void): TabWatch {
  const { tabs } = browser;

  const onActivated = async ({ tabId }: { tabId: number }) => {
    // `get` rejects if the tab is closed.
    const tab = await tabs.get(tabId).catch(() => undefined);
    if (tab !== undefined) onShown(describeTab(tab));
  };
  const onUpdated = (_: number, change: Browser.tabs.OnUpdatedInfo, tab: Browser.tabs.Tab) => {
    const loadsPage = change.status !== undefined || change.url !== undefined;
    // The browser resets the toolbar button of a tab that loads another page.
    if (tab.active && loadsPage) onShown(describeTab(tab));
  };

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
    hasTabsPermission: () => hasPermission('tabs'),
    tabs: async (isAll) => (await tabs.query(isAll ? {} : { active: true })).map(describeTab),
  };
}
