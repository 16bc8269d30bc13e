import { computed, effect } from '@preact/signals';
import { render } from 'preact';
import { i18n } from '#i18n';
import { Bulk } from '@/components/bulk/bulk';
import { createBatchPreview } from '@/components/bulk/preview/preview-state';
import { resultRows } from '@/components/bulk/run/result-rows';
import { createBatchResult } from '@/components/bulk/run/result-state';
import { createBatchSource } from '@/components/bulk/source/source-state';
import { StoreFailure } from '@/components/connection/store-failure';
import { openArchive } from '@/components/page/archive-state';
import { openFront } from '@/components/page/followed-front';
import { askedFrom } from '@/components/page/private-window';
import { reportsCsv } from '@/components/report/reports-csv';
import { labelDocument } from '@/components/ui/document-label';
import { reportedPages } from '@/lib/archive/reported-pages';
import type { BackgroundApi } from '@/lib/background/background-api';
import { copyText } from '@/lib/browser/clipboard';
import { saveCsv } from '@/lib/browser/download';
import { remote } from '@/lib/browser/messages';
import {
  hasPermission,
  onPermissionsChanged,
  requestHostPermission,
  requestPermission,
} from '@/lib/browser/permissions';
import { openOptionsPage } from '@/lib/browser/runtime';
import { watchStored } from '@/lib/browser/storage-changes';
import { activeTab, tabAddresses } from '@/lib/browser/tabs';
import type { Report } from '@/lib/report/report';
import { reportLink } from '@/lib/report/report-link';
import { NEWEST_QUERY } from '@/lib/report/report-query';
import { INITIAL_PREFERENCES } from '@/lib/settings/preferences';
import { preferencesItem } from '@/lib/settings/settings-items';
import { handedAddresses } from '@/lib/source/source-items';

const background = remote<BackgroundApi>();

/** What is kept in memory shares a store of ten megabytes with all that pages see. */
const MOST_ROWS = { disk: 50_000, memory: 2_000 };

/** A preview does not wait longer for a service that is slow. */
const LONGEST_WAIT_MS = 1_000;

/** What the page's address says: the tabs to begin with, or the batch to show. */
const given = new URLSearchParams(location.hash.slice(1));

labelDocument(i18n.t('popup.reportMany'));
try {
  await openBulk();
} catch {
  render(<StoreFailure />, document.body);
}

/** Shows the page. Rejects where nothing stored can be read. */
async function openBulk(): Promise<void> {
  const [{ stored, ...front }, { keeping }] = await Promise.all([
    openFront([preferencesItem], background.prepare),
    activeTab(),
  ]);
  const connection = front.connection.peek();
  // What is previewed is about the connection that stood.
  effect(() => {
    if (front.connection.value?.id !== connection?.id) location.reload();
  });
  let seesTabs = await hasPermission('tabs');
  onPermissionsChanged(async () => {
    seesTabs = await hasPermission('tabs');
  });
  const { defaultPrivacy, reportLink: linkTemplate } =
    stored(preferencesItem) ?? INITIAL_PREFERENCES;
  const result = connection
    ? createBatchResult({
        background,
        connectionId: connection.id,
        batches: computed(() => front.view.value.batches.filter(({ kind }) => kind === 'create')),
        gate: front.gate,
        watch: watchStored,
        reportAt: openArchive(connection.id).reportAt,
        now: Date.now,
      })
    : null;
  const show = (id: string | null) => {
    result?.open(id);
    history.replaceState(null, '', id === null ? location.pathname : `#batch=${id}`);
  };
  const asked = given.get('batch');
  // What is previewed is compared with it.
  const listed =
    connection && asked === null ? background.list(NEWEST_QUERY).catch(() => {}) : undefined;
  const pause = (milliseconds = 0) =>
    new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
  const preview = createBatchPreview({
    background: askedFrom(background, keeping),
    defaultPrivacy,
    most: MOST_ROWS[keeping],
    async reported() {
      // The tabs that the popup hands over are previewed at once.
      await Promise.race([listed, pause(LONGEST_WAIT_MS)]);
      return reportedPages(connection?.id ?? '');
    },
    pause: () => pause(),
    newId: () => crypto.randomUUID(),
    onAdded(id) {
      show(id);
      // The next list does not begin with this one.
      source.enterText('');
    },
  });
  const source = createBatchSource({
    background,
    handedTabs: (given.get('tabs') ?? '').split(',').filter(Boolean).map(Number),
    // Without a question where it is allowed already.
    requestTabs: () => (seesTabs ? hasPermission('tabs') : requestPermission('tabs')),
    requestHosts: (urls) => requestHostPermission(...urls),
    tabAddresses,
    onFound: (texts, isCut) => void preview.show(texts, isCut),
  });
  const linkOf = (report: Report) =>
    connection ? reportLink(report, linkTemplate, connection.baseUrl) : null;
  function download(): void {
    const line = result?.line.value;
    if (!result || !line) return;
    const rows = resultRows(line, result.entries.value, { gate: result.gate.value });
    saveCsv(reportsCsv(rows, linkOf), 'reports', line.askedAt);
  }

  /** Previews what another page has handed over, all of it to be reported; once. */
  async function takeAddresses(): Promise<void> {
    const addresses = (await handedAddresses.read()) ?? [];
    await handedAddresses.remove();
    if (addresses.length === 0) return;
    source.choose('list');
    source.enterText(addresses.join('\n'));
    await preview.show(addresses, false);
    preview.switchShown(true);
  }

  if (asked !== null) show(asked);
  render(
    <Bulk
      service={connection?.baseUrl ?? null}
      source={source}
      preview={preview}
      result={result}
      onShow={show}
      linkOf={linkOf}
      onDownload={download}
      onOpenSettings={() => void openOptionsPage()}
      onCopy={copyText}
    />,
    document.body,
  );
  if (connection && given.has('addresses')) await takeAddresses();
  if (connection && seesTabs && source.handedTabs.length > 0) {
    void source.takeTabs(source.handedTabs);
  }
}
