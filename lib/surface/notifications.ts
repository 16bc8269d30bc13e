import type { Report } from '@/lib/report/report';
import type { Preferences } from '@/lib/settings/preferences';
import type { ReadableItem, StoredItem } from '@/lib/storage/stored-item';
import { addressOf, type Task } from '@/lib/task/task';
import {
  hostOf,
  type ReportNews,
  type ShownNotifications,
  type UnseenOutcome,
  withNotification,
} from './report-news';

/**
 * Tells what became of reports while nobody sees the popup: by a notification where the person wants
 * them, otherwise by the badge. Of private windows' reports nothing is told. None of these rejects.
 */
export interface Notifications {
  /** A report was made; null where the service did not show it. */
  created(url: string, report: Report | null, privateWindow: boolean): Promise<void>;
  /** A task goes no further without a person. */
  needsAttention(task: Task): Promise<void>;
  /** The result that was awaited has come. */
  hasResult(report: Report, privateWindow: boolean): Promise<void>;
  /** A person has opened the popup, which says all of it. */
  markSeen(): Promise<void>;
}

interface NotificationTools {
  preferences: ReadableItem<Preferences>;
  shown: StoredItem<ShownNotifications>;
  unseen: StoredItem<UnseenOutcome>;
  isPopupOpen(): Promise<boolean>;
  /** Shows a notification; false where the browser does not allow it. */
  show(id: string, news: ReportNews): Promise<boolean>;
  newId(): string;
  /** Called when the badge has something else to tell. */
  onUnseen(): void;
}

/** Makes the telling of one connection. */
export function createNotifications(tools: NotificationTools): Notifications {
  const { preferences, shown, unseen, isPopupOpen, show, newId, onUnseen } = tools;

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
    if (await isPopupOpen()) return;
    if (await notify(news, report).catch(() => false)) return;
    const { kind, rating } = news;
    // How many need attention is on the badge in any case.
    if (kind === 'attention') return;
    await unseen.write({ kind, rating });
    onUnseen();
  }

  return {
    async created(url, report, privateWindow) {
      if (privateWindow) return;
      const rating = report?.result ?? null;
      await tell({ kind: 'created', host: hostOf(url), rating }, report).catch(() => {});
    },
    async needsAttention(task) {
      if (task.privateWindow) return;
      const host = hostOf(addressOf(task));
      await tell({ kind: 'attention', host, rating: null }, null).catch(() => {});
    },
    async hasResult(report, privateWindow) {
      if (privateWindow) return;
      const { url, result } = report;
      await tell({ kind: 'result', host: hostOf(url), rating: result }, report).catch(() => {});
    },
    async markSeen() {
      await unseen.remove().catch(() => {});
      onUnseen();
    },
  };
}
