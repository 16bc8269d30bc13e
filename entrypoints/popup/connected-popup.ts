import { computed, effect, untracked } from '@preact/signals';
import { createActivity } from '@/components/activity/activity-state';
import { openChangeOf } from '@/components/activity/standing';
import { draftsItem } from '@/components/form/form-drafts';
import { createReportForm } from '@/components/form/form-state';
import { createListState } from '@/components/list/list-state';
import type { ConnectedPopup } from '@/components/popup/popup-state';
import { createNewResults } from '@/components/report/new-results-state';
import { createReportState } from '@/components/report/report-state';
import { unsavedItemOf } from '@/components/report/unsaved-state';
import { archiveItems } from '@/lib/archive/archive-items';
import { withoutReports } from '@/lib/archive/page-history';
import type { BackgroundApi } from '@/lib/background/background-api';
import { onBackOnline } from '@/lib/browser/network';
import type { Connection } from '@/lib/connection/connection';
import { reportLink } from '@/lib/report/report-link';
import { isNewestFirst, RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import type { Preferences } from '@/lib/settings/preferences';
import { pageKey } from '@/lib/url/page-key';
import { reportablePageUrl } from '@/lib/url/report-url';
import { LONGEST_REPORTABLE } from '@/lib/url/typed-address';
import { followConnection } from './followed-connection';
import type { PopupPlace } from './popup-place';

/** Reads what is stored for the popup of a connection, and makes of it what the popup holds. */
export async function openConnectedPopup(
  { id, baseUrl }: Connection,
  { defaultPrivacy, reportLink: linkTemplate }: Preferences,
  { tab, tabToken, draft }: PopupPlace,
  background: BackgroundApi,
): Promise<ConnectedPopup> {
  const keeping = tab.keeping;
  const pageUrl = reportablePageUrl(tab.url);
  // What is kept in memory leaves nothing of what is typed, chosen or searched for.
  const isKept = keeping === 'disk';
  const keptDrafts = isKept ? draftsItem : null;
  const queryItem = isKept ? archiveItems.query(id) : null;
  const unsavedItem = isKept ? unsavedItemOf(id) : null;
  const [drafts, query, unsaved = [], followed] = await Promise.all([
    keptDrafts?.read(),
    queryItem?.read(),
    unsavedItem?.read(),
    followConnection(id, keeping, background),
  ]);
  const { archive, awaited, view, gate, outcomes, deleting, tasks, success, presses } = followed;
  const { lists, listed } = archive;
  const page = pageKey(pageUrl ?? '');
  await archive.readFor(query ?? RECENT_REPORTS_QUERY, page);
  const newId = () => crypto.randomUUID();

  const results = createNewResults({ awaited, listed, keeping });
  const list = createListState({
    ...{ stored: lists, deleting, query, queryItem, success, outcomes },
    pageUrl: isKept ? pageUrl : null,
    read: (asked) => background.list(asked, keeping),
    readPage: background.listPage,
  });
  const form = createReportForm({
    ...{ presses, view, keeping, newId },
    pageUrl,
    isPageUrlTooLong: (tab.url?.length ?? 0) > LONGEST_REPORTABLE,
    isAboutPage: tabToken === undefined || tab.url !== undefined,
    tabToken,
    defaultPrivacy,
    drafts: [...(draft ? [draft] : []), ...(drafts ?? [])],
    draftsItem: keptDrafts,
  });
  const reportState = createReportState({
    ...{ background, presses, tasks, newId, results, listed, gate, deleting, unsaved, unsavedItem },
    onBackOnline,
  });
  const openId = computed(() => reportState.open.value?.report.id);
  const openHistory = computed(() => {
    const url = reportState.open.value?.report.url;
    return url ? archive.historyOf(pageKey(url)) : undefined;
  });
  const activity = createActivity({
    ...{ background, view, keeping, presses, listed, openId },
    awaitedOf: results.stateOf,
    formPressId: form.namedPressId,
    onDoubt: () => void list.refresh(),
  });
  const created = computed(() => {
    const newest = activity.newest.value;
    if (newest?.wish.kind !== 'create' || newest.standing.name !== 'ended') return null;
    return { id: newest.id, place: newest.standing.outcome.place };
  });
  const createdPress = computed(() => created.value?.id ?? null);
  effect(() => {
    if (createdPress.value === null) return;
    untracked(() => {
      // In any other order the service has to place it, and of private windows nothing is listed before.
      if (keeping === 'memory' || !isNewestFirst(list.query.value)) void list.refresh();
    });
  });

  effect(() => {
    // What was copied is no news once a press meets something else.
    void [form.problems.value, form.held.value, reportState.risks.value];
    void reportState.open.value?.lacksPassword;
    untracked(() => activity.tell(null));
  });

  return {
    service: baseUrl,
    form,
    activity,
    list,
    reportState,
    results,
    // A report that is being deleted is out of sight, as it is in the list.
    history: computed(() => {
      const history = archive.historyOf(page);
      return history && withoutReports(history, deleting.value);
    }),
    pastResults: computed(() => openHistory.value?.results ?? []),
    createdId: computed(() => created.value?.place?.id ?? null),
    isUpdating: (id) =>
      openChangeOf(tasks.value, id)?.work.change.results === 1 || results.stateOf(id) === 'awaited',
    show(report) {
      // That no new result has come is no news any more.
      if (results.stateOf(report.id) === 'givenUp') presses.dropUpdates(report.id);
      results.forget(report.id);
      void reportState.show(report);
    },
    update: (report) =>
      void presses.ask({ id: newId(), kind: 'change', report, change: { results: 1 } }),
    remove: (report) => void presses.ask({ id: newId(), kind: 'delete', report }),
    linkOf: (report) => reportLink(report, linkTemplate, baseUrl),
  };
}
