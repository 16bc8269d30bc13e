import { computed, signal } from '@preact/signals';
import type { ConnectedPopup } from '@/components/popup/popup-state';
import type { BackgroundApi } from '@/lib/background/background-api';
import {
  awaitedResultsItem,
  deletionsItem,
  draftsItem,
  listItem,
  pageItem,
  preferencesItem,
  queryItem,
  queueItem,
} from '@/lib/browser/kept';
import type { ActiveTab } from '@/lib/browser/tabs';
import type { Connection } from '@/lib/connection/connection';
import { createReportDeletions } from '@/lib/deletion/page/report-deletions';
import { followed } from '@/lib/model/followed-item';
import { createOpenedReport } from '@/lib/report/page/opened-report';
import { createReportList } from '@/lib/report/page/report-list';
import { INITIAL_PREFERENCES } from '@/lib/settings/preferences';
import { storedListSignal, storedSignal } from '@/lib/state/stored-signal';
import { createReportForm } from '@/lib/submission/page/report-form';
import { createReportSubmissions } from '@/lib/submission/page/report-submissions';
import { pageKey } from '@/lib/url/page-key';
import { reportablePageUrl } from '@/lib/url/report-url';

/** Reads all that is stored for the popup of a connection, and makes of it what the popup holds. */
export async function openConnectedPopup(
  { id }: Connection,
  tab: ActiveTab,
  background: BackgroundApi,
): Promise<ConnectedPopup> {
  const pageUrl = reportablePageUrl(tab.url);
  const [preferences, drafts, query, list, queue, deletions, awaited, history] = await Promise.all([
    preferencesItem.read(),
    draftsItem.read(),
    queryItem(id).read(),
    followed(listItem(id)).then(storedSignal),
    followed(queueItem(id)).then(storedSignal),
    followed(deletionsItem(id)).then(storedListSignal),
    followed(awaitedResultsItem(id)).then(storedListSignal),
    followed(pageItem(id, pageKey(pageUrl ?? ''))).then(storedSignal),
  ]);
  const { defaultPrivacy } = preferences ?? INITIAL_PREFERENCES;
  const form = createReportForm({
    pageUrl,
    isPrivateWindow: tab.isPrivate,
    defaultPrivacy,
    drafts: drafts ?? [],
    draftsItem,
    newId: () => crypto.randomUUID(),
    create: background.create,
    discard: background.discard,
  });
  const opened = createOpenedReport({ get: background.get, update: background.update, awaited });
  return {
    form,
    copied: signal(null),
    submissions: createReportSubmissions({
      queue,
      form,
      discard: background.discard,
      retry: background.retry,
      retryNow: background.retryNow,
    }),
    list: createReportList({
      stored: list,
      deletions,
      query,
      queryItem: queryItem(id),
      list: background.list,
      isPrivateWindow: tab.isPrivate,
      happenings: computed(() => [
        queue.value,
        deletions.value,
        awaited.value,
        opened.isChanging.value,
      ]),
    }),
    opened,
    history,
    deletions: createReportDeletions({
      pending: deletions,
      remove: background.remove,
      undoRemove: background.undoRemove,
    }),
    awaited,
  };
}
