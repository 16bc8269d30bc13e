import { render } from 'preact';
import { Popup } from '@/components/popup/popup';
import type { BackgroundOffer } from '@/lib/background/offer';
import { copyText } from '@/lib/browser/clipboard';
import { connectionItem, draftsItem, preferencesItem, recentReportsItem } from '@/lib/browser/kept';
import { labelDocument } from '@/lib/browser/language';
import { remote } from '@/lib/browser/messages';
import { openOptionsPage } from '@/lib/browser/runtime';
import { activeTabUrl } from '@/lib/browser/tabs';
import { INITIAL_PREFERENCES } from '@/lib/model/preferences';
import { reportablePageUrl } from '@/lib/model/report-url';
import { createOpenedReport } from '@/lib/state/opened-report';
import { createRecentList } from '@/lib/state/recent-list';
import { createReportForm } from '@/lib/state/report-form';

const background = remote<BackgroundOffer>();

async function openPopup() {
  const [connection, preferences, drafts, tabUrl] = await Promise.all([
    connectionItem.read(),
    preferencesItem.read(),
    draftsItem.read(),
    activeTabUrl(),
  ]);
  if (connection === undefined) return null;
  const item = recentReportsItem(connection.id);
  return {
    form: createReportForm({
      pageUrl: reportablePageUrl(tabUrl),
      defaultPrivacy: (preferences ?? INITIAL_PREFERENCES).defaultPrivacy,
      drafts: drafts ?? [],
      draftsItem,
      create: background.create,
    }),
    list: createRecentList({ stored: await item.read(), item, list: background.list }),
    opened: createOpenedReport(background.get),
  };
}

labelDocument();
const connected = await openPopup();
render(
  <Popup connected={connected} onOpenSettings={openSettings} onCopy={copyText} />,
  document.body,
);
void connected?.list.refresh();
// A popup that was opened before a change of connection would show another service's reports.
connectionItem.watch(() => location.reload());

async function openSettings(): Promise<void> {
  await openOptionsPage();
  window.close();
}
