import { computed } from '@preact/signals';
import { render } from 'preact';
import { i18n } from '#i18n';
import { datesToRecall, recallDates } from '@/components/dates';
import { labelDocument } from '@/components/document-label';
import { loadLaterParts } from '@/components/popup/later';
import { type ConnectedPopup, Popup, showsMoreThanUsual } from '@/components/popup/popup';
import { measureScrollbar } from '@/components/popup/scrollbar-room';
import type { BackgroundOffer } from '@/lib/background/offer';
import { copyText } from '@/lib/browser/clipboard';
import {
  awaitedResultsItem,
  connectionItem,
  dateTextsItem,
  deletionsItem,
  draftsItem,
  listItem,
  pageItem,
  preferencesItem,
  queryItem,
  queueItem,
  setAsideItem,
} from '@/lib/browser/kept';
import { remote } from '@/lib/browser/messages';
import { openOptionsPage } from '@/lib/browser/runtime';
import { onUnreadable } from '@/lib/browser/storage';
import { activeTab, canonicalUrl, openTab } from '@/lib/browser/tabs';
import { pageKey } from '@/lib/model/page-key';
import { INITIAL_PREFERENCES } from '@/lib/model/preferences';
import { reportablePageUrl } from '@/lib/model/report-url';
import { attempt } from '@/lib/state/attempt';
import { createOpenedReport } from '@/lib/state/opened-report';
import { createReportDeletions } from '@/lib/state/report-deletions';
import { createReportForm } from '@/lib/state/report-form';
import { createReportList } from '@/lib/state/report-list';
import { createReportSubmissions } from '@/lib/state/report-submissions';
import { readListSignal, readSignal } from '@/lib/state/stored-signal';

/** Where no frame comes, the background is not kept waiting. */
const LATEST_FRAME_MS = 300;

const background = remote<BackgroundOffer>();
const opening = activeTab();
onUnreadable(() => void attempt(background.inspectStore));

async function openPopup(): Promise<ConnectedPopup | null> {
  const [connection, preferences, drafts, tab] = await Promise.all([
    connectionItem.read(),
    preferencesItem.read(),
    draftsItem.read(),
    opening,
  ]);
  if (connection === undefined) return null;
  const { id } = connection;
  const pageUrl = reportablePageUrl(tab.url);
  const [stored, query, queue, pending, awaited, history] = await Promise.all([
    readSignal(listItem(id)),
    queryItem(id).read(),
    readSignal(queueItem(id)),
    readListSignal(deletionsItem(id)),
    readListSignal(awaitedResultsItem(id)),
    readSignal(pageItem(id, pageKey(pageUrl ?? ''))),
  ]);
  const form = createReportForm({
    pageUrl,
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
      stored,
      deletions: pending,
      query,
      queryItem: queryItem(id),
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
    history,
    deletions: createReportDeletions({
      pending,
      remove: background.remove,
      undoRemove: background.undoRemove,
    }),
    awaited,
  };
}

/**
 * Resolves when the first frame is on the screen, or soon where the page is not shown and has none.
 * The browser makes it in several steps, which must not wait for what comes later.
 */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver(() => setTimeout(resolve)).observe({ type: 'paint', buffered: true });
    setTimeout(resolve, LATEST_FRAME_MS);
  });
}

async function openSettings(): Promise<void> {
  await openOptionsPage();
  window.close();
}

/** The parts that come later import this file, so it must be through before they can come. */
async function start(): Promise<void> {
  const reading = Promise.all([
    openPopup(),
    readSignal(setAsideItem),
    dateTextsItem.read().then(recallDates),
  ]);
  // What takes its time is done while the store is read.
  labelDocument(i18n.t('popup.title'));
  measureScrollbar();
  const [connected, setAside] = await reading;
  // What is to be seen at once must not push the rest down when it comes.
  if (connected !== null && showsMoreThanUsual(connected)) await loadLaterParts();
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
  await painted();
  void loadLaterParts();
  const dates = datesToRecall();
  if (dates !== null && !(await opening).isPrivate) void dateTextsItem.write(dates);
  if (connected !== null) {
    void connected.list.refresh();
    connected.form.offerCanonical(await canonicalUrl(await opening));
  }
}

void start();
