import { computed, signal } from '@preact/signals';
import { createActivity } from '@/components/activity/activity-state';
import { changesOf } from '@/components/activity/standing';
import { draftItem } from '@/components/form/form-draft';
import { formPageOf } from '@/components/form/form-page';
import { createReportForm } from '@/components/form/form-state';
import { createListState } from '@/components/list/list-state';
import type { ConnectedPopup } from '@/components/popup/popup-state';
import { createNewResults } from '@/components/report/new-results-state';
import { createReportState } from '@/components/report/report-state';
import { archiveItems } from '@/lib/archive/archive-items';
import { withoutReports } from '@/lib/archive/page-history';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Connection } from '@/lib/connection/connection';
import { reportLink } from '@/lib/report/report-link';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import type { Preferences } from '@/lib/settings/preferences';
import { pageKey } from '@/lib/url/page-key';
import { followConnection } from './followed-connection';
import { followForm } from './followed-form';
import type { PopupPlace } from './popup-place';

/** Reads what is stored for the popup of a connection, and makes of it what the popup holds. */
export async function openConnectedPopup(
  { id, baseUrl }: Connection,
  { defaultPrivacy, reportLink: linkTemplate }: Preferences,
  { tab, tabToken, draft }: PopupPlace,
  background: BackgroundApi,
): Promise<ConnectedPopup> {
  const keeping = tab.keeping;
  const formPage = formPageOf(tab);
  const pageUrl = formPage.url;
  // What is kept in memory leaves nothing of what is typed, chosen or searched for.
  const isKept = keeping === 'disk';
  const queryItem = isKept ? archiveItems.query(id) : null;
  const [lastDraft, query, followed] = await Promise.all([
    isKept ? draftItem.read() : undefined,
    queryItem?.read(),
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
    ...{ presses, keeping, newId },
    page: tabToken === undefined || tab.url !== undefined ? formPage : null,
    tabToken,
    defaultPrivacy: signal(defaultPrivacy),
    draft: draft ?? lastDraft,
    draftItem: isKept ? draftItem : undefined,
  });
  const reportState = createReportState({
    ...{ background, presses, tasks, newId, results, listed, gate, deleting },
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
    createdId: followForm({ form, list, reportState, activity }),
    isUpdating: (id) =>
      results.stateOf(id) === 'awaited' ||
      changesOf(tasks.value, id).some(
        ({ work, state }) => work.change.results === 1 && state.name !== 'stuck',
      ),
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
