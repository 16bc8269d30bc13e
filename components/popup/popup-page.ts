import type { ReadonlySignal } from '@preact/signals';
import type { FollowedState } from '@/components/app/followed-state';
import { createPage, type PageActions } from '@/components/app/page-state';
import { draftItem, type FormDraft, formPageOf } from '@/components/form/form-draft';
import { rememberQuery } from '@/components/list/list-query';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Tab } from '@/lib/browser/tabs';
import type { Connection } from '@/lib/connection/connection';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import type { Preferences } from '@/lib/settings/preferences';

interface Opening {
  state: FollowedState;
  connection: Connection;
  background: BackgroundApi;
  actions: PageActions;
  preferences: ReadonlySignal<Preferences>;
  firstPaint: Promise<unknown>;
  /** The page in front; in a tab of the popup's own the page that its form was handed over with. */
  tab: Tab;
  isInTab: boolean;
  /** What the form was filled in with elsewhere. */
  given: Pick<FormDraft, 'url' | 'privacy'> | undefined;
  /** What was half-filled last, and what the list was asked for. */
  lastDraft: FormDraft | undefined;
  lastQuery: ReportQuery;
}

/** Makes the model of a popup of a connection. */
export function openPopupPage(opening: Opening) {
  const { state, connection, background, actions, preferences, tab, isInTab, given } = opening;
  const { isPrivate } = tab;
  const formPage = formPageOf(tab);
  const pageUrl = formPage.url;
  // Private windows remember nothing of what is typed, chosen or searched for.
  const { lastDraft } = opening;
  const ownDraft = !isPrivate && lastDraft?.page === (pageUrl ?? '') ? lastDraft : undefined;
  return createPage({
    ...{ state, connection, background, actions, isPrivate, hasForm: true },
    query: isPrivate ? RECENT_REPORTS_QUERY : opening.lastQuery,
    remember: isPrivate ? () => {} : rememberQuery,
    siteUrl: isPrivate ? null : pageUrl,
    formPage: isInTab && tab.url === undefined ? null : formPage,
    draft: isInTab ? given : ownDraft,
    draftItem: isPrivate || isInTab ? undefined : draftItem,
    preferences,
    firstPaint: opening.firstPaint,
  });
}
