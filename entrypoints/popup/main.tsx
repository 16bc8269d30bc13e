import { render } from 'preact';
import { i18n } from '#i18n';
import { Popup } from '@/components/popup/popup';
import { measureScrollbar } from '@/components/popup/scrollbar-room';
import { labelDocument } from '@/components/ui/document-label';
import { attempt } from '@/lib/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import { copyText } from '@/lib/browser/clipboard';
import { connectionItem, setAsideItem } from '@/lib/browser/kept';
import { remote } from '@/lib/browser/messages';
import { openOptionsPage } from '@/lib/browser/runtime';
import { onUnreadable } from '@/lib/browser/storage';
import { activeTab, canonicalUrl, openTab } from '@/lib/browser/tabs';
import { followed } from '@/lib/model/followed-item';
import { storedSignal } from '@/lib/state/stored-signal';
import { openConnectedPopup } from './connected-popup';

const background = remote<BackgroundApi>();
onUnreadable(() => void attempt(background.inspectStore));

async function openSettings(): Promise<void> {
  await openOptionsPage();
  window.close();
}

labelDocument(i18n.t('popup.title'));
measureScrollbar();
const [tab, connection, setAside] = await Promise.all([
  activeTab(),
  connectionItem.read(),
  followed(setAsideItem).then(storedSignal),
]);
const connected = connection ? await openConnectedPopup(connection, tab, background) : null;

render(
  <Popup
    connected={connected}
    setAside={setAside}
    onOpenSettings={openSettings}
    onCopy={copyText}
    onOpenPage={(url) => void openTab(url)}
  />,
  document.body,
);

// A popup that was opened before a change of connection would show another service's reports.
connectionItem.watch(() => location.reload());
if (connected !== null) {
  void connected.list.refresh();
  connected.form.offerCanonical(await canonicalUrl(tab));
}
