import { computed, effect, signal } from '@preact/signals';
import { render } from 'preact';
import { backgroundInUse } from '@/components/app/background-in-use';
import { openSharedState } from '@/components/app/followed-state';
import { createPageServices } from '@/components/app/services-state';
import { loadAddressCode } from '@/components/form/address-code';
import { formPageOf } from '@/components/form/form-draft';
import { loadReadyLines } from '@/components/ready/ready-lines';
import { painted } from '@/components/ui/state/painted';
import { followedSignal } from '@/components/ui/state/stored-signal';
import type { BackgroundApi } from '@/lib/background/background-api';
import { copyText } from '@/lib/browser/clipboard';
import {
  hasSidePanel,
  openOptionsPage,
  openReportsTab,
  openSidePanel,
  ownTabId,
} from '@/lib/browser/extension-pages';
import { hasPermission, onPermissionsChanged, requestPermission } from '@/lib/browser/permissions';
import { createTabWatch } from '@/lib/browser/tab-watch';
import { activeTab, openTab } from '@/lib/browser/tabs';
import { ownRequest } from '@/lib/browser-ui/connection-request';
import {
  createReportsOpener,
  type ReportsRequest,
  reportsRequestItem,
} from '@/lib/browser-ui/reports-request';
import { agencyItem, agencyWithPolicy } from '@/lib/settings/agency';
import { INITIAL_PREFERENCES, preferencesItem } from '@/lib/settings/preferences';
import { Reports } from './reports';
import { createReportsPage } from './reports-page';

/**
 * Shows *All reports*. Rejects if storage cannot be read.
 * @param token the end of the page's address: the token of a request, or any other text
 */
export async function openReports(background: BackgroundApi, token: string): Promise<void> {
  // The panel may stay open for days.
  const followed = followedSignal(preferencesItem);
  const preferences = computed(() => followed.value.value ?? INITIAL_PREFERENCES);
  const storedAgency = followedSignal(agencyItem);
  // The first paint shows no logo. If storage cannot be read, sheets have no logo.
  void agencyItem.read().then(storedAgency.begin, () => {});
  const [{ stored, ...state }, tabId, { isPrivate, formPage, ...tabs }] = await Promise.all([
    openSharedState([preferencesItem, reportsRequestItem(token)], background.prepare, {
      follows: 'firstConnection',
    }),
    ownTabId(),
    tabForForm(),
  ]);
  // Lines that appear after the first paint would move the table.
  if (state.headline.value || state.due.value.length > 0) await loadReadyLines();
  const connection = state.connection.value;
  followed.begin(stored(preferencesItem));
  const hasTabsPermission = signal(tabs.hasTabsPermission);
  const narrow = matchMedia('(width < 48rem)');
  const isNarrow = signal(narrow.matches);
  narrow.addEventListener('change', ({ matches }) => {
    isNarrow.value = matches;
  });
  const tabRequest = stored(reportsRequestItem(token));
  if (tabRequest) void reportsRequestItem(token).remove();
  const request = ownRequest(tabRequest, connection);
  const tabsFromPopup = request?.tabs ?? [];
  const openTabWith = createReportsOpener({
    newToken: () => crypto.randomUUID(),
    openReportsTab,
  });
  const openReportsWith = (content: Partial<ReportsRequest>, isActive?: boolean) =>
    openTabWith({ ...content, connectionId: connection?.id ?? null }, isActive);
  const services = createPageServices({
    background,
    register: state.register,
    firstInUse: connection,
    goToInUse: showInUse,
  });
  const page =
    connection &&
    createReportsPage({
      state,
      connection,
      background: backgroundInUse(background, state.isInUse),
      isPrivate,
      tabsFromPopup,
      formPage,
      preferences,
      agency: computed(() => agencyWithPolicy(storedAgency.value.value, preferences.value.policy)),
      route: request?.route ?? null,
      openTab: (route) => void openReportsWith({ route }, false),
      site: request?.site ?? null,
      isNarrow,
      hasTabsPermission,
      firstPaint: painted(),
      // `onPermissionsChanged` below handles a granted permission.
      requestTabs: () => void requestPermission('tabs').catch(() => {}),
      // Only the side panel is beside the page to report.
      hasForm: tabId === undefined,
      actions: {
        onOpenSettings: (field) => void openOptionsPage(field),
        onCopy: copyText,
        onOpenPage: (url) => void openTab(url),
        onPrint: () => print(),
      },
    });

  render(
    <Reports
      page={page}
      services={services}
      onOpenSettings={(field) => void openOptionsPage(field)}
      elsewhere={
        tabId === undefined
          ? {
              place: 'tab',
              onOpen: () => void openReportsWith(page ? { route: page.routes.now.value } : {}),
            }
          : hasSidePanel && { place: 'panel', onOpen: () => void openSidePanel(tabId) }
      }
    />,
    document.body,
  );
  // A page stays with its connection. The page opens again only when the last service is disconnected,
  // or when a page without a connection gets one.
  effect(() => {
    const { connections } = state.register.value;
    const isLastDisconnected = connections.length === 0 && connection !== null;
    const hasFirstConnection = connection === null && state.connection.value !== null;
    if (isLastDisconnected || hasFirstConnection) showInUse();
  });
  if (page === null) return;
  const { form, hasForm } = page;
  const { source } = page.batch;
  if (tabsFromPopup.length > 0 && (await hasPermission('tabs')))
    void source.readTabs(tabsFromPopup);
  if (hasForm) {
    const follow = async () => {
      const active = await tabForForm();
      hasTabsPermission.value = active.hasTabsPermission;
      form.follow(active.formPage);
    };
    createTabWatch(() => void follow());
    onPermissionsChanged(() => void follow());
    void follow();
  }
}

/** Opens the page again with the list of the connection in use. */
function showInUse(): void {
  // Without this, the page would open at the former view.
  history.replaceState(null, '', location.pathname);
  location.reload();
}

/** Returns whether the window is private, and the current page if a person has allowed tabs. */
async function tabForForm() {
  const [tab, hasTabsPermission] = await Promise.all([
    activeTab(),
    hasPermission('tabs'),
    loadAddressCode(),
  ]);
  return {
    isPrivate: tab.isPrivate,
    hasTabsPermission,
    formPage: hasTabsPermission ? formPageOf(tab) : null,
  };
}
