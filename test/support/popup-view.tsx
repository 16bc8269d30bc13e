import { signal } from '@preact/signals';
import { vi } from 'vitest';
import { openSharedState } from '@/components/app/followed-state';
import { createPageServices } from '@/components/app/services-state';
import { Popup } from '@/components/popup/popup';
import { openPopupPage } from '@/components/popup/popup-page';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Tab } from '@/lib/browser/tabs';
import type { Connection } from '@/lib/connection/connection';
import type { RecentOperation } from '@/lib/jobs/types';
import type { Report } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { INITIAL_PREFERENCES, type Preferences } from '@/lib/settings/preferences';
import {
  connectPage,
  type FakeBackground,
  fakeBackground,
  pageActions,
  publishQueue,
} from './page-view';
import { createTabHistory } from './tab-history';
import { draw } from './view';

export const ACTIVE_TAB_URL = 'https://host.example/';

interface PopupOptions {
  background?: FakeBackground;
  reports?: readonly Report[];
  recentOperations?: readonly RecentOperation[];
  isPrivate?: boolean;
  comparedSince?: Preferences['comparedSince'];
}

/** Draws the popup, by default with a fake background. */
export async function drawPopup(options: PopupOptions = {}) {
  const { background = fakeBackground({}, options.reports), isPrivate = false } = options;
  const connection = await connectPage(options.reports);
  const { recentOperations } = options;
  if (recentOperations) await publishQueue({ recentOperations });
  const drawn = await drawPopupOf({
    background,
    connection,
    tab: { id: 1, url: ACTIVE_TAB_URL, isPrivate },
    comparedSince: options.comparedSince,
  });
  return { ...drawn, background };
}

interface PopupContext {
  background: BackgroundApi;
  connection: Connection;
  tab: Tab;
  comparedSince?: Preferences['comparedSince'] | undefined;
}

/** Draws the popup for a connection that is already stored. */
export async function drawPopupOf({ background, connection, tab, ...preset }: PopupContext) {
  const { stored, ...state } = await openSharedState([], () => background.prepare());
  const actions = pageActions();
  const { comparedSince = INITIAL_PREFERENCES.comparedSince } = preset;
  const preferences = signal<Preferences>({ ...INITIAL_PREFERENCES, comparedSince });
  const page = openPopupPage({
    state,
    connection,
    background,
    actions,
    preferences,
    tab,
    isInTab: false,
    // A real popup has its own history. In a test, all extension pages share one document.
    window: createTabHistory('popup.html').tab,
    request: undefined,
    lastDraft: undefined,
    lastQuery: RECENT_REPORTS_QUERY,
    firstPaint: Promise.resolve(),
  });
  const onShowAll = vi.fn();
  const goToInUse = vi.fn();
  const { register } = state;
  draw(
    <Popup
      page={page}
      services={createPageServices({ background, register, firstInUse: connection, goToInUse })}
      defaultPrivacy={INITIAL_PREFERENCES.defaultPrivacy}
      selectedTabs={[]}
      canShowExtensionPages
      onOpenSettings={actions.onOpenSettings}
      onReportMany={() => {}}
      onShowAll={onShowAll}
    />,
  );
  return { page, actions, onShowAll, preferences, goToInUse };
}
