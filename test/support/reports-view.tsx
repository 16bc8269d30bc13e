import { type Signal, signal } from '@preact/signals';
import { vi } from 'vitest';
import { backgroundInUse } from '@/components/app/background-in-use';
import { openSharedState } from '@/components/app/followed-state';
import { createPageServices } from '@/components/app/services-state';
import { Reports } from '@/components/reports/reports';
import { createReportsPage } from '@/components/reports/reports-page';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Route } from '@/lib/browser-ui/reports-request';
import type { Connection } from '@/lib/connection/connection';
import type { Report } from '@/lib/report/report';
import { INITIAL_AGENCY } from '@/lib/settings/agency';
import { INITIAL_PREFERENCES, type Preferences, preferencesItem } from '@/lib/settings/preferences';
import type { NewestReports } from '@/lib/shared-state/shared-items';
import { connectPage, type FakeBackground, fakeBackground, pageActions } from './page-view';
import { draw } from './view';

interface ReportsOptions {
  background?: FakeBackground;
  reports?: readonly Report[];
  /** Fields of the stored newest list; by default, it has all reports. */
  newest?: Partial<NewestReports>;
  /** By default, the list, or the route in the tab's history entry. */
  route?: Route;
  /** The host of the web page in the active tab. */
  site?: string;
  isPanel?: boolean;
  isNarrow?: boolean;
  hasTabs?: boolean;
  isPrivate?: boolean;
  comparedSince?: Preferences['comparedSince'];
  /** Ids of the selected tabs; by default none. */
  tabsFromPopup?: readonly number[];
}

/** Draws *All reports*, by default with a fake background. */
export async function drawReports(options: ReportsOptions = {}) {
  const { background = fakeBackground({}, options.reports), isPanel = false } = options;
  const isNarrow = signal(options.isNarrow ?? false);
  const hasTabsPermission = signal(options.hasTabs ?? true);
  const requestTabs = vi.fn(() => {
    hasTabsPermission.value = true;
  });
  const connection = await connectPage(options.reports, options.newest);
  const drawn = await drawReportsOf({
    background,
    connection,
    isPanel,
    isNarrow,
    hasTabsPermission,
    requestTabs,
    site: options.site,
    route: options.route,
    isPrivate: options.isPrivate,
    comparedSince: options.comparedSince,
    tabsFromPopup: options.tabsFromPopup,
  });
  return { ...drawn, background, isNarrow, requestTabs };
}

interface ReportsContext {
  background: BackgroundApi;
  connection: Connection;
  /** The host of the web page in the active tab. */
  site?: string | undefined;
  isPanel?: boolean;
  isNarrow?: Signal<boolean>;
  hasTabsPermission?: Signal<boolean>;
  requestTabs?: () => void;
  comparedSince?: Preferences['comparedSince'] | undefined;
  route?: Route | undefined;
  isPrivate?: boolean | undefined;
  tabsFromPopup?: readonly number[] | undefined;
}

/** Draws *All reports* for a connection that is already stored. */
export async function drawReportsOf({ background, connection, ...options }: ReportsContext) {
  const { isPanel = false, isNarrow = signal(false), hasTabsPermission = signal(true) } = options;
  const { requestTabs = () => {} } = options;
  const { stored, ...state } = await openSharedState([], () => background.prepare(), {
    follows: 'firstConnection',
  });
  const actions = { ...pageActions(), onPrint: vi.fn() };
  const openTab = vi.fn();
  const { comparedSince = 'before' } = options;
  const preferences = signal<Preferences>({
    ...INITIAL_PREFERENCES,
    ...(await preferencesItem.read()),
    comparedSince,
  });
  const page = createReportsPage({
    agency: signal(INITIAL_AGENCY),
    state,
    connection,
    actions,
    background: backgroundInUse(background, state.isInUse),
    isPrivate: options.isPrivate ?? false,
    site: options.site ?? null,
    tabsFromPopup: options.tabsFromPopup ?? [],
    route: options.route ?? null,
    openTab,
    preferences,
    isNarrow,
    hasTabsPermission,
    requestTabs,
    formPage: null,
    firstPaint: Promise.resolve(),
    hasForm: isPanel,
  });
  const onOpen = vi.fn();
  const goToInUse = vi.fn();
  const { register } = state;
  draw(
    <Reports
      page={page}
      services={createPageServices({ background, register, firstInUse: connection, goToInUse })}
      onOpenSettings={actions.onOpenSettings}
      elsewhere={{ place: isPanel ? 'tab' : 'panel', onOpen }}
    />,
  );
  return { page, actions, openTab, preferences, goToInUse };
}
