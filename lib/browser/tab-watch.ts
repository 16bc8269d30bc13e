import { type Browser, browser } from 'wxt/browser';
import { hasPermission } from './permissions';
import { describeTab, type Tab } from './tabs';

/** Tells of tabs that come to the front, and of the pages that those in front show. */
export type TabWatch = ReturnType<typeof createTabWatch>;

/**
 * Makes the watch, which is on: the event that has started the worker would find nobody later. Set
 * it off where nobody wants it, and tabs wake the worker no more.
 */
export function createTabWatch(onShown: (tab: Tab) => void) {
  const { tabs } = browser;

  const onActivated = async ({ tabId }: { tabId: number }) => {
    // It may be closed by now.
    const tab = await tabs.get(tabId).catch(() => undefined);
    if (tab !== undefined) onShown(describeTab(tab));
  };
  const onUpdated = (_: number, change: Browser.tabs.OnUpdatedInfo, tab: Browser.tabs.Tab) => {
    // A tab's own look goes with its page.
    if (tab.active && (change.status !== undefined || change.url !== undefined)) {
      onShown(describeTab(tab));
    }
  };

  /** Tells from now on, or no longer; asking for what is so already changes nothing. */
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
    /** Whether the person lets the extension know what tabs show. */
    seesTabs: () => hasPermission('tabs'),
    /** All tabs, or those that are in front in their windows. */
    tabs: async (isAll: boolean) =>
      (await tabs.query(isAll ? {} : { active: true })).map(describeTab),
  };
}
