import { computed, effect, signal } from '@preact/signals';
import { render } from 'preact';
import { Options } from '@/components/options/options';
import type { BackgroundOffer } from '@/lib/background/offer';
import { accountItem, connectionItem, preferencesItem } from '@/lib/browser/kept';
import { labelDocument } from '@/lib/browser/language';
import { remote } from '@/lib/browser/messages';
import { requestHostPermission } from '@/lib/browser/permissions';
import type { StoredAccount } from '@/lib/model/connection';
import { INITIAL_PREFERENCES } from '@/lib/model/preferences';
import { createConnectForm } from '@/lib/state/connect-form';
import { storedSignal } from '@/lib/state/stored-signal';

const background = remote<BackgroundOffer>();

labelDocument();
const [storedConnection, storedPreferences] = await Promise.all([
  connectionItem.read(),
  preferencesItem.read(),
]);
const connection = storedSignal(connectionItem, storedConnection);
const preferences = storedSignal(preferencesItem, storedPreferences);
const account = signal<StoredAccount | undefined>(undefined);

effect(() => {
  account.value = undefined;
  if (connection.value === undefined) return;
  const item = accountItem(connection.value.id);
  void item.read().then((stored) => {
    account.value = stored;
  });
  return item.watch((changed) => {
    account.value = changed;
  });
});

render(
  <Options
    form={createConnectForm({
      connection,
      requestPermission: requestHostPermission,
      connect: background.connect,
      disconnect: background.disconnect,
    })}
    connection={connection}
    account={account}
    defaultPrivacy={computed(() => (preferences.value ?? INITIAL_PREFERENCES).defaultPrivacy)}
    onChooseDefaultPrivacy={(defaultPrivacy) => void preferencesItem.write({ defaultPrivacy })}
  />,
  document.body,
);
