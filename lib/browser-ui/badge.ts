import type { TabWatch } from '@/lib/browser/tab-watch';
import type { Tab } from '@/lib/browser/tabs';
import type { Connection } from '@/lib/connection/connection';
import type { PageHistory } from '@/lib/history/page-history';
import type { Rating } from '@/lib/report/rating';
import { hasResult } from '@/lib/report/report';
import type { Preferences } from '@/lib/settings/preferences';
import type { StoredQueue } from '@/lib/shared-state/shared-items';
import type { ReadableItem } from '@/lib/storage/stored-item';
import { pageKey } from '@/lib/url/page-key';
import { reportablePageUrl } from '@/lib/url/typed-address';
import type { UnseenReport } from './report-news';

export type Badge =
  | { kind: 'attention'; count: number }
  /** Number of batches that are paused after several refusals. */
  | { kind: 'paused'; count: number }
  | { kind: 'waiting'; creations: number; changes: number }
  /** The result of a report that was created while no popup was open. */
  | ({ kind: 'created' } & UnseenReport)
  /** The latest stored result of the page in the active tab. */
  | { kind: 'page'; result: Rating; score: number | null };

/** The badge never shows private jobs. */
export function badgeOf(
  queue: StoredQueue | undefined,
  unseen: UnseenReport | undefined,
): Badge | null {
  const { needsAttention = 0, create = 0, update = 0 } = queue?.ordinary ?? {};
  if (needsAttention > 0) return { kind: 'attention', count: needsAttention };
  const pausedCount = queue?.batches.filter(isPausedByRefusals).length ?? 0;
  if (pausedCount > 0) return { kind: 'paused', count: pausedCount };
  if (create + update > 0) return { kind: 'waiting', creations: create, changes: update };
  return unseen ? { kind: 'created', ...unseen } : null;
}

export function pageBadgeOf(history: PageHistory | undefined): Badge | null {
  const newestReport = history?.reports[0];
  const hasNewResult = newestReport && hasResult(newestReport);
  const latest = hasNewResult ? newestReport : history?.results.at(-1);
  if (!latest?.result) return null;
  return { kind: 'page', result: latest.result, score: latest.score };
}

function isPausedByRefusals({ pauseReason, isPrivate }: StoredQueue['batches'][number]): boolean {
  return pauseReason?.code === 'refusals' && !isPrivate;
}

interface BadgeTools extends TabWatch {
  connection: ReadableItem<Connection>;
  preferences: ReadableItem<Preferences>;
  queueOf(connectionId: string): ReadableItem<StoredQueue>;
  unseenOf(connectionId: string): ReadableItem<UnseenReport>;
  historyOfPage(connectionId: string, pageKey: string): Promise<PageHistory | undefined>;
  /** Shows a badge in all windows, or only on one tab. */
  show(badge: Badge | null, tabId?: number): Promise<void>;
  /** Resets the badge of a tab to the badge in all windows. */
  inherit(common: Badge | null, tabId: number): Promise<void>;
}

/** `active`: the active tab of each window. */
export type RefreshedTabs = 'active' | 'all';

/** No method rejects. */
export interface ShownBadge {
  /** Call at each start of the worker, and after each change. By default, updates active tabs. */
  refresh(refreshedTabs?: RefreshedTabs): Promise<void>;
  /** Call for a tab that has become active or has loaded another page. */
  refreshTab(tab: Tab): Promise<void>;
}

export function createShownBadge(tools: BadgeTools): ShownBadge {
  const { connection, preferences, historyOfPage, watchTabs, show, inherit } = tools;
  /** Settles when all requested refreshes are done; null without a running refresh. */
  let runningRefreshes: Promise<void> | null = null;
  /** The tabs of the next refresh; null without a request. */
  let requestedTabs: RefreshedTabs | null = null;
  /** Settles after the latest update. */
  let latestUpdate: Promise<void> = Promise.resolve();

  function runAfterEarlierUpdates(update: () => Promise<void>): Promise<void> {
    latestUpdate = latestUpdate.then(update).catch(() => {});
    return latestUpdate;
  }

  async function commonBadge(id: string | undefined): Promise<Badge | null> {
    if (id === undefined) return null;
    const [queue, unseen] = await Promise.all([
      tools.queueOf(id).read(),
      tools.unseenOf(id).read(),
    ]);
    return badgeOf(queue, unseen);
  }

  async function badgeOfTab({ url }: Tab, id: string): Promise<Badge | null> {
    const page = reportablePageUrl(url);
    if (page === null) return null;
    return pageBadgeOf(await historyOfPage(id, pageKey(page)));
  }

  async function readBadgeState() {
    const [inUse, chosen] = await Promise.all([connection.read(), preferences.read()]);
    const common = await commonBadge(inUse?.id);
    const isWanted = inUse !== undefined && chosen?.showsPageRating === true;
    const showsRatings = isWanted && (await tools.hasTabsPermission());
    // The badge in all windows is more important than the ratings of pages.
    const ratedConnectionId = showsRatings && common === null ? inUse.id : null;
    return { common, showsRatings, ratedConnectionId };
  }

  async function showTab(
    tab: Tab,
    { common, ratedConnectionId }: Awaited<ReturnType<typeof readBadgeState>>,
  ): Promise<void> {
    if (tab.id === undefined) return;
    const badge = ratedConnectionId === null ? null : await badgeOfTab(tab, ratedConnectionId);
    // Both calls reject if the tab is closed.
    await (badge === null ? inherit(common, tab.id) : show(badge, tab.id)).catch(() => {});
  }

  async function refreshNow(refreshedTabs: RefreshedTabs): Promise<void> {
    const state = await readBadgeState();
    watchTabs(state.showsRatings);
    await show(state.common);
    const tabs = await tools.tabs(refreshedTabs === 'all');
    await Promise.all(tabs.map((tab) => showTab(tab, state)));
  }

  async function refreshWhileRequested(): Promise<void> {
    while (requestedTabs !== null) {
      const refreshedTabs = requestedTabs;
      requestedTabs = null;
      await runAfterEarlierUpdates(() => refreshNow(refreshedTabs));
    }
    runningRefreshes = null;
  }

  return {
    refresh(refreshedTabs = 'active') {
      if (requestedTabs !== 'all') requestedTabs = refreshedTabs;
      runningRefreshes ??= refreshWhileRequested();
      return runningRefreshes;
    },
    refreshTab: (tab) => runAfterEarlierUpdates(async () => showTab(tab, await readBadgeState())),
  };
}
