import { computed, signal } from '@preact/signals';
import type { ConnectedPopup, Notice } from '@/components/popup/popup-state';
import { attempt } from '@/lib/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { ActiveTab } from '@/lib/browser/tabs';
import type { Connection } from '@/lib/connection/connection';
import { createReportDeletions } from '@/lib/deletion/page/report-deletions';
import { createDuplicateNotices } from '@/lib/duplicate/page/duplicate-notices';
import { hasFailed } from '@/lib/outcome';
import { createOpenedReport } from '@/lib/report/page/opened-report';
import { createReportList } from '@/lib/report/page/report-list';
import { reportLink } from '@/lib/report/report-link';
import { isNewer } from '@/lib/report/stored-list';
import { INITIAL_PREFERENCES } from '@/lib/settings/preferences';
import { items } from '@/lib/storage/items';
import { storedSignal } from '@/lib/storage/stored-signal';
import { createReportForm } from '@/lib/submission/page/report-form';
import { createReportSubmissions } from '@/lib/submission/page/report-submissions';
import { createUnreadableWorkNotice } from '@/lib/submission/page/unreadable-work-notice';
import { pageKey } from '@/lib/url/page-key';
import { reportablePageUrl } from '@/lib/url/report-url';
import { LONGEST_ADDRESS } from '@/lib/url/typed-address';

/** Reads all that is stored for the popup of a connection, and makes of it what the popup holds. */
export async function openConnectedPopup(
  { id, baseUrl }: Connection,
  tab: ActiveTab,
  background: BackgroundApi,
): Promise<ConnectedPopup> {
  const pageUrl = reportablePageUrl(tab.url);
  const draftsItem = tab.isPrivate ? items.privateDrafts : items.drafts;
  const queryItem = tab.isPrivate ? items.privateQuery(id) : items.query(id);
  const [
    preferences,
    drafts,
    query,
    queue,
    storedDeletions,
    duplicates,
    polls,
    history,
    unreadableCount,
  ] = await Promise.all([
    items.preferences.read(),
    draftsItem.read(),
    queryItem.read(),
    storedSignal(items.queue(id)),
    storedSignal(items.deletions(id)),
    storedSignal(items.duplicates(id, tab.isPrivate ? 'session' : 'local')),
    storedSignal(items.resultPolls(id)),
    storedSignal(items.page(id, pageKey(pageUrl ?? ''))),
    storedSignal(items.unreadableCount(id)),
  ]);
  const { list, isListMemoryOnly } = await openStoredList(id, tab.isPrivate);
  const deletions = createReportDeletions({
    background,
    pending: computed(() => storedDeletions.value ?? []),
  });
  const awaited = computed(() => polls.value ?? []);
  const { defaultPrivacy, reportLink: linkTemplate } = preferences ?? INITIAL_PREFERENCES;
  const form = createReportForm({
    pageUrl,
    isPageUrlTooLong: (tab.url?.length ?? 0) > LONGEST_ADDRESS,
    isPrivateWindow: tab.isPrivate,
    defaultPrivacy,
    drafts: drafts ?? [],
    draftsItem,
    newId: () => crypto.randomUUID(),
    background,
  });
  const notice = signal<Notice | null>(null);
  // How a creation ends is told, whatever was pressed while it was under way.
  form.submission.subscribe(() => {
    notice.value = null;
  });
  const opened = createOpenedReport({ background, awaited });
  return {
    service: baseUrl,
    form,
    notice,
    submissions: createReportSubmissions({ background, queue, form }),
    list: createReportList({
      stored: list,
      deletions: deletions.pending,
      query,
      queryItem,
      read: (asked) => background.list(asked, tab.isPrivate),
    }),
    isListMemoryOnly,
    opened,
    history,
    deletions,
    duplicates: createDuplicateNotices({
      background,
      record: duplicates,
      pending: deletions.pending,
      removeReport: deletions.remove,
    }),
    awaited,
    unreadable: createUnreadableWorkNotice({ background, count: unreadableCount }),
    async updateResults(report) {
      const outcome = await attempt(() => background.update(report, { results: 1 }));
      return hasFailed(outcome) ? outcome.failure : null;
    },
    linkOf: (report) => reportLink(report, linkTemplate, baseUrl),
  };
}

/** The list to show: of a private window its own, otherwise the newer of where it may be stored. */
async function openStoredList(id: string, isPrivateWindow: boolean) {
  if (isPrivateWindow) {
    return { list: await storedSignal(items.privateList(id)), isListMemoryOnly: signal(false) };
  }
  const [onDisk, inMemory] = await Promise.all([
    storedSignal(items.list(id, 'local')),
    storedSignal(items.list(id, 'session')),
  ]);
  const isListMemoryOnly = computed(
    () => inMemory.value !== undefined && isNewer(inMemory.value, onDisk.value),
  );
  const list = computed(() => (isListMemoryOnly.value ? inMemory.value : onDisk.value));
  return { list, isListMemoryOnly };
}
