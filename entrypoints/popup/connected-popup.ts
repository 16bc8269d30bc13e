import { computed, effect, signal } from '@preact/signals';
import type { ConnectedPopup, Notice } from '@/components/popup/popup-state';
import { attempt } from '@/lib/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Connection } from '@/lib/connection/connection';
import { isHidden, isPending } from '@/lib/deletion/deletion';
import { createReportDeletions } from '@/lib/deletion/page/report-deletions';
import { createDuplicateNotices } from '@/lib/duplicate/page/duplicate-notices';
import { hasFailed } from '@/lib/outcome';
import { withoutReport } from '@/lib/page-history/page-history';
import { createOpenedReport } from '@/lib/report/page/opened-report';
import { createReportList } from '@/lib/report/page/report-list';
import { reportLink } from '@/lib/report/report-link';
import { listedReports } from '@/lib/report/stored-list';
import { INITIAL_PREFERENCES } from '@/lib/settings/preferences';
import { items } from '@/lib/storage/items';
import { storedSignal } from '@/lib/storage/stored-signal';
import { createReportForm } from '@/lib/submission/page/report-form';
import { createReportSubmissions } from '@/lib/submission/page/report-submissions';
import { createUnreadableWorkNotice } from '@/lib/submission/page/unreadable-work-notice';
import { pageKey } from '@/lib/url/page-key';
import { reportablePageUrl } from '@/lib/url/report-url';
import { LONGEST_ADDRESS } from '@/lib/url/typed-address';
import type { PopupPlace } from './popup-place';
import { openLists, openQueue, openShared, openUnreadableCount } from './window-store';

/** Reads all that is stored for the popup of a connection, and makes of it what the popup holds. */
export async function openConnectedPopup(
  { id, baseUrl }: Connection,
  { tab, tabToken }: Pick<PopupPlace, 'tab' | 'tabToken'>,
  background: BackgroundApi,
): Promise<ConnectedPopup> {
  const { isPrivate: isPrivateWindow } = tab;
  const pageUrl = reportablePageUrl(tab.url);
  const draftsItem = isPrivateWindow ? items.privateDrafts : items.drafts;
  const queryItem = isPrivateWindow ? items.privateQuery(id) : items.query(id);
  const [
    preferences,
    drafts,
    query,
    queue,
    finished,
    pending,
    duplicates,
    awaited,
    history,
    unreadableCount,
    { lists, isListMemoryOnly },
  ] = await Promise.all([
    items.preferences.read(),
    draftsItem.read(),
    queryItem.read(),
    openQueue(id, isPrivateWindow),
    storedSignal(items.finished(id)),
    openShared((area) => items.deletions(id, area), isPrivateWindow),
    storedSignal(items.duplicates(id, isPrivateWindow ? 'session' : 'local')),
    openShared((area) => items.resultPolls(id, area), isPrivateWindow),
    storedSignal(items.page(id, pageKey(pageUrl ?? ''))),
    openUnreadableCount(id, isPrivateWindow),
    openLists(id, isPrivateWindow),
  ]);
  const deletions = createReportDeletions({
    background: {
      remove: (report) => background.remove(report, isPrivateWindow),
      undoRemove: background.undoRemove,
    },
    pending,
  });
  const { defaultPrivacy, reportLink: linkTemplate } = preferences ?? INITIAL_PREFERENCES;
  const listed = computed(() => listedReports(lists.value));
  const form = createReportForm({
    pageUrl,
    isPageUrlTooLong: (tab.url?.length ?? 0) > LONGEST_ADDRESS,
    isAboutPage: tabToken === undefined || tab.url !== undefined,
    isPrivateWindow,
    tabToken,
    defaultPrivacy,
    drafts: drafts ?? [],
    draftsItem,
    deletions: pending,
    newId: () => crypto.randomUUID(),
    queue,
    finished,
    listed,
    background,
  });
  const notice = signal<Notice | null>(null);
  // How a creation ends is told, whatever was pressed while it was under way; not each later change
  // of its report.
  const pressState = computed(() => form.submission.value?.state);
  pressState.subscribe(() => {
    notice.value = null;
  });
  // No results of a report that is gone are awaited: that would read as if they had come.
  effect(() => {
    const told = notice.value;
    if (told === null || !('updatedId' in told)) return;
    const { updatedId } = told;
    const isAwaited = awaited.value.some(({ report }) => report.id === updatedId);
    const isListed = listed.value.some((report) => report.id === updatedId);
    if (isHidden(pending.value, updatedId) || !(isAwaited || isListed)) notice.value = null;
  });
  const update: BackgroundApi['update'] = (report, change) =>
    background.update(report, change, isPrivateWindow);
  const opened = createOpenedReport({
    background: { get: (report) => background.get(report, isPrivateWindow), update },
    awaited,
    listed,
    deletions: pending,
    tellFailure(report, failure) {
      notice.value = { failure, report };
    },
  });
  return {
    service: baseUrl,
    form,
    notice,
    submissions: createReportSubmissions({ background, queue, form }),
    list: createReportList({
      stored: lists,
      deletions: deletions.pending,
      query,
      queryItem,
      read: (asked) => background.list(asked, isPrivateWindow),
    }),
    isListMemoryOnly,
    opened,
    // A report that is being deleted is out of sight, as it is in the list.
    history: computed(() =>
      pending.value
        .filter(isPending)
        .reduce((left, { report }) => left && withoutReport(left, report.id), history.value),
    ),
    deletions,
    duplicates: createDuplicateNotices({
      background,
      record: duplicates,
      pending: deletions.pending,
      removeReport: deletions.remove,
    }),
    awaited,
    unreadable: createUnreadableWorkNotice({
      background: {
        unreadableWork: () => background.unreadableWork(isPrivateWindow),
        removeUnreadableWork: () => background.removeUnreadableWork(isPrivateWindow),
      },
      count: unreadableCount,
    }),
    async updateResults(report) {
      const outcome = await attempt(() => update(report, { results: 1 }));
      return hasFailed(outcome) ? outcome.failure : null;
    },
    linkOf: (report) => reportLink(report, linkTemplate, baseUrl),
  };
}
