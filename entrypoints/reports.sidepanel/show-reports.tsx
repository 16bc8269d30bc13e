import { computed } from '@preact/signals';
import { render } from 'preact';
import { i18n } from '#i18n';
import { StoreFailure } from '@/components/connection/store-failure';
import { formPageOf } from '@/components/form/form-page';
import { Reports } from '@/components/reports/reports';
import type { ReportsPage } from '@/components/reports/reports-page';
import { copyableAddress, reportAddress } from '@/components/text/report-name';
import { labelDocument } from '@/components/ui/document-label';
import { storedSignal } from '@/components/ui/state/stored-signal';
import type { BackgroundApi } from '@/lib/background/background-api';
import { copyText } from '@/lib/browser/clipboard';
import { saveCsv } from '@/lib/browser/download';
import { remote } from '@/lib/browser/messages';
import { hasPermission, onPermissionsChanged } from '@/lib/browser/permissions';
import { openOptionsPage } from '@/lib/browser/runtime';
import { openSidePanel, ownTabId } from '@/lib/browser/side-panel';
import { createTabWatch } from '@/lib/browser/tab-watch';
import { activeTab, openBulkPage, openReportsPage, openTab } from '@/lib/browser/tabs';
import { connectionItem } from '@/lib/connection/connection-items';
import { INITIAL_PREFERENCES } from '@/lib/settings/preferences';
import { preferencesItem } from '@/lib/settings/settings-items';
import { handedAddresses } from '@/lib/source/source-items';
import { openConnectedReports } from './connected-reports';

const background = remote<BackgroundApi>();

/** What the page's address says: the host of the page from which it was opened. */
const given = new URLSearchParams(location.hash.slice(1));

labelDocument(i18n.t('reports.title'));
try {
  await openReports();
} catch {
  render(<StoreFailure />, document.body);
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

  const page: ReportsPage | null = connection
    ? await openConnectedReports(
        connection,
        {
          ...{ linkTemplate, site, saveCsv, keeping, defaultPrivacy, formPage },
          isPanel: tabId === undefined,
        },
        background,
      )
    : null;

  render(
    <Reports
      page={page}
      onOpenSettings={(field) => void openOptionsPage(field)}
      onCopy={copyText}
      onOpenPage={(url) => void openTab(url)}
      onReportMany={() => void openBulkPage('')}
      onOpenBatch={(id) => void openBulkPage(`batch=${id}`)}
      onReportAgain={async (reports) => {
        const addresses = reports.filter(({ url }) => url !== null).map(reportAddress);
        await handedAddresses.write(addresses.map(copyableAddress));
        await openBulkPage('addresses');
      }}
      onSaveCsv={saveCsv}
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
