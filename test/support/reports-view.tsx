import { type Signal, signal } from '@preact/signals';
import { vi } from 'vitest';
import { openSharedState } from '@/components/app/followed-state';
import { Reports } from '@/components/reports/reports';
import { createReportsPage } from '@/components/reports/reports-page';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Route } from '@/lib/browser-ui/reports-request';
import type { Connection } from '@/lib/connection/connection';
import type { Report } from '@/lib/report/report';
import { INITIAL_PREFERENCES, type Preferences } from '@/lib/settings/preferences';
import { connectPage, type FakeBackground, fakeBackground, pageActions } from './page-view';
import { draw } from './view';

interface Opening {
  background?: FakeBackground;
  reports?: readonly Report[];
  /** The default is the list, or the route of the tab's history entry. */
  route?: Route;
  /** The host of the page in front. */
  site?: string;
  isPanel?: boolean;
  isNarrow?: boolean;
  hasTabs?: boolean;
  isPrivate?: boolean;
  comparedSince?: Preferences['comparedSince'];
}

export async function drawReports(opening: Opening = {}) {
  const { background = fakeBackground({}, opening.reports), isPanel = false } = opening;
  const isNarrow = signal(opening.isNarrow ?? false);
  const seesTabs = signal(opening.hasTabs ?? true);
  const requestTabs = vi.fn(() => {
    seesTabs.value = true;
  });
  const connection = await connectPage(opening.reports);
  const drawn = await drawReportsOf({
    background,
    connection,
    isPanel,
    isNarrow,
    seesTabs,
    requestTabs,
    site: opening.site,
    route: opening.route,
    isPrivate: opening.isPrivate,
    comparedSince: opening.comparedSince,
  });
  return { ...drawn, background, isNarrow, requestTabs };
}

interface Stage {
  background: BackgroundApi;
  connection: Connection;
  /** The host of the page in front. */
  site?: string | undefined;
  isPanel?: boolean;
  isNarrow?: Signal<boolean>;
  seesTabs?: Signal<boolean>;
  requestTabs?: () => void;
  comparedSince?: Preferences['comparedSince'] | undefined;
  route?: Route | undefined;
  isPrivate?: boolean | undefined;
}

export async function drawReportsOf({ background, connection, ...options }: Stage) {
  const { isPanel = false, isNarrow = signal(false), seesTabs = signal(true) } = options;
  const { requestTabs = () => {} } = options;
  const { stored, ...state } = await openSharedState([], () => background.prepare());
  const actions = { ...pageActions(), onPrint: vi.fn() };
  const { comparedSince = 'before' } = options;
  const preferences = signal<Preferences>({ ...INITIAL_PREFERENCES, comparedSince });
  const page = createReportsPage({
    state,
    connection,
    actions,
    background,
    isPrivate: options.isPrivate ?? false,
    site: options.site ?? null,
    handedTabs: [],
    route: options.route ?? null,
    preferences,
    isNarrow,
    seesTabs,
    requestTabs,
    formPage: null,
    firstPaint: Promise.resolve(),
    hasForm: isPanel,
  });
  const onOpen = vi.fn();
  draw(
    <Reports
      page={page}
      onOpenSettings={actions.onOpenSettings}
      elsewhere={{ place: isPanel ? 'tab' : 'panel', onOpen }}
    />,
  );
  return { page, actions, preferences };
}
