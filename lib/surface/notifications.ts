import type { Report, ShownResult } from '@/lib/report/report';
import type { Preferences } from '@/lib/settings/preferences';
import type { ReadableItem, StoredItem } from '@/lib/storage/stored-item';
import { type BatchLine, cancelledCount, isOpen } from '@/lib/task/batch/batch';
import { addressOf, type Task, type TaskOf } from '@/lib/task/task';
import {
  BATCH_NOTIFICATION,
  hostOf,
  type News,
  type ReportNews,
  type ShownNotifications,
  type UnseenOutcome,
  withNotification,
} from './report-news';

/**
 * Tells what became of reports while nobody sees the popup or the page of all reports, and of batches
 * while nobody sees their page: by a notification where the person wants them, otherwise by the badge.
 * Of tasks that are kept in memory nothing is told, and of batches nothing by the badge. None of these rejects.
 */
export type Notifications = ReturnType<typeof createNotifications>;

interface NotificationTools {
  preferences: ReadableItem<Preferences>;
  shown: StoredItem<ShownNotifications>;
  unseen: StoredItem<UnseenOutcome>;
  /** Whether a person sees a page of ours whose address begins so. */
  isInSight(page: string): Promise<boolean>;
  /** Shows a notification; false where the browser does not allow it. */
  show(id: string, news: News): Promise<boolean>;
  newId(): string;
  /** Called when the badge has something else to tell. */
  onUnseen(): void;
}

function newsOf(
  kind: ReportNews['kind'],
  address: string | null,
  report: ShownResult | null,
): ReportNews {
  const { result = null, score = null, failed = null } = report ?? {};
  return { kind, host: hostOf(address), result, score, failed };
}

/** What is told of a batch that has ended. */
const ENDS = { create: 'batch', change: 'changed', delete: 'deleted' } as const;

/** The pages that list reports, and have a line for what was asked for. */
const LISTING_PAGES = ['popup.html', 'reports.html'];

/** Makes the telling of one connection. */
export function createNotifications(tools: NotificationTools) {
  const { preferences, shown, unseen, isInSight, show, newId, onUnseen } = tools;
  /** The ids of the batches that were open at the last call of `noteBatches`. */
  let open: readonly string[] = [];
  /** Those that were paused by the service's words; null before the first call. */
  let paused: readonly string[] | null = null;

  async function isAnyInSight(pages: readonly string[]): Promise<boolean> {
    return (await Promise.all(pages.map(isInSight))).includes(true);
  }

  async function notify(news: ReportNews, report: Report | null): Promise<boolean> {
    const chosen = await preferences.read();
    const isWanted =
      news.kind === 'attention' ? chosen?.notifiesOfAttention : chosen?.notifiesOfDone;
    if (!isWanted) return false;
    let id = newId();
    await shown.update((before = []) => {
      const after = withNotification(before, id, report);
      id = after.id;
      return after.shown;
    });
    return show(id, news);
  }

  async function tell(news: ReportNews, report: Report | null): Promise<void> {
    if (await isAnyInSight(LISTING_PAGES)) return;
    if (await notify(news, report).catch(() => false)) return;
    const { kind, result, score, failed } = news;
    // How many need attention is on the badge in any case.
    if (kind === 'attention') return;
    await unseen.write({ kind, result, score, failed });
    onUnseen();
  }

  /** A batch of reports has a place of its own, to which its notification leads. */
  async function notifyOfBatch({ id, kind }: BatchLine, news: News): Promise<void> {
    const isOfReports = kind === 'create';
    const notificationId = (isOfReports ? BATCH_NOTIFICATION : '') + id;
    const pages = isOfReports ? [`reports.html#${notificationId}`] : LISTING_PAGES;
    if (!(await isAnyInSight(pages))) await show(notificationId, news);
  }

  async function tellEnd(line: BatchLine): Promise<void> {
    const { kind, done, failed } = line;
    const chosen = await preferences.read();
    const isWanted = chosen?.notifiesOfDone || (failed > 0 && chosen?.notifiesOfAttention);
    if (isWanted) await notifyOfBatch(line, { kind: ENDS[kind], done, failed });
  }

  async function tellPause(line: BatchLine): Promise<void> {
    const isWanted = (await preferences.read())?.notifiesOfAttention;
    if (isWanted) await notifyOfBatch(line, { kind: 'paused', words: line.pausedBy ?? '' });
  }

  return {
    /** A report was made; null where the service did not show it. */
    async created({ work, keeping }: TaskOf<'create'>, report: Report | null) {
      if (keeping === 'memory') return;
      await tell(newsOf('created', work.draft.url, report), report).catch(() => {});
    },
    /** A task goes no further without a person. */
    async needsAttention(task: Task) {
      if (task.keeping === 'memory') return;
      await tell(newsOf('attention', addressOf(task), null), null).catch(() => {});
    },
    /**
     * The result that was awaited has come.
     * @param difference by how much the score has risen since the result before; null where that is not known
     */
    async hasResult(report: Report, difference?: number | null) {
      const news = newsOf('result', report.fullUrl ?? report.url, report);
      await tell({ ...news, ...(difference && { difference }) }, report).catch(() => {});
    },
    /**
     * Takes in how all batches stand, and tells of each that has ended, or was paused by the service's
     * words, since the last call. A batch that a person has cancelled is not told of.
     */
    async noteBatches(all: readonly BatchLine[]) {
      const lines = all.filter(({ keeping }) => keeping === 'disk');
      const ended = lines.filter((line) => open.includes(line.id) && !isOpen(line));
      open = lines.filter(isOpen).map(({ id }) => id);
      const toTell = ended.filter((line) => cancelledCount(line) === 0);
      const held = lines.filter(({ pausedBy }) => pausedBy !== null);
      const newlyHeld = held.filter(({ id }) => paused !== null && !paused.includes(id));
      paused = held.map(({ id }) => id);
      await Promise.all([
        ...toTell.map((line) => tellEnd(line).catch(() => {})),
        ...newlyHeld.map((line) => tellPause(line).catch(() => {})),
      ]);
    },
    /** A person has opened the popup, which says all of it. */
    async markSeen() {
      await unseen.remove().catch(() => {});
      onUnseen();
    },
  };
}
