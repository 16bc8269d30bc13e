import { defineBackground } from 'wxt/utils/define-background';
import { createBackground } from '@/lib/background/background-calls';
import { createKeepAwake } from '@/lib/background/keep-awake';
import { createWakeUp } from '@/lib/browser/alarms';
import { sha256 } from '@/lib/browser/digest';
import { serve } from '@/lib/browser/messages';
import { isOnline, onBackOnline } from '@/lib/browser/network';
import {
  hasHostPermission,
  onHostAllowed,
  removeAllHostPermissions,
  removeHostPermission,
} from '@/lib/browser/permissions';
import { onBrowserStart, ping } from '@/lib/browser/runtime';
import { limitStorageToTrustedContexts } from '@/lib/browser/storage-access';
import { createClient } from '@/lib/service/client';
import { connectionStore } from '@/lib/storage/connection-store';
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
  onBackOnline(() => void background.backOnline());
  onHostAllowed(() => void background.backOnline());
  // Some browsers drop alarms when they close; the start of the browser stands in for them.
  onBrowserStart(() => {});
  void background.resume();
  void limitStorageToTrustedContexts();
});
