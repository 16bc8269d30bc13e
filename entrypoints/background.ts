import { defineBackground } from 'wxt/utils/define-background';
import { menuTitles } from '@/components/text/menu-titles';
import { createBackground } from '@/lib/background/background-calls';
import { createKeepAwake } from '@/lib/background/keep-awake';
import { createWakeUp } from '@/lib/browser/alarms';
import { onCommand } from '@/lib/browser/commands';
import { sha256 } from '@/lib/browser/digest';
import { onMenuPress, setMenus } from '@/lib/browser/menus';
import { serve } from '@/lib/browser/messages';
import { isOnline, onBackOnline } from '@/lib/browser/network';
import {
  hasHostPermission,
  onHostAllowed,
  removeAllHostPermissions,
  removeHostPermission,
} from '@/lib/browser/permissions';
import { onBrowserStart, onInstalled, openOptionsPage, ping } from '@/lib/browser/runtime';
import { limitStorageToTrustedContexts } from '@/lib/browser/storage-access';
import { openPopupTab } from '@/lib/browser/tabs';
import { createHandOver } from '@/lib/handover/worker/hand-over';
import { askedBy } from '@/lib/quick-report/menu-click';
import { menuItems } from '@/lib/quick-report/menu-items';
import { createQuickReports } from '@/lib/quick-report/worker/quick-reports';
import { createClient } from '@/lib/service/client';
import { connectionStore } from '@/lib/storage/connection-store';
import { items } from '@/lib/storage/items';
import { runExclusive } from '@/lib/storage/locks';

export default defineBackground(() => {
  const wakeUp = createWakeUp('due-work', () => void background.resume());
  const background = createBackground({
    store: connectionStore,
    runExclusive,
    permissions: {
      has: hasHostPermission,
      remove: removeHostPermission,
      removeAll: removeAllHostPermissions,
    },
    clientFor: createClient,
    keepAwake: createKeepAwake(ping),
    wakeAt: wakeUp.set,
    isOnline,
    newId: () => crypto.randomUUID(),
    digest: sha256,
    now: Date.now,
  });
  serve(background.api);
  const handOver = createHandOver({
    item: items.handovers,
    newToken: () => crypto.randomUUID(),
    openPopupTab,
  });
  const reportQuickly = createQuickReports({
    ...{ connection: items.connection, preferences: items.preferences, wishes: items.wishes },
    create: background.api.create,
    handOver,
    openOptions: openOptionsPage,
    newId: () => crypto.randomUUID(),
    now: Date.now,
  });
  onInstalled(() => void setMenus(menuItems(menuTitles())));
  onMenuPress(({ isPrivate: isPrivateWindow, ...click }) => {
    const asked = askedBy(click);
    if (asked) void reportQuickly({ ...asked, isPrivateWindow });
  });
  onCommand('report-page', ({ url: address = '', isPrivate: isPrivateWindow }) => {
    void reportQuickly({ address, privacy: null, isPrivateWindow });
  });
  onBackOnline(() => void background.backOnline());
  onHostAllowed(() => void background.backOnline());
  // Some browsers drop alarms when they close; the start of the browser stands in for them.
  onBrowserStart(() => void setMenus(menuItems(menuTitles())));
  void background.resume();
  void limitStorageToTrustedContexts();
});
