import { render } from 'preact';
import { i18n } from '#i18n';
import { createAccountState } from '@/components/connection/account-state';
import { createConnectForm } from '@/components/connection/connect-state';
import { StoreFailure } from '@/components/connection/store-failure';
import { Options } from '@/components/options/options';
import { createNotificationSettings } from '@/components/settings/notifications-state';
import { createPreferenceSettings } from '@/components/settings/preferences-state';
import { createReportLinkField } from '@/components/settings/report-link-state';
import { createShortcuts } from '@/components/settings/shortcuts-state';
import { labelDocument } from '@/components/ui/document-label';
import { attempt } from '@/components/ui/state/attempt';
import { storedSignal } from '@/components/ui/state/stored-signal';
import type { BackgroundApi } from '@/lib/background/background-api';
import { listCommands, openShortcutSettings, shortcutsAddress } from '@/lib/browser/commands';
import { remote } from '@/lib/browser/messages';
import {
  hasHostPermission,
  hasPermission,
  onHostAllowed,
  onPermissionsChanged,
  removePermission,
  requestHostPermission,
  requestPermission,
} from '@/lib/browser/permissions';
import type { Connection } from '@/lib/connection/connection';
import { connectionItem } from '@/lib/connection/connection-items';
import { INITIAL_PREFERENCES, type Preferences } from '@/lib/settings/preferences';
import { preferencesItem } from '@/lib/settings/settings-items';

const background = remote<BackgroundApi>();

function storePreferences(change: Partial<Preferences>) {
  return preferencesItem.update((before = INITIAL_PREFERENCES) => ({ ...before, ...change }));
}

labelDocument(i18n.t('options.title'));
try {
  await openOptions();
} catch {
  render(<StoreFailure />, document.body);
}

/** Where a host is to be allowed again, a check asks for it: a person who comes for that has it at hand. */
async function offerAccess(connection: Connection | undefined): Promise<void> {
  const { activeElement, body } = document;
  // An empty field has the focus where the page was opened before the connection.
  const isFree = activeElement === body || (activeElement as HTMLInputElement | null)?.value === '';
  if (connection === undefined || !isFree) return;
  if (await hasHostPermission(connection.baseUrl)) return;
  document.querySelector<HTMLElement>('button[type="submit"]')?.focus();
}

/** Shows the options. Rejects where nothing stored can be read. */
async function openOptions(): Promise<void> {
  const shortcuts = createShortcuts({
    list: listCommands,
    address: shortcutsAddress,
    openSettings: openShortcutSettings,
  });
  const [connection, storedPreferences, isNotifying, seesTabs] = await Promise.all([
    storedSignal(connectionItem),
    storedSignal(preferencesItem),
    hasPermission('notifications'),
    hasPermission('tabs'),
    shortcuts.refresh(),
  ]);
  // They are changed in another tab.
  addEventListener('focus', () => void shortcuts.refresh());
  const preferences = createPreferenceSettings(storedPreferences, storePreferences);
  const notifications = createNotificationSettings({
    preferences,
    allowed: { notifications: isNotifying, tabs: seesTabs },
    request: requestPermission,
    has: hasPermission,
    remove: removePermission,
    onChange: () => void attempt(background.refreshBadge),
  });
  onPermissionsChanged(() => void notifications.recheck());
  const account = createAccountState({
    connection,
    read: background.account,
    connect: background.connect,
  });
  onHostAllowed(account.retry);

  render(
    <Options
      form={createConnectForm({
        connection,
        account: account.name,
        requestPermission: requestHostPermission,
        hasPermission: hasHostPermission,
        connect: account.connect,
        disconnect: background.disconnect,
      })}
      connection={connection}
      account={account}
      preferences={preferences}
      reportLink={createReportLinkField({
        stored: preferences.current.value.reportLink,
        connection,
        keep: (reportLink) => preferences.change({ reportLink }),
      })}
      notifications={notifications}
      shortcuts={shortcuts}
    />,
    document.body,
  );
  document.getElementById(location.hash.slice(1) || 'none')?.focus();
  if (connection.value === undefined) document.getElementById('baseUrl')?.focus();
  const offer = () => void offerAccess(connection.value);
  offer();
  // The page may have been open all the time: behind another tab, or in another window.
  document.addEventListener('visibilitychange', offer);
  addEventListener('focus', offer);
}
