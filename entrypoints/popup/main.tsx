// First of all, so that the browser is asked while the rest of the popup is made ready.
import './opening';
import { computed } from '@preact/signals';
import { render } from 'preact';
import { i18n } from '#i18n';
import { datesToRecall, recallDates } from '@/components/dates';
import { labelDocument } from '@/components/document-label';
import { firstFrame } from '@/components/popup/first-frame';
import { loadLaterParts } from '@/components/popup/later';
import { type ConnectedPopup, Popup, showsMoreThanUsual } from '@/components/popup/popup';
import { measureScrollbar } from '@/components/popup/scrollbar-room';
import { copyText } from '@/lib/browser/clipboard';
import { connectionItem, dateTextsItem, draftsItem } from '@/lib/browser/kept';
import { openOptionsPage } from '@/lib/browser/runtime';
import { canonicalUrl, openTab } from '@/lib/browser/tabs';
import { INITIAL_PREFERENCES } from '@/lib/model/preferences';
import { reportablePageUrl } from '@/lib/model/report-url';
import { createOpenedReport } from '@/lib/state/opened-report';
import { createReportDeletions } from '@/lib/state/report-deletions';
import { createReportForm } from '@/lib/state/report-form';
import { createReportList } from '@/lib/state/report-list';
import { createReportSubmissions } from '@/lib/state/report-submissions';
import { storedListSignal, storedSignal } from '@/lib/state/stored-signal';
import { background, kept, keptOfConnection, opening } from './opening';

async function openPopup(): Promise<ConnectedPopup | null> {
  const [[preferences, drafts], stored, tab] = await Promise.all([kept, keptOfConnection, opening]);
  if (stored === null) return null;
  const queue = storedSignal(stored.queue);
  const pending = storedListSignal(stored.deletions);
  const awaited = storedListSignal(stored.awaited);
  const form = createReportForm({
    pageUrl: reportablePageUrl(tab.url),
    isPrivateWindow: tab.isPrivate,
    defaultPrivacy: (preferences ?? INITIAL_PREFERENCES).defaultPrivacy,
    drafts: drafts ?? [],
    draftsItem,
    newId: () => crypto.randomUUID(),
    create: background.create,
    discard: background.discard,
  });
  const opened = createOpenedReport({ get: background.get, update: background.update, awaited });
  return {
    form,
    submissions: createReportSubmissions({
      queue,
      form,
      discard: background.discard,
      retry: background.retry,
      hurry: background.hurry,
    }),
    list: createReportList({
      stored: storedSignal(stored.list),
      deletions: pending,
      query: stored.query,
      queryItem: stored.queryItem,
      list: background.list,
      isPrivateWindow: tab.isPrivate,
      happenings: computed(() => [
        queue.value,
        pending.value,
        awaited.value,
        opened.isChanging.value,
      ]),
    }),
    opened,
    history: storedSignal(stored.history),
    deletions: createReportDeletions({
      pending,
      remove: background.remove,
      undoRemove: background.undoRemove,
    }),
    awaited,
  };
}

async function openSettings(): Promise<void> {
  await openOptionsPage();
  window.close();
}

/** The parts that come later import this file, so it must be through before they can come. */
async function start(): Promise<void> {
  // What takes its time is done while the store is read.
  labelDocument(i18n.t('popup.title'));
  measureScrollbar();
  const [, , dates, setAside] = await kept;
  recallDates(dates);
  const connected = await openPopup();
  // What is to be seen at once must not push the rest down when it comes.
  if (connected !== null && showsMoreThanUsual(connected)) await loadLaterParts();
  render(
    <Popup
      connected={connected}
      setAside={storedSignal(setAside)}
      onOpenSettings={openSettings}
      onCopy={copyText}
      onOpenPage={(url) => void openTab(url)}
    />,
    document.body,
  );
  // A popup that was opened before a change of connection would show another service's reports.
  connectionItem.watch(() => location.reload());
  await firstFrame();
  void loadLaterParts();
  const written = datesToRecall();
  if (written !== null && !(await opening).isPrivate) void dateTextsItem.write(written);
  if (connected !== null) {
    void connected.list.refresh();
    connected.form.offerCanonical(await canonicalUrl(await opening));
  }
}

void start();
