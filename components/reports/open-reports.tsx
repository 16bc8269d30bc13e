import { computed, effect, signal } from '@preact/signals';
import { render } from 'preact';
import { openSharedState } from '@/components/app/followed-state';
import { formPageOf } from '@/components/form/form-draft';
import { painted } from '@/components/ui/state/painted';
import { followedSignal } from '@/components/ui/state/stored-signal';
import type { BackgroundApi } from '@/lib/background/background-api';
import { copyText } from '@/lib/browser/clipboard';
import {
  hasSidePanel,
  openOptionsPage,
  openReportsPage,
  openSidePanel,
  ownTabId,
} from '@/lib/browser/own-pages';
import { hasPermission, onPermissionsChanged, requestPermission } from '@/lib/browser/permissions';
import { createTabWatch } from '@/lib/browser/tab-watch';
import { activeTab, openTab } from '@/lib/browser/tabs';
import { INITIAL_PREFERENCES, preferencesItem } from '@/lib/settings/preferences';
import { Reports } from './reports';
import { createReportsPage } from './reports-page';

/**
 * Shows the page of all reports. Rejects where nothing stored can be read.
 * @param given what the page's address says: its place, and what is handed over
 */
export async function openReports(background: BackgroundApi, given: URLSearchParams) {
  // The panel may stay open for days.
  const followed = followedSignal(preferencesItem);
  const preferences = computed(() => followed.value.value ?? INITIAL_PREFERENCES);
  const [{ stored, ...state }, tabId, { isPrivate, formPage, ...tabs }] = await Promise.all([
    openSharedState([preferencesItem], background.prepare),
    ownTabId(),
    tabForForm(),
  ]);
  const connection = state.connection.peek();
  followed.begin(stored(preferencesItem));
  const seesTabs = signal(tabs.seesTabs);
  const narrow = matchMedia('(width < 48rem)');
  const isNarrow = signal(narrow.matches);
  narrow.addEventListener('change', ({ matches }) => {
    isNarrow.value = matches;
  });
  const site = given.get('site');
  const handedTabs = (given.get('tabs') ?? '').split(',').filter(Boolean).map(Number);
  const page =
    connection &&
    createReportsPage({
      ...{ state, connection, background, isPrivate, site, handedTabs, formPage, preferences },
      ...{ isNarrow, seesTabs, firstPaint: painted() },
      // What is allowed then is followed as any change of permissions.
      requestTabs: () => void requestPermission('tabs').catch(() => {}),
      // The panel stands beside the page that is reported.
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
      onOpenSettings={() => void openOptionsPage()}
      elsewhere={
        tabId === undefined
          ? { place: 'tab', onOpen: () => void openReportsPage(location.hash.slice(1)) }
          : hasSidePanel && { place: 'panel', onOpen: () => void openSidePanel(tabId) }
      }
    />,
    document.body,
  );
  // What is shown is of the connection that stood.
  effect(() => {
    if (state.connection.value?.id !== connection?.id) location.reload();
  });
  if (page === null) return;
  const { form, hasForm } = page;
  const { source } = page.batch;
  if (handedTabs.length > 0 && (await hasPermission('tabs'))) void source.takeTabs(handedTabs);
  if (hasForm) {
    const follow = async () => {
      const active = await tabForForm();
      seesTabs.value = active.seesTabs;
      form.follow(active.formPage);
    };
    createTabWatch(() => void follow());
    onPermissionsChanged(() => void follow());
    void follow();
  }
}

/** Whether the window is private, and the page in front, where a person has allowed tabs. */
async function tabForForm() {
  const [tab, seesTabs] = await Promise.all([activeTab(), hasPermission('tabs')]);
  return { isPrivate: tab.isPrivate, seesTabs, formPage: seesTabs ? formPageOf(tab) : null };
}
