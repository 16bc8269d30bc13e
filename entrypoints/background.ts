import { defineBackground } from 'wxt/utils/define-background';
import { createClient } from '@/lib/api/client';
import { createKeepAwake } from '@/lib/background/keep-awake';
import { createBackground } from '@/lib/background/service';
import { accountItem, apiKeyItem, connectionItem, recentReportsItem } from '@/lib/browser/kept';
import { serve } from '@/lib/browser/messages';
import { hasHostPermission, keepOnlyHostPermission } from '@/lib/browser/permissions';
import { ping } from '@/lib/browser/runtime';
import { limitStorageToTrustedContexts } from '@/lib/browser/storage';

export default defineBackground(() => {
  serve(
    createBackground({
      store: {
        connection: connectionItem,
        apiKey: apiKeyItem,
        account: accountItem,
        recentReports: recentReportsItem,
      },
      permissions: { has: hasHostPermission, keepOnly: keepOnlyHostPermission },
      clientFor: createClient,
      keepAwake: createKeepAwake(ping),
      newId: () => crypto.randomUUID(),
      now: Date.now,
    }),
  );
  void limitStorageToTrustedContexts();
});
