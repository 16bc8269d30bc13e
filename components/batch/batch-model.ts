import { computed, type ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { i18n } from '#i18n';
import type { PageBackground } from '@/components/app/background-in-use';
import type { FollowedState } from '@/components/app/followed-state';
import type { HistoryState } from '@/components/app/history-state';
import type { PageKernel } from '@/components/app/page-kernel';
import { createResource } from '@/components/app/resource';
import { documentCsv, type ExportDocument } from '@/components/export/document';
import { reportsDocument } from '@/components/export/reports-csv';
import { saveWorkbook } from '@/components/export/save-workbook';
import { isolated } from '@/components/text/isolation';
import type { Announce } from '@/components/text/messages/copy-message';
import { failureMessage } from '@/components/text/messages/failure-message';
import { followedSignal } from '@/components/ui/state/stored-signal';
import { watchStored } from '@/lib/browser/browser-storage';
import { saveCsv } from '@/lib/browser/download';
import { hasPermission, requestHostPermission, requestPermission } from '@/lib/browser/permissions';
import { tabAddresses } from '@/lib/browser/tabs';
import { accountFacts } from '@/lib/connection/account-facts';
import { storingRequestedHosts } from '@/lib/connection/requested-hosts';
import { deletedReportsItem } from '@/lib/jobs/job-items';
import type { JobLine } from '@/lib/jobs/types';
import type { PageMute } from '@/lib/report/mutes';
import type { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import { hasFailed } from '@/lib/result';
import { batchName } from './batch-name';
import { createBatchPreview } from './preview/preview-state';
import { resultRows } from './run/result-rows';
import { createBatchResult } from './run/result-state';
import { createBatchSource } from './source/source-state';

const MAX_ROWS = 50_000;
/** Limit for private batches: all private jobs share the ten megabytes of `storage.session`. */
const MAX_PRIVATE_ROWS = 2_000;

/** Maximum time for which a preview waits for a slow service. */
const LONGEST_WAIT_MS = 1_000;

interface BatchModelTools {
  background: PageBackground;
  commands: PageKernel['commands'];
  createJob: PageKernel['createJob'];
  connectionId: string;
  state: FollowedState;
  /** Id of the open batch; null if none is open. */
  openId: ReadonlySignal<string | null>;
  reportAt: HistoryState['reportAt'];
  isPrivate: boolean;
  defaultPrivacy: ReadonlySignal<Privacy>;
  /** Ids of the selected tabs when the popup opened this page; empty for none. */
  tabsFromPopup: readonly number[];
  /** Returns the host of the shown client or of the current page; empty without either. */
  likelySite(): string;
  linkOf(report: Report): string | null;
  /** Returns the mutes of a report's page; none until read. */
  mutesOf(report: Report): readonly PageMute[];
  /** Reads the newest reports, once. The preview marks the pages of these reports as reported. */
  openList(): Promise<unknown>;
  /** Returns how many of all reports a preview is compared with; null for all. */
  comparedWith(): { read: number; total: number } | null;
  /** Shows a batch. A new batch replaces the form. */
  onShow(batchId: string, isNew: boolean): void;
  announce: Announce;
}

/** The start of the names of files. */
const FILE_NAME = 'reports';

export type BatchModel = ReturnType<typeof createBatchModel>;

export function createBatchModel(tools: BatchModelTools) {
  const { background, connectionId, state, isPrivate, tabsFromPopup, linkOf, onShow, announce } =
    tools;
  const pause = (milliseconds = 0) =>
    new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
  const preview = createBatchPreview({
    background,
    connectionId,
    commands: tools.commands,
    createJob: tools.createJob,
    defaultPrivacy: tools.defaultPrivacy,
    maxRows: isPrivate ? MAX_PRIVATE_ROWS : MAX_ROWS,
    ready: () => Promise.race([tools.openList(), pause(LONGEST_WAIT_MS)]),
    likelySite: tools.likelySite,
    pause: () => pause(),
    newId: () => crypto.randomUUID(),
    onAdded(id) {
      onShow(id, true);
      // The next batch begins with an empty text.
      source.enterText('');
    },
  });
  const source = createBatchSource({
    background,
    tabsFromPopup,
    tabAddresses,
    // Outside a press, a request rejects. The permission may exist already.
    requestTabs: () => requestPermission('tabs').catch(() => hasPermission('tabs')),
    requestHosts: (urls) => storingRequestedHosts(requestHostPermission)(...urls),
    onFound: (rows, isCut) => void preview.show(rows, isCut),
  });
  /**
   * Returns whether paths lack their site. If so, asks for the site first, because another reading
   * would drop the file.
   */
  function askForSite(): boolean {
    if (preview.lacksSite.value) preview.requireSite();
    return preview.lacksSite.value;
  }
  const accounts = createResource(() => background.getAccount(connectionId));
  /** Reports per month in the account's plan; null if unlimited, unknown, or not read yet. */
  const monthly = computed(() => {
    if (preview.preview.value === null) return null;
    const account = accounts.get(connectionId).value;
    const { reports } = account === undefined ? { reports: null } : accountFacts(account);
    return reports === Number.POSITIVE_INFINITY ? null : reports;
  });
  const deletedItem = deletedReportsItem(connectionId);
  const deleted = followedSignal(deletedItem);
  void deletedItem.read().then(
    (ids = []) => deleted.begin(ids),
    () => deleted.begin([]),
  );
  const result = createBatchResult({
    background,
    commands: tools.commands,
    connectionId,
    openId: tools.openId,
    backoff: state.backoff,
    deleting: state.deleting,
    deleted: deleted.value,
    batches: computed(() => state.queue.value.batches.filter(({ kind }) => kind === 'create')),
    reportAt: tools.reportAt,
    watch: watchStored,
    now: Date.now,
  });
  /** Removes a batch, and offers *Undo*. */
  async function removeBatch(line: JobLine): Promise<void> {
    if (!(await result.remove(line.id))) return;
    const onUndo = () => void restoreBatch(line.id);
    announce(i18n.t('batch.removed', [isolated(batchName(line))]), { onUndo });
  }

  async function restoreBatch(id: string): Promise<void> {
    const restored = await result.restore(id);
    if (hasFailed(restored)) {
      const onUndo = () => void restoreBatch(id);
      announce(failureMessage(restored.failure), { isFailure: true, onUndo });
    } else if (restored.value) announce(i18n.t('list.undone'));
    else announce(i18n.t('list.undoTooLate'), { isFailure: true });
  }

  /** Returns the result of the open batch, with the time of its creation in ISO 8601. */
  function openFile(): { document: ExportDocument; createdAt: string } | null {
    const line = result.line.value;
    if (line === undefined) return null;
    const { operations, reportOf, backoff } = result;
    const rows = resultRows(operations.value, reportOf, tools.mutesOf, backoff.value);
    return {
      document: reportsDocument(rows, linkOf),
      createdAt: new Date(line.createdAt).toISOString(),
    };
  }

  return {
    source,
    preview,
    result,
    linkOf,
    comparedWith: tools.comparedWith,
    monthly,
    /**
     * Previews the entered list, unless a field lacks its input.
     * @returns the field that lacks its input; null for none
     */
    previewList(): 'site' | 'addresses' | null {
      if (askForSite()) return 'site';
      void source.readList();
      return source.problem.value?.kind === 'noText' ? 'addresses' : null;
    },
    /**
     * Previews the entered sitemap, unless a field lacks its input. Must be called in the handler of a
     * press.
     * @returns the field that lacks its input; null for none
     */
    previewSitemap(): 'site' | 'sitemap' | null {
      if (askForSite()) return 'site';
      void source.readSitemap();
      return source.problem.value?.kind === 'address' ? 'sitemap' : null;
    },
    removeBatch,
    show: (batchId: string): void => onShow(batchId, false),
    /** Previews addresses that were chosen elsewhere on the page, all switched on. */
    async previewAddresses(addresses: readonly string[]): Promise<void> {
      source.choose('list');
      source.enterText(addresses.join('\n'));
      const rows = addresses.map((text) => ({ text }));
      await preview.show(rows, false, true);
    },
    /** Saves the result of the open batch as a CSV file. */
    download(): void {
      const file = openFile();
      if (file !== null) saveCsv(documentCsv(file.document), FILE_NAME, file.createdAt);
    },
    /** Saves the result of the open batch as an XLSX file. */
    async downloadWorkbook(): Promise<void> {
      const file = openFile();
      if (file !== null) await saveWorkbook(file.document, FILE_NAME, file.createdAt);
    },
  };
}

/** The batch model, for its views. */
export const BatchContext = createContext<BatchModel | null>(null);

export function useBatch(): BatchModel {
  const batch = useContext(BatchContext);
  if (batch === null) throw new Error('useBatch() needs a BatchContext around the view.');
  return batch;
}
