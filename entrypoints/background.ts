import { defineBackground } from 'wxt/utils/define-background';
import { i18n } from '#i18n';
import { worseNotificationWords } from '@/components/ready/headline-text';
import { badgeLook } from '@/components/text/badge-look';
import { resultLabel } from '@/components/text/labels';
import { menuTitles } from '@/components/text/menu-titles';
import { notificationWords } from '@/components/text/notification-words';
import { shownReportName } from '@/components/text/report-name';
import { titleIfSeveralServices } from '@/components/text/title-if-several-services';
import { createBackground } from '@/lib/background/background';
import { createKeepAwake } from '@/lib/background/keep-awake';
import {
  hasTabMenus,
  onMenuClick,
  setMenus,
  setMenuTitle,
  suspendedTabPatterns,
} from '@/lib/browser/browser-menus';
import { limitStorageToTrustedContexts, watchPolicy } from '@/lib/browser/browser-storage';
import { hasOnlyPrivateWindows } from '@/lib/browser/browser-windows';
import { onCommand } from '@/lib/browser/commands';
import {
  isExtensionPageVisible,
  openOptionsPage,
  openPopupTab,
  openReportsTab,
} from '@/lib/browser/extension-pages';
import { serve } from '@/lib/browser/messages';
import { serveOmnibox } from '@/lib/browser/omnibox';
import {
  allowedHosts,
  hasHostPermission,
  onHostsAllowed,
  onPermissionsChanged,
  removeHostPermission,
} from '@/lib/browser/permissions';
import { onNotificationClicked, showNotification } from '@/lib/browser/system-notifications';
import { createTabWatch } from '@/lib/browser/tab-watch';
import { activeTab } from '@/lib/browser/tabs';
import { inheritButtonLook, setButtonLook } from '@/lib/browser/toolbar-button';
import {
  createSitemapReaderLoader,
  createWakeUp,
  isOnline,
  onBackOnline,
  onBrowserStart,
  onInstalled,
  ping,
} from '@/lib/browser/worker';
import { createAddressBar } from '@/lib/browser-ui/address-bar';
import { createShownBadge } from '@/lib/browser-ui/badge';
import { browserUiItems } from '@/lib/browser-ui/browser-ui-items';
import { createContextMenu, requestOf } from '@/lib/browser-ui/context-menu';
import { createNotificationClicks } from '@/lib/browser-ui/notification-clicks';
import { createPopupOpener } from '@/lib/browser-ui/popup-request';
import { createQuickReports } from '@/lib/browser-ui/quick-reports';
import { createReportsOpener, routeTo } from '@/lib/browser-ui/reports-request';
import { connectionInUse, connectionsItem } from '@/lib/connection/connection-register';
import type { SitemapReader } from '@/lib/import/sitemap';
import { createClient } from '@/lib/service/client';
import { preferencesItem, storePolicy } from '@/lib/settings/preferences';
import { recentOperationsItem } from '@/lib/shared-state/recent-operations';
import { queueItem } from '@/lib/shared-state/shared-items';

export default defineBackground(() => {
  const newId = () => crypto.randomUUID();
  const tabWatch = createTabWatch((tab) => void badge.refreshTab(tab));
  const badge = createShownBadge({
    ...tabWatch,
    connection: connectionInUse,
    preferences: preferencesItem,
    queueOf: queueItem,
    unseenOf: browserUiItems.unseenReport,
    historyOfPage: (connectionId, page) => background.pageHistory(connectionId, page),
    show: (shown, tabId) => setButtonLook(badgeLook(shown), tabId),
    inherit: (commonBadge, tabId) => inheritButtonLook(badgeLook(commonBadge), tabId),
  });
  const openPopupWith = createPopupOpener({
    newToken: newId,
    openPopupTab,
  });
  const openReportsWith = createReportsOpener({
    newToken: newId,
    openReportsTab,
  });
  const contextMenu = createContextMenu({
    async readTitles() {
      const register = await connectionsItem.read();
      return menuTitles(titleIfSeveralServices(register, register?.inUse ?? null));
    },
    suspendedTabs: suspendedTabPatterns(),
    hasTabMenus,
    setMenus,
    setTitle: setMenuTitle,
  });
  const wakeUp = createWakeUp('due-work', () => void background.resume());
  const background = createBackground({
    permissions: {
      has: hasHostPermission,
      allowedHosts,
      remove: removeHostPermission,
    },
    loadSitemapReader: createSitemapReaderLoader<SitemapReader>(),
    clientFor: createClient,
    keepAwake: createKeepAwake(ping),
    wakeAt: wakeUp.set,
    later: (work) => setTimeout(work, 1_000),
    isOnline,
    isExtensionPageVisible,
    hasOnlyPrivateWindows,
    async notify(id, news, connectionId) {
      const service = titleIfSeveralServices(await connectionsItem.read(), connectionId);
      const words =
        news.kind === 'worse'
          ? worseNotificationWords(news, service)
          : notificationWords(news, service);
      return showNotification(id, words);
    },
    refreshBadge: (tabs) => void badge.refresh(tabs),
    refreshMenus: () => void contextMenu.refresh(),
    newId,
    now: () => Date.now(),
  });
  serve(background.api);
  const reportQuickly = createQuickReports({
    connection: connectionInUse,
    preferences: preferencesItem,
    createJob: background.api.createJob,
    openPopupWith,
    openOptions: openOptionsPage,
    newId,
    now: Date.now,
  });
  onInstalled(() => void contextMenu.install());
  onMenuClick(({ isPrivate, ...click }) => {
    const request = requestOf(click);
    if (request) void reportQuickly({ ...request, isPrivate });
  });
  onCommand('report-page', ({ url: address = '', isPrivate }) => {
    void reportQuickly({ address, privacy: null, isPrivate });
  });
  onBackOnline(() => void background.backOnline());
  onHostsAllowed((patterns) => void background.hostsAllowed(patterns));
  onPermissionsChanged(() => void badge.refresh('all'));
  onNotificationClicked(
    createNotificationClicks({
      connection: connectionInUse,
      recentOperationsOf: recentOperationsItem,
      notifiedProblemsOf: browserUiItems.notifiedProblems,
      openPopupWith,
      openPopup: () => openPopupTab(newId()),
      openBatch: (connectionId, id) =>
        openReportsWith({ connectionId, route: routeTo({ name: 'batch', id }) }),
      openProblem: (connectionId, { client, check }) =>
        openReportsWith({ connectionId, route: routeTo({ name: 'list', client, check }) }),
      openOptions: openOptionsPage,
    }),
  );
  const addressBar = createAddressBar({
    connection: connectionInUse,
    searchReports: background.searchReports,
    findReport: background.findReport,
    describe: (report) => `${resultLabel(report)} · ${shownReportName(report)}`,
    activeTab,
    openPopupWith,
  });
  serveOmnibox({ ...addressBar, enterKeyHint: () => i18n.t('omnibox.search') });
  // The preference *Keep up to date* may be on now.
  preferencesItem.watch(() => void background.resume());
  // Some browsers lose the menus when the browser closes.
  onBrowserStart(() => void contextMenu.install());
  watchPolicy(async (policy) => {
    // `storePolicy` would overwrite stored preferences that `prepare` has not migrated.
    await background.api.prepare();
    await storePolicy(policy);
  });
  void badge.refresh();
  // The browser may have stopped an earlier worker after a change of the register and before the change of the menus.
  void contextMenu.refresh();
  void background.resume();
  void limitStorageToTrustedContexts();
});
