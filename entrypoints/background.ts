import { defineBackground } from 'wxt/utils/define-background';
import { createBackground } from '@/lib/background/background';
import { createKeepAwake } from '@/lib/background/keep-awake';
import { createStoreKeeper } from '@/lib/background/store-keeper';
import { createWakeUp } from '@/lib/browser/alarms';
import {
  accountItem,
  apiKeyItem,
  awaitedResultsItem,
  connectionItem,
  deletionsItem,
  draftsItem,
  listItem,
  pageIndexItem,
  pageItems,
  privateReportsItem,
  removeOtherConnections,
  saveConnection,
  submissionItems,
} from '@/lib/browser/kept';
import { serve } from '@/lib/browser/messages';
import { isOnline, onBackOnline } from '@/lib/browser/network';
import { hasHostPermission, removeHostPermission } from '@/lib/browser/permissions';
import { onBrowserStart, ping } from '@/lib/browser/runtime';
import { limitStorageToTrustedContexts, localStore, onUnreadable } from '@/lib/browser/storage';
import { createClient } from '@/lib/service/client';

export default defineBackground(() => {
  const wakeUp = createWakeUp('due-work', () => void background.resume());
  const keeper = createStoreKeeper(localStore, Date.now);
  onUnreadable(keeper.inspect);
  const background = createBackground({
    keeper,
    store: {
      connection: connectionItem,
      apiKey: apiKeyItem,
      account: accountItem,
      drafts: draftsItem,
      list: listItem,
      submissions: submissionItems,
      deletions: deletionsItem,
      awaitedResults: awaitedResultsItem,
      privateReports: privateReportsItem,
      pages: pageItems,
      pageIndex: pageIndexItem,
      save: saveConnection,
      removeOthers: (exceptId) => keeper.inTurn(() => removeOtherConnections(exceptId)),
    },
    permissions: { has: hasHostPermission, remove: removeHostPermission },
    clientFor: createClient,
    keepAwake: createKeepAwake(ping),
    wakeAt: wakeUp.set,
    isOnline,
    newId: () => crypto.randomUUID(),
    now: Date.now,
  });
  serve(background.offer);
  onBackOnline(() => void background.backOnline());
  // Some browsers drop alarms when they close; the start of the browser stands in for them.
  onBrowserStart(() => {});
  void background.resume();
  void limitStorageToTrustedContexts();
});
