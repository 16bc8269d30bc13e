import { computed, signal } from '@preact/signals';
import { draftItem, type FormDraft } from '@/components/form/form-draft';
import { formPageOf } from '@/components/form/form-page';
import { rememberQuery } from '@/components/list/remembered-query';
import { createArchiveState } from '@/components/page/archive-state';
import type { FollowedFront } from '@/components/page/followed-front';
import { createPage } from '@/components/page/page-state';
import type { ConnectedPopup } from '@/components/popup/popup-state';
import { archiveItems, archivePrefix } from '@/lib/archive/archive-items';
import { withoutReports } from '@/lib/archive/page-history';
import type { BackgroundApi } from '@/lib/background/background-api';
import { watchStored } from '@/lib/browser/storage-changes';
import type { Tab } from '@/lib/browser/tabs';
import type { Connection } from '@/lib/connection/connection';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import type { Preferences } from '@/lib/settings/preferences';
import { pageKey } from '@/lib/url/page-key';

interface Opening {
  front: FollowedFront;
  connection: Connection;
  background: BackgroundApi;
  preferences: Preferences;
  /** The page in front; in a tab of the popup's own the page that its form was handed over with. */
  tab: Tab;
  isInTab: boolean;
  /** What the form was filled in with elsewhere. */
  given: Pick<FormDraft, 'url' | 'privacy'> | undefined;
  /** What was half-filled last, and what the list was asked for. */
  lastDraft: FormDraft | undefined;
  lastQuery: ReportQuery;
}

/** Makes what the popup of a connection holds, with what is known of the page in front. */
export async function openConnectedPopup(opening: Opening): Promise<ConnectedPopup> {
  const { front, connection, background, preferences, tab, isInTab, given } = opening;
  const { keeping } = tab;
  const formPage = formPageOf(tab);
  const pageUrl = formPage.url;
  // Private windows remember nothing of what is typed, chosen or searched for.
  const isKept = keeping === 'disk';
  const { lastDraft } = opening;
  const ownDraft = isKept && lastDraft?.page === (pageUrl ?? '') ? lastDraft : undefined;
  const archive = createArchiveState({
    readValues: archiveItems.values(connection.id).read,
    watchValues: (onChange) => watchStored(archivePrefix(connection.id), onChange),
  });
  const page = pageKey(pageUrl ?? '');
  if (page !== '') await archive.read(page);
  const model = createPage({
    ...{ front, connection, background, keeping },
    query: isKept ? opening.lastQuery : RECENT_REPORTS_QUERY,
    remember: isKept ? rememberQuery : () => {},
    siteUrl: isKept ? pageUrl : null,
    formPage: isInTab && tab.url === undefined ? null : formPage,
    draft: isInTab ? given : ownDraft,
    draftItem: isKept && !isInTab ? draftItem : undefined,
    defaultPrivacy: signal(preferences.defaultPrivacy),
    linkTemplate: preferences.reportLink,
  });
  const openPage = computed(() => {
    const url = model.reportState.open.value?.report.url;
    return url ? pageKey(url) : undefined;
  });
  return {
    ...model,
    // A report that is being deleted is out of sight, as it is in the list.
    history: computed(() => {
      const history = archive.historyOf(page);
      return history && withoutReports(history, front.deleting.value);
    }),
    pastResults: computed(
      () => (openPage.value && archive.historyOf(openPage.value)?.results) || [],
    ),
  };
}
