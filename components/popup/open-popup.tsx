import { computed, effect } from '@preact/signals';
import { render } from 'preact';
import { openSharedState } from '@/components/app/followed-state';
import { createPageServices } from '@/components/app/services-state';
import { loadAddressCode, mayBeWrapped } from '@/components/form/address-code';
import { showFilledForm } from '@/components/form/filled-form';
import { draftItem, formPageOf } from '@/components/form/form-draft';
import type { ReportForm } from '@/components/form/form-state';
import { listFiltersItem, listOrderItem, rememberedQuery } from '@/components/list/list-query';
import { loadReadyLines } from '@/components/ready/ready-lines';
import { preloadReportView } from '@/components/report/loaded-report-view';
import { relativeTime } from '@/components/text/dates';
import { attempt } from '@/components/ui/state/attempt';
import { painted } from '@/components/ui/state/painted';
import { followedSignal } from '@/components/ui/state/stored-signal';
import type { BackgroundApi } from '@/lib/background/background-api';
import { copyText } from '@/lib/browser/clipboard';
import {
  canShowExtensionPages,
  openOptionsPage,
  openReportsTab,
  type SettingsField,
} from '@/lib/browser/extension-pages';
import { createTabWatch } from '@/lib/browser/tab-watch';
import { activeTab, canonicalUrl, openTab, selectedTabs, type Tab } from '@/lib/browser/tabs';
import { ownRequest } from '@/lib/browser-ui/connection-request';
import { popupRequestItem } from '@/lib/browser-ui/popup-request';
import {
  createReportsOpener,
  type ReportsRequest,
  routeTo,
  type View,
} from '@/lib/browser-ui/reports-request';
import { INITIAL_PREFERENCES, preferencesItem } from '@/lib/settings/preferences';
import { Popup } from './popup';
import { openPopupPage } from './popup-page';

/**
 * Rejects if storage cannot be read.
 * @param tabToken token of a popup in its own tab; empty for other popups
 * @param preload loads code that a press needs, after the first paint
 */
