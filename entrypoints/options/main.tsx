import { computed } from '@preact/signals';
import { render } from 'preact';
import { i18n } from '#i18n';
import { Options } from '@/components/options/options';
import { labelDocument } from '@/components/ui/document-label';
import { attempt } from '@/lib/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import { accountItem, connectionItem, preferencesItem, setAsideItem } from '@/lib/browser/kept';
import { remote } from '@/lib/browser/messages';
import { requestHostPermission } from '@/lib/browser/permissions';
import { onUnreadable } from '@/lib/browser/storage';
import { createConnectForm } from '@/lib/connection/page/connect-form';
import { accountSignal } from '@/lib/connection/page/connection-account';
import { followed } from '@/lib/model/followed-item';
import { INITIAL_PREFERENCES } from '@/lib/settings/preferences';
import { createSetAside } from '@/lib/state/set-aside';
import { storedSignal } from '@/lib/state/stored-signal';

const background = remote<BackgroundApi>();
onUnreadable(() => void attempt(background.inspectStore));

labelDocument(i18n.t('options.title'));
const [connection, preferences, stored] = await Promise.all([
  followed(connectionItem).then(storedSignal),
  followed(preferencesItem).then(storedSignal),
  followed(setAsideItem).then(storedSignal),
]);

render(
  <Options
    form={createConnectForm({
      connection,
      requestPermission: requestHostPermission,
      connect: background.connect,
      disconnect: background.disconnect,
    })}
    setAside={createSetAside({
      stored,
      setAside: background.setAside,
      dismissSetAside: background.dismissSetAside,
    })}
    connection={connection}
    account={accountSignal(connection, accountItem)}
    defaultPrivacy={computed(() => (preferences.value ?? INITIAL_PREFERENCES).defaultPrivacy)}
    onChooseDefaultPrivacy={(defaultPrivacy) => void preferencesItem.write({ defaultPrivacy })}
  />,
  document.body,
);
if (connection.value !== undefined) void attempt(background.account);
