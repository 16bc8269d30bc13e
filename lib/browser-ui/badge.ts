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
import { reportablePageUrl } from '@/lib/url/report-url';
import type { UnseenReport } from './report-news';

/** What the toolbar button tells beside its icon. */
export type Badge =
  /** So many operations need attention. */
  | { kind: 'attention'; count: number }
  /** So many batches are paused, since the service has refused several operations of them alike. */
  | { kind: 'paused'; count: number }
  /** So many creations and updates go on by themselves. */
  | { kind: 'waiting'; creations: number; changes: number }
  /** The result of a report that was created while no popup was open. */
  | ({ kind: 'created' } & UnseenReport)
  /** The last known result of the page in front. */
  | { kind: 'page'; result: Rating; score: number | null };

/** What the button shows in all windows; null for nothing. Of private jobs it shows nothing. */
export function badgeOf(
  queue: StoredQueue | undefined,
  unseen: UnseenReport | undefined,
): Badge | null {
  const { needsAttention = 0, create = 0, update = 0 } = queue?.ordinary ?? {};
  if (needsAttention > 0) return { kind: 'attention', count: needsAttention };
  const paused = queue?.batches.filter(isPausedByRefusals).length ?? 0;
  if (paused > 0) return { kind: 'paused', count: paused };
  if (create + update > 0) return { kind: 'waiting', creations: create, changes: update };
  return unseen ? { kind: 'created', ...unseen } : null;
}

/** What it tells of a page in front, where there is nothing more important; null for nothing. */
export function pageBadgeOf(history: PageHistory | undefined): Badge | null {
  const newest = history?.reports[0];
  // As the popup shows it: the newest report may have no result yet.
  const last = newest && hasResult(newest) ? newest : history?.results.at(-1);
  if (!last?.result) return null;
  return { kind: 'page', result: last.result, score: last.score };
}

function isPausedByRefusals({ pauseReason, isPrivate }: StoredQueue['batches'][number]): boolean {
  return pauseReason?.code === 'refusals' && !isPrivate;
}

interface BadgeTools extends TabWatch {
  connection: ReadableItem<Connection>;
  preferences: ReadableItem<Preferences>;
  queue: ReadableItem<StoredQueue>;
  unseenOf(connectionId: string): ReadableItem<UnseenReport>;
  pageOf(connectionId: string, pageKey: string): Promise<PageHistory | undefined>;
  /** Shows a badge in all windows, or on one tab alone. */
  show(badge: Badge | null, tabId?: number): Promise<void>;
  /** Lets a tab show what all windows show. */
  inherit(common: Badge | null, tabId: number): Promise<void>;
}

/** Makes what keeps the badge in step with what is stored. None of its verbs rejects. */
export function createShownBadge(tools: BadgeTools) {
  const { connection, preferences, pageOf, watchTabs, show, inherit } = tools;
  let running: Promise<void> | null = null;
  /** What was asked for and not begun yet: null for nothing, else whether for all tabs. */
  let pending: boolean | null = null;
  /** Ends with the last that was begun: what is read of a tab is shown before anything newer of it. */
  let last: Promise<void> = Promise.resolve();

  function inOrder(work: () => Promise<void>): Promise<void> {
    last = last.then(work).catch(() => {});
    return last;
  }

  async function commonBadge(id: string | undefined): Promise<Badge | null> {
    if (id === undefined) return null;
    const [queue, unseen] = await Promise.all([tools.queue.read(), tools.unseenOf(id).read()]);
    return badgeOf(queue?.connectionId === id ? queue : undefined, unseen);
  }

  async function badgeOfTab({ url }: Tab, id: string): Promise<Badge | null> {
    const page = reportablePageUrl(url);
    if (page === null) return null;
    return pageBadgeOf(await pageOf(id, pageKey(page)));
  }

  async function read() {
    const [connected, chosen] = await Promise.all([connection.read(), preferences.read()]);
    const common = await commonBadge(connected?.id);
    const isChosen = connected !== undefined && chosen?.showsPageRating === true;
    const isOn = isChosen && (await tools.seesTabs());
    // What all windows show is more important than the ratings of pages.
    return { common, isOn, pagesId: isOn && common === null ? connected.id : null };
  }

  async function showTab(
    tab: Tab,
    { common, pagesId }: Awaited<ReturnType<typeof read>>,
  ): Promise<void> {
    if (tab.id === undefined) return;
    const badge = pagesId === null ? null : await badgeOfTab(tab, pagesId);
    // A tab may be gone by now.
    await (badge === null ? inherit(common, tab.id) : show(badge, tab.id)).catch(() => {});
  }

  async function refreshNow(isOnAllTabs: boolean): Promise<void> {
    const facts = await read();
    watchTabs(facts.isOn);
    await show(facts.common);
    const shown = await tools.tabs(isOnAllTabs);
    await Promise.all(shown.map((tab) => showTab(tab, facts)));
  }

  async function refreshWhileAsked(): Promise<void> {
    while (pending !== null) {
      const isOnAllTabs = pending;
      pending = null;
      await inOrder(() => refreshNow(isOnAllTabs));
    }
    running = null;
  }

  return {
    /**
     * Reads what is stored and shows it: at each start of the worker and after each change.
     * @param isOnAllTabs also on tabs that are not in front, which otherwise wait until they are
     */
    refresh(isOnAllTabs = false) {
      pending = pending === true || isOnAllTabs;
      running ??= refreshWhileAsked();
      return running;
    },
    /** Shows it for a tab that has come to the front, or shows another page. */
    refreshTab: (tab: Tab) => inOrder(async () => showTab(tab, await read())),
  };
}
