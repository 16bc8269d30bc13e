import { computed } from '@preact/signals';
import { render } from 'preact';
import { i18n } from '#i18n';
import { StoreFailure } from '@/components/connection/store-failure';
import { formPageOf } from '@/components/form/form-page';
import { Reports } from '@/components/reports/reports';
import type { ReportsPage } from '@/components/reports/reports-page';
import type { ExportKind } from '@/components/reports/take-along/export-state';
import { reportsCsv } from '@/components/reports/take-along/reports-csv';
import { copyableAddress, reportAddress } from '@/components/text/report-name';
import { labelDocument } from '@/components/ui/document-label';
import { storedSignal } from '@/components/ui/state/stored-signal';
import type { BackgroundApi } from '@/lib/background/background-api';
import { copyLater, copyText } from '@/lib/browser/clipboard';
import { saveFile } from '@/lib/browser/download';
import { remote } from '@/lib/browser/messages';
import { hasPermission, onPermissionsChanged } from '@/lib/browser/permissions';
import { openOptionsPage } from '@/lib/browser/runtime';
import { openSidePanel, ownTabId } from '@/lib/browser/side-panel';
import { createTabWatch } from '@/lib/browser/tab-watch';
import { activeTab, openBulkPage, openReportsPage, openTab } from '@/lib/browser/tabs';
import { connectionItem } from '@/lib/connection/connection-items';
import type { Report } from '@/lib/report/report';
import { INITIAL_PREFERENCES } from '@/lib/settings/preferences';
import { preferencesItem } from '@/lib/settings/settings-items';
import { reportJson } from '@/lib/source/report-json';
import { handedAddresses } from '@/lib/source/source-items';
import { openConnectedReports } from './connected-reports';

const background = remote<BackgroundApi>();

/** What the page's address says: the host of the page from which it was opened. */
const given = new URLSearchParams(location.hash.slice(1));

labelDocument(i18n.t('reports.title'));
try {
  await openReports();
} catch {
  render(
    <main>
      <StoreFailure onRetry={() => location.reload()} />
    </main>,
    document.body,
  );
}

/** Shows the page. Rejects where nothing stored can be read. */
async function openReports(): Promise<void> {
  const [connection, stored, tabId, { keeping, formPage }] = await Promise.all([
    connectionItem.read(),
    storedSignal(preferencesItem),
    ownTabId(),
    tabInFront(),
  ]);
  // What is shown is of the connection that stood.
  connectionItem.watch(() => location.reload());
  const preferences = computed(() => stored.value ?? INITIAL_PREFERENCES);
  const { reportLink: linkTemplate } = preferences.value;
  // The panel may stay open for days.
  const defaultPrivacy = computed(() => preferences.value.defaultPrivacy);
  const site = given.get('site');

  const save = (text: string, name: string, type: 'csv' | 'json') =>
    saveFile(
      text,
      `${name}-${new Date().toISOString().slice(0, 10)}.${type}`,
      type === 'csv' ? 'text/csv' : 'application/json',
    );
  const page: ReportsPage | null = connection
    ? await openConnectedReports(
        connection,
        {
          ...{ linkTemplate, site, saveReports, keeping, defaultPrivacy, formPage },
          isPanel: tabId === undefined,
        },
        background,
      )
    : null;

  function saveReports(kind: ExportKind, reports: readonly Report[]): void {
    if (page === null) return;
    const { service, linkOf } = page;
    const exportedAt = new Date().toISOString();
    const text =
      kind === 'csv'
        ? reportsCsv(reports, linkOf)
        : reportJson(reports, { service, exportedAt }, linkOf);
    save(text, 'reports', kind);
  }

  render(
    <Reports
      page={page}
      onOpenSettings={(field) => void openOptionsPage(field)}
      onCopy={copyText}
      onCopyLater={copyLater}
      onOpenPage={(url) => void openTab(url)}
      onReportMany={() => void openBulkPage('')}
      onOpenBatch={(id) => void openBulkPage(`batch=${id}`)}
      onReportAgain={async (reports) => {
        const addresses = reports.filter(({ url }) => url !== null).map(reportAddress);
        await handedAddresses.write(addresses.map(copyableAddress));
        await openBulkPage('addresses');
      }}
      onSaveCsv={(csv, name) => save(csv, name, 'csv')}
      elsewhere={
        tabId === undefined
          ? { place: 'tab', onOpen: () => void openReportsPage(site) }
          : { place: 'panel', onOpen: () => void openSidePanel(tabId) }
      }
    />,
    document.body,
  );
  if (page === null) return;
  void page.list.refresh();
  const { form } = page;
  if (form !== null) {
    const follow = async () => form.follow((await tabInFront()).formPage);
    createTabWatch(() => void follow());
    onPermissionsChanged(() => void follow());
    void follow();
  }
}

/** How what the window asks for is kept, and the page in front, where a person has allowed tabs. */
async function tabInFront() {
  const [tab, seesTabs] = await Promise.all([activeTab(), hasPermission('tabs')]);
  return { keeping: tab.keeping, formPage: seesTabs ? formPageOf(tab) : null };
}
