import { effect, signal } from '@preact/signals';
import { render } from 'preact';
import { i18n } from '#i18n';
import { StoreFailure } from '@/components/connection/store-failure';
import { formPageOf } from '@/components/form/form-page';
import { openFront } from '@/components/page/followed-front';
import { Reports } from '@/components/reports/reports';
import { copyableAddress, reportAddress } from '@/components/text/report-name';
import { labelDocument } from '@/components/ui/document-label';
import type { BackgroundApi } from '@/lib/background/background-api';
import { copyText } from '@/lib/browser/clipboard';
import { saveCsv } from '@/lib/browser/download';
import { remote } from '@/lib/browser/messages';
import { hasPermission, onPermissionsChanged } from '@/lib/browser/permissions';
import { openOptionsPage } from '@/lib/browser/runtime';
import { openSidePanel, ownTabId } from '@/lib/browser/side-panel';
import { createTabWatch } from '@/lib/browser/tab-watch';
import { activeTab, offersPages, openBulkPage, openReportsPage, openTab } from '@/lib/browser/tabs';
import { INITIAL_PREFERENCES } from '@/lib/settings/preferences';
import { preferencesItem } from '@/lib/settings/settings-items';
import { handedAddresses } from '@/lib/source/source-items';
import { createReportsPage } from './connected-reports';

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
  const [{ stored, ...front }, tabId, { keeping, formPage }] = await Promise.all([
    openFront([preferencesItem], background.prepare),
    ownTabId(),
    tabInFront(),
  ]);
  const connection = front.connection.peek();
  const preferences = stored(preferencesItem) ?? INITIAL_PREFERENCES;
  // The panel may stay open for days.
  const defaultPrivacy = signal(preferences.defaultPrivacy);
  preferencesItem.watch((changed = INITIAL_PREFERENCES) => {
    defaultPrivacy.value = changed.defaultPrivacy;
  });
  const site = given.get('site');
  const page =
    connection &&
    createReportsPage({
      ...{ front, connection, background, keeping, site, formPage, defaultPrivacy, saveCsv },
      isPanel: tabId === undefined,
      linkTemplate: preferences.reportLink,
    });

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
      offersPages={offersPages(keeping)}
      elsewhere={
        tabId === undefined
          ? { place: 'tab', onOpen: () => void openReportsPage(site) }
          : { place: 'panel', onOpen: () => void openSidePanel(tabId) }
      }
    />,
    document.body,
  );
  // What is shown is of the connection that stood.
  effect(() => {
    if (front.connection.value?.id !== connection?.id) location.reload();
  });
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
