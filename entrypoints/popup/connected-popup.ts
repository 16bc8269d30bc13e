import { computed, effect, signal, untracked } from '@preact/signals';
import { createNotices } from '@/components/activity/notice-state';
import { createTaskList } from '@/components/activity/queue-state';
import { draftsItem } from '@/components/form/form-drafts';
import { createReportForm } from '@/components/form/form-state';
import { createArchiveState } from '@/components/list/archive-state';
import { createReportList } from '@/components/list/list-state';
import type { ConnectedPopup } from '@/components/popup/popup-state';
import { createReportChanges } from '@/components/report/changes-state';
import { createReportDeletions } from '@/components/report/deletions-state';
import { createNewResults } from '@/components/report/new-results-state';
import { createOpenedReport } from '@/components/report/report-state';
import { unsavedItemOf } from '@/components/report/unsaved-state';
import { storedSignal } from '@/components/ui/stored-signal';
import { archiveItems, archivePrefix } from '@/lib/archive/archive-items';
import { withoutReports } from '@/lib/archive/page-history';
import type { StoredList } from '@/lib/archive/stored-list';
import type { BackgroundApi } from '@/lib/background/background-api';
import { onBackOnline } from '@/lib/browser/network';
import { watchStored } from '@/lib/browser/storage-changes';
import type { Connection } from '@/lib/connection/connection';
import { reportLink } from '@/lib/report/report-link';
import { isNewestFirst, RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import type { Preferences } from '@/lib/settings/preferences';
import { EMPTY_VIEW, resolvedView } from '@/lib/task/view';
import { viewItem } from '@/lib/task/view-item';
import { pageKey } from '@/lib/url/page-key';
import { reportablePageUrl } from '@/lib/url/report-url';
import { LONGEST_ADDRESS } from '@/lib/url/typed-address';
import type { PopupPlace } from './popup-place';

/** Reads what is stored for the popup of a connection, and makes of it what the popup holds. */
export async function openConnectedPopup(
  { id, baseUrl }: Connection,
  { defaultPrivacy, reportLink: linkTemplate }: Preferences,
  { tab, tabToken, draft }: PopupPlace,
  background: BackgroundApi,
): Promise<ConnectedPopup> {
  const privateWindow = tab.isPrivate;
  const pageUrl = reportablePageUrl(tab.url);
  // A private window keeps nothing of what is typed, chosen or searched for.
  const keptDrafts = privateWindow ? null : draftsItem;
  const queryItem = privateWindow ? null : archiveItems.query(id);
  const unsavedItem = privateWindow ? null : unsavedItemOf(id);
  const [drafts, query, unsaved = [], storedView, awaited, ...storedLists] = await Promise.all([
    keptDrafts?.read(),
    queryItem?.read(),
    unsavedItem?.read(),
    storedSignal(viewItem(id)),
    storedSignal(archiveItems.awaited(id)),
    storedSignal(archiveItems.lists(id)),
    privateWindow ? storedSignal(archiveItems.privateLists(id)) : signal(undefined),
  ]);
  const archive = createArchiveState({
    lists: computed(() => newestFirst(storedLists.flatMap(({ value }) => value ?? []))),
    readValues: archiveItems.values(id).read,
    watchValues: (onChange) => watchStored(archivePrefix(id), onChange),
  });
  const { lists, listed } = archive;
  const page = pageKey(pageUrl ?? '');
  await archive.readFor(query ?? RECENT_REPORTS_QUERY, page);
  const view = computed(() => resolvedView(storedView.value ?? EMPTY_VIEW, archive.reportAt));
  const newId = () => crypto.randomUUID();
  const common = { background, view, listed, privateWindow, newId };

  const success = computed(() => {
    const { gate, outcomes } = view.value;
    return gate === null ? (outcomes.at(-1)?.ids[0] ?? '') : null;
  });

  const results = createNewResults({ awaited, listed, privateWindow });
  const changes = createReportChanges(common);
  const deletions = createReportDeletions({ ...common, onDeleted: () => void list.refresh() });
  const { deleting } = deletions;
  const list = createReportList({
    ...{ stored: lists, deleting, query, queryItem },
    success,
    outcomes: computed(() => view.value.outcomes),
    pageUrl: privateWindow ? null : pageUrl,
    read: (asked) => background.list(asked, privateWindow),
    readPage: background.listPage,
  });
  const form = createReportForm({
    ...common,
    pageUrl,
    isPageUrlTooLong: (tab.url?.length ?? 0) > LONGEST_ADDRESS,
    isAboutPage: tabToken === undefined || tab.url !== undefined,
    tabToken,
    defaultPrivacy,
    drafts: [...(draft ? [draft] : []), ...(drafts ?? [])],
    draftsItem: keptDrafts,
  });
  const createdId = computed(() => {
    const press = form.lastPress.value;
    return press?.state === 'created' ? press.id : null;
  });
  effect(() => {
    if (createdId.value === null) return;
    untracked(() => {
      // In any other order the service has to place it, and of private windows nothing is listed before.
      if (privateWindow || !isNewestFirst(list.query.value)) void list.refresh();
    });
  });
  const opened = createOpenedReport({
    ...{ background, changes, results, listed, deleting, unsaved, unsavedItem, onBackOnline },
    gate: computed(() => view.value.gate),
    tellFailure(report, failure) {
      notices.current.value = { failure, report };
    },
  });
  const openId = computed(() => opened.open.value?.report.id);
  const openHistory = computed(() => {
    const url = opened.open.value?.report.url;
    return url ? archive.historyOf(pageKey(url)) : undefined;
  });
  const notices = createNotices({ form, changes, results, listed, deleting, openId });

  return {
    service: baseUrl,
    form,
    notice: notices.current,
    tasks: createTaskList({
      ...{ ...common, form, toldId: notices.toldId },
      onDoubt: () => void list.refresh(),
    }),
    // The page of a batch is in an ordinary window.
    batches: computed(() => (privateWindow ? [] : view.value.batches)),
    batchGate: computed(() => view.value.gate),
    list,
    opened,
    changes,
    results,
    // A report that is being deleted is out of sight, as it is in the list.
    history: computed(() => {
      const history = archive.historyOf(page);
      return history && withoutReports(history, deleting.value);
    }),
    pastResults: computed(() => openHistory.value?.results ?? []),
    deletions,
    linkOf: (report) => reportLink(report, linkTemplate, baseUrl),
  };
}

function newestFirst(lists: readonly StoredList[]): StoredList[] {
  return lists.toSorted((one, other) => Date.parse(other.readAt) - Date.parse(one.readAt));
}
