import { signal } from '@preact/signals';
import { render } from 'preact';
import { i18n } from '#i18n';
import { Bulk } from '@/components/bulk/bulk';
import { StoreFailure } from '@/components/connection/store-failure';
import { labelDocument } from '@/components/ui/document-label';
import type { BackgroundApi } from '@/lib/background/background-api';
import { copyText } from '@/lib/browser/clipboard';
import { remote } from '@/lib/browser/messages';
import {
  hasPermission,
  onPermissionsChanged,
  requestHostPermission,
  requestPermission,
} from '@/lib/browser/permissions';
import { openOptionsPage } from '@/lib/browser/runtime';
import { tabAddresses } from '@/lib/browser/tabs';
import { connectionItem } from '@/lib/connection/connection-items';
import { reportedPages } from '@/lib/list/reported-pages';
import { createBatchPreview } from '@/lib/page/batch-preview';
import { createBatchSource } from '@/lib/page/batch-source';
import { INITIAL_PREFERENCES } from '@/lib/settings/preferences';
import { preferencesItem } from '@/lib/settings/preferences-item';

const background = remote<BackgroundApi>();

/** What the page's address says: the tabs to begin with, or the batch to show. */
const given = new URLSearchParams(location.hash.slice(1));

labelDocument(i18n.t('popup.reportMany'));
try {
  await openBulk();
} catch {
  render(
    <main>
      <StoreFailure onRetry={() => location.reload()} />
    </main>,
    document.body,
  );
}

/** Shows the page. Rejects where nothing stored can be read. */
async function openBulk(): Promise<void> {
  const [connection, stored] = await Promise.all([connectionItem.read(), preferencesItem.read()]);
  // What is previewed is about the connection that stood.
  connectionItem.watch(() => location.reload());
  let seesTabs = await hasPermission('tabs');
  onPermissionsChanged(async () => {
    seesTabs = await hasPermission('tabs');
  });
  const { defaultPrivacy } = stored ?? INITIAL_PREFERENCES;
  const addedId = signal(given.get('batch'));
  const preview = createBatchPreview({
    background,
    defaultPrivacy,
    reported: () => reportedPages(connection?.id ?? ''),
    pause: () => new Promise((resolve) => setTimeout(resolve)),
    newId: () => crypto.randomUUID(),
    onAdded(id) {
      addedId.value = id;
      history.replaceState(null, '', `#batch=${id}`);
    },
  });
  const source = createBatchSource({
    background,
    handedTabs: (given.get('tabs') ?? '').split(',').filter(Boolean).map(Number),
    // Without a question where it is allowed already.
    requestTabs: () => (seesTabs ? hasPermission('tabs') : requestPermission('tabs')),
    requestHost: requestHostPermission,
    tabAddresses,
    onFound: (texts, isCut) => void preview.show(texts, isCut),
  });
  render(
    <Bulk
      service={connection?.baseUrl ?? null}
      source={source}
      preview={preview}
      addedId={addedId}
      onOpenSettings={() => void openOptionsPage()}
      onCopy={copyText}
    />,
    document.body,
  );
  if (connection && seesTabs && source.handedTabs.length > 0) {
    void source.takeTabs(source.handedTabs);
  }
}
