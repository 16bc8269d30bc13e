import { type ReadonlySignal, signal } from '@preact/signals';
import type { FollowedState } from '@/components/app/followed-state';
import { createPageKernel } from '@/components/app/page-kernel';
import { createRoutes, type RouteWindow } from '@/components/app/route';
import { draftItem, type FormDraft, formPageOf } from '@/components/form/form-draft';
import { rememberQuery } from '@/components/list/list-query';
import { leaveLostRoute } from '@/components/page/lost-route';
import { createPage, type PageActions } from '@/components/page/page-state';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Tab } from '@/lib/browser/tabs';
import type { PopupRequest } from '@/lib/browser-ui/popup-request';
import { type Route, routeTo } from '@/lib/browser-ui/reports-request';
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
  /** The current tab. For a popup in its own tab, the page of the draft in `request`. */
  tab: Tab;
  isInTab: boolean;
  window: RouteWindow;
  /** Why the extension has opened the popup in its own tab; undefined for other popups. */
  request: PopupRequest | undefined;
  /** The last half-filled form and the last query of the list. */
  lastDraft: FormDraft | undefined;
  lastQuery: ReportQuery;
}

const LIST = routeTo({ name: 'list' });

/**
 * Reads a stored route of a popup. A schema is unnecessary, because a popup shows only the list or
 * a report.
 */
function parsedRoute(stored: unknown): Route | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { reportId } = stored as { reportId?: unknown };
  if (reportId !== null && typeof reportId !== 'string') return null;
  return { ...LIST, reportId };
}

export function openPopupPage(opening: Opening) {
  const { state, connection, background, actions, preferences, tab, isInTab } = opening;
  const { request, firstPaint, window } = opening;
  const report = request?.kind === 'report' ? request.report : null;
  const { isPrivate } = tab;
  const formPage = formPageOf(tab);
  const pageUrl = formPage.url;
  // Private windows remember no input, choice or search.
  const { lastDraft } = opening;
  const requestedDraft = request?.kind === 'draft' ? request : undefined;
  const ownDraft = !isPrivate && lastDraft?.page === (pageUrl ?? '') ? lastDraft : undefined;
  const kernel = createPageKernel({ state, connection, background, isPrivate, firstPaint });
  if (report !== null) kernel.reports.addShown(report);
  const routes = createRoutes(window, {
    connectionId: connection.id,
    first: request === undefined ? null : { ...LIST, reportId: report?.id ?? null },
    parse: parsedRoute,
    // The toolbar popup has no hash.
    hashOf: (kind) => (isInTab ? `#${kind || 'list'}` : ''),
    hasOneEntry: !isInTab,
  });
  const page = createPage(kernel, {
    actions,
    routes,
    hasForm: true,
    query: signal(isPrivate ? RECENT_REPORTS_QUERY : opening.lastQuery),
    remember: isPrivate ? () => {} : (query) => rememberQuery(connection.id, query),
    siteUrl: isPrivate ? null : pageUrl,
    formPage: isInTab && tab.url === undefined ? null : formPage,
    draft: isInTab ? requestedDraft : ownDraft,
    draftItem: isPrivate || isInTab ? undefined : draftItem(connection.id),
    preferences,
  });
  leaveLostRoute(page);
  return page;
}