export async function openPopup(
  background: BackgroundApi,
  tabToken: string,
  preload: () => Promise<void> = preloadReportView,
): Promise<void> {
  const isInTab = tabToken !== '';
  // A popup in its own tab may stay open for days.
  const followed = followedSignal(preferencesItem);
  const preferences = computed(() => followed.value.value ?? INITIAL_PREFERENCES);
  const reads = Promise.all([
    openSharedState(
      [preferencesItem, listOrderItem, popupRequestItem(tabToken)],
      background.prepare,
      {
        rememberedOf: (connectionId) => [listFiltersItem(connectionId), draftItem(connectionId)],
      },
    ),
    activeTab(),
    isInTab ? [] : selectedTabs(),
  ]);
  // The first date format of a process is slow, so it runs during the reads.
  relativeTime(new Date().toISOString());
  const [{ stored, ...state }, active, selected] = await reads;
  followed.begin(stored(preferencesItem));
  const connection = state.connection.value;
  const tabRequest = stored(popupRequestItem(tabToken));
  if (tabRequest) void popupRequestItem(tabToken).remove();
  const request = ownRequest(tabRequest, connection);
  const requestedDraft = request?.kind === 'draft' ? request : undefined;
  const isRequestPrivate = request?.kind === 'search' ? undefined : request?.isPrivate;
  const isPrivate = isRequestPrivate ?? active.isPrivate;
  const tab = isInTab ? { id: undefined, url: requestedDraft?.url, isPrivate } : active;
  if (mayBeWrapped(tab.url)) await loadAddressCode();

  /** Opens another extension page. Closes the popup unless it has its own tab. */
  async function leaveFor(opening: Promise<void>): Promise<void> {
    await opening;
    if (!isInTab) window.close();
  }
  const openTabWith = createReportsOpener({
    newToken: () => crypto.randomUUID(),
    openReportsTab,
  });
  const openReportsWith = (content: Partial<ReportsRequest>, isActive?: boolean) =>
    openTabWith({ ...content, connectionId: connection?.id ?? null }, isActive);
  /** Opens *All reports* with an offer to list the reports of the current page's site. */
  function showAll(): Promise<void> {
    const { url } = formPageOf(tab);
    return leaveFor(openReportsWith({ site: url === null ? null : new URL(url).host }));
  }

  const actions = {
    onOpenSettings: (field?: SettingsField) => void leaveFor(openOptionsPage(field)),
    onCopy: copyText,
    onOpenPage: (url: string) => void openTab(url),
    onOpenBatch: (id: string) =>
      void leaveFor(openReportsWith({ route: routeTo({ name: 'batch', id }) })),
    onOpenView(view: View, inNewTab: boolean): void {
      const opening = openReportsWith({ route: routeTo(view) }, !inNewTab);
      void (inNewTab ? opening : leaveFor(opening));
    },
    ...(canShowExtensionPages(isPrivate) && {
      onOpenInTab(reportId: string): void {
        const route = { ...routeTo({ name: 'list' }), reportId };
        void openReportsWith({ route }, false);
      },
    }),
  };
  // Lines that appear after the first paint would move the list.
  if (state.headline.value || state.due.value.length > 0) await loadReadyLines();
  const firstPaint = painted();
  const page =
    connection &&
    (await openPopupPage({
      state,
      connection,
      background,
      actions,
      preferences,
      tab,
      isInTab,
      window,
      request,
      firstPaint,
      lastDraft: stored(draftItem(connection.id)),
      lastQuery: rememberedQuery(stored(listOrderItem), stored(listFiltersItem(connection.id))),
    }));
  render(
    <Popup
      page={page}
      services={createPageServices({
        background,
        register: state.register,
        firstInUse: connection,
        goToInUse: () => location.reload(),
      })}
      defaultPrivacy={preferences.value.defaultPrivacy}
      selectedTabs={selected}
      canShowExtensionPages={canShowExtensionPages(isPrivate)}
      onOpenSettings={actions.onOpenSettings}
      onReportMany={(tabs) =>
        void leaveFor(openReportsWith({ route: routeTo({ name: 'many' }), tabs: [...tabs] }))
      }
      onShowAll={() => void showAll()}
    />,
    document.body,
  );

  // Without a reload, the popup would show reports of the previous connection.
  effect(() => {
    if (state.connection.value?.id !== connection?.id) location.reload();
  });
  if (page === null) return;
  const { list, form } = page;
  if (requestedDraft) showFilledForm(form);
  else if (form.url.value === '') document.getElementById('url')?.focus();
  // A suggestion of the address bar may be any report, so the search ignores the stored filters.
  if (request?.kind === 'search') list.searchOnce(request.search);
  /** Marks ended batches as seen, unless the popup's tab is in the background. */
  const markSeen = () => {
    if (document.visibilityState === 'visible') void attempt(background.markSeen);
  };
  // The start of the worker would use the processor and delay the first paint.
  await firstPaint;
  markSeen();
  document.addEventListener('visibilitychange', markSeen);
  void list.refresh();
  void preload();
  if (!isInTab && form.page.value?.url === null) followTab(form, tab);
  form.offerCanonical(await canonicalUrl(tab));
}

/**
 * Fills the form when the tab gets an address. Firefox may not reveal the address: the press on the
 * toolbar button gives access only until a pending page answers.
 */
function followTab(form: ReportForm, { id }: Tab): void {
  const onShown = async (tab: Tab) => {
    if (tab.id !== id || tab.url === undefined) return;
    await loadAddressCode();
    form.follow(formPageOf(tab));
    if (form.page.value?.url === null) return;
    watch.watchTabs(false);
    void canonicalUrl(tab).then(form.offerCanonical);
  };
  const watch = createTabWatch(onShown);
  // The page may have answered before the watch began.
  void activeTab().then(onShown);
}
