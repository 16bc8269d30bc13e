import { effect } from '@preact/signals';
import { render } from 'preact';
import { i18n } from '#i18n';
import { StoreFailure } from '@/components/connection/store-failure';
import { showFilledForm } from '@/components/form/filled-form';
import { draftItem } from '@/components/form/form-draft';
import {
  listFiltersItem,
  listOrderItem,
  rememberedQuery,
} from '@/components/list/remembered-query';
import { openFront } from '@/components/page/followed-front';
import { painted } from '@/components/popup/painted';
import { Popup } from '@/components/popup/popup';
import { fitWindow } from '@/components/popup/window-height';
import { relativeTime } from '@/components/text/dates';
import { labelDocument } from '@/components/ui/document-label';
import { attempt } from '@/components/ui/state/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import { copyText } from '@/lib/browser/clipboard';
import { remote } from '@/lib/browser/messages';
import { openOptionsPage, type SettingsField } from '@/lib/browser/runtime';
import {
  activeTab,
  canonicalUrl,
  offersPages,
  openBulkPage,
  openReportsPage,
  openTab,
  selectedTabs,
} from '@/lib/browser/tabs';
import { INITIAL_PREFERENCES } from '@/lib/settings/preferences';
import { preferencesItem } from '@/lib/settings/settings-items';
import { handoverItem } from '@/lib/surface/handover';
import { reportablePageUrl } from '@/lib/url/report-url';
import { openConnectedPopup } from './connected-popup';

const background = remote<BackgroundApi>();

/** Of a popup that stands in a tab of its own. */
const tabToken = location.hash.slice(1);

async function openBulk(what: string): Promise<void> {
  await openBulkPage(what);
  if (tabToken === '') window.close();
}

async function openSettings(field?: SettingsField): Promise<void> {
  await openOptionsPage(field);
  if (tabToken === '') window.close();
}

/** @param url of the page in front: the site of its reports is offered at one press there */
async function showAll(url: string | undefined): Promise<void> {
  const page = reportablePageUrl(url);
  await openReportsPage(page === null ? null : new URL(page).host);
  if (tabToken === '') window.close();
}

labelDocument(i18n.t('popup.title'));
document.documentElement.classList.toggle('in-tab', tabToken !== '');
addEventListener('resize', fitWindow);
try {
  await openPopup();
} catch {
  render(<StoreFailure />, document.body);
}

/** Shows the popup. Rejects where nothing stored can be read. */
async function openPopup(): Promise<void> {
  const isInTab = tabToken !== '';
  const reads = Promise.all([
    openFront(
      [preferencesItem, listOrderItem, listFiltersItem, draftItem, handoverItem(tabToken)],
      background.prepare,
    ),
    activeTab(),
    isInTab ? [] : selectedTabs(),
  ]);
  // The first format of a process takes as long as what is being read.
  relativeTime(new Date().toISOString());
  const [{ stored, ...front }, inFront, selected] = await reads;
  const preferences = stored(preferencesItem) ?? INITIAL_PREFERENCES;
  const handover = stored(handoverItem(tabToken));
  if (handover) void handoverItem(tabToken).remove();
  const given = handover?.kind === 'draft' ? handover : undefined;
  const handedKeeping = handover?.kind === 'search' ? undefined : handover?.keeping;
  const keeping = handedKeeping ?? inFront.keeping;
  const tab = isInTab ? { id: undefined, url: given?.url, keeping } : inFront;
  const connection = front.connection.peek();
  const connected = connection
    ? await openConnectedPopup({
        ...{ front, connection, background, preferences, tab, isInTab, given },
        lastDraft: stored(draftItem),
        lastQuery: rememberedQuery(stored(listOrderItem), stored(listFiltersItem)),
      })
    : null;
  render(
    <Popup
      connected={connected}
      defaultPrivacy={preferences.defaultPrivacy}
      selectedTabs={selected}
      offersPages={offersPages(tab.keeping)}
      onOpenSettings={openSettings}
      onCopy={copyText}
      onOpenPage={(url) => void openTab(url)}
      onReportMany={(tabs) => void openBulk(tabs.length > 0 ? `tabs=${tabs.join()}` : '')}
      onShowAll={() => void showAll(tab.url)}
      onOpenBatch={(id) => void openBulk(`batch=${id}`)}
    />,
    document.body,
  );

  // A popup that was opened before a change of connection would show another service's reports.
  effect(() => {
    if (front.connection.value?.id !== connection?.id) location.reload();
  });
  if (connected === null) return;
  const { list, form } = connected;
  if (given) showFilledForm(form);
  else if (form.url.value === '') document.getElementById('url')?.focus();
  if (handover?.kind === 'report') connected.show(handover.report);
  // As the address bar has suggested them: of all reports.
  if (handover?.kind === 'search') list.searchOnce(handover.search);
  // What is stored is on the screen before the worker starts, which takes the processor as long.
  await painted();
  markSeen();
  document.addEventListener('visibilitychange', markSeen);
  void list.refresh();
  form.offerCanonical(await canonicalUrl(tab));
}

/** A popup in a tab may have been opened behind another, or left. */
function markSeen(): void {
  if (document.visibilityState === 'visible') void attempt(background.markSeen);
}
