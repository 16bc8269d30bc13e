import type { Entry } from '@/lib/jobs/entry';
import { isOpen, type JobLine, type RecentOperation } from '@/lib/jobs/job';
import { urlOf } from '@/lib/jobs/operation';
import type { Report, ShownResult } from '@/lib/report/report';
import { verdictOf } from '@/lib/report/verdict';
import type { Preferences } from '@/lib/settings/preferences';
import type { ReadableItem, StoredItem } from '@/lib/storage/stored-item';
import {
  BATCH_NOTIFICATION,
  JOB_NOTIFICATION,
  type News,
  type ReportNews,
  type UnseenReport,
  webHost,
} from './report-news';

/**
 * Announces finished operations and batches that no visible extension page shows. The announcement
 * is a notification if the person wants notifications, otherwise the badge. Batches are never
 * announced by the badge, and private jobs never at all. No function rejects.
 */
export type Notifications = ReturnType<typeof createNotifications>;

interface NotificationTools {
  preferences: ReadableItem<Preferences>;
  unseen: StoredItem<UnseenReport>;
  /** Whether a person sees the extension page of a file name. */
  isExtensionPageVisible(page: string): Promise<boolean>;
  /** Shows a notification. Resolves with false if the permission is missing. */
  show(id: string, news: News): Promise<boolean>;
  /** Called when `unseen` has changed. */
  onUnseen(): void;
}

function shownResult(report: ShownResult | null): ShownResult {
  const { result = null, score = null } = report ?? {};
  return { result, score, failed: verdictOf(report ?? {}).counts };
}

function newsOf(
  kind: ReportNews['kind'],
  address: string | null,
  report: ShownResult | null,
): ReportNews {
  return { kind, host: webHost(address), ...shownResult(report) };
}

/** The kind of news about the end of a batch, by the kind of its job. */
const ENDS = { create: 'batch', update: 'changed', delete: 'deleted' } as const;

/** The extension pages that show reports and operations. */
const LISTING_PAGES = ['popup.html', 'reports.html'];

/** Creates the notifications of one connection. */
export function createNotifications(tools: NotificationTools) {
  const { preferences, unseen, isExtensionPageVisible, show, onUnseen } = tools;
  /** The ids of the batches that were open at the last call of `noteBatches`. */
  let openIds: readonly string[] = [];
  /**
   * The ids of batches that were paused by refusals at the last call; null before the first call.
   */
  let pausedIds: readonly string[] | null = null;

  async function isAnyVisible(pages: readonly string[]): Promise<boolean> {
    return (await Promise.all(pages.map(isExtensionPageVisible))).includes(true);
  }

  async function notify(jobId: string, news: ReportNews): Promise<boolean> {
    const chosen = await preferences.read();
    const isWanted =
      news.kind === 'attention' ? chosen?.notifiesOfAttention : chosen?.notifiesOfDone;
    return isWanted ? show(JOB_NOTIFICATION + jobId, news) : false;
  }

  async function announce(jobId: string, news: ReportNews, report: Report | null): Promise<void> {
    if (await isAnyVisible(LISTING_PAGES)) return;
    if (await notify(jobId, news).catch(() => false)) return;
    // The badge always counts the operations that need attention.
    if (news.kind === 'attention') return;
    await unseen.write(shownResult(report));
    onUnseen();
  }

  /** Notifies even if the popup is visible, because it lists no reports of a batch. */
  async function notifyOfBatch({ id, kind }: JobLine, news: News): Promise<void> {
    const isOfReports = kind === 'create';
    const notificationId = (isOfReports ? BATCH_NOTIFICATION : JOB_NOTIFICATION) + id;
    const pages = isOfReports ? ['reports.html'] : LISTING_PAGES;
    if (!(await isAnyVisible(pages))) await show(notificationId, news);
  }

  async function announceEnd(line: JobLine): Promise<void> {
    const { done, needsAttention: failed } = line.counts;
    const chosen = await preferences.read();
    const isWanted = chosen?.notifiesOfDone || (failed > 0 && chosen?.notifiesOfAttention);
    if (isWanted) await notifyOfBatch(line, { kind: ENDS[line.kind], done, failed });
  }

  async function announcePause(line: JobLine): Promise<void> {
    const { pauseReason } = line;
    const isWanted = (await preferences.read())?.notifiesOfAttention;
    if (pauseReason?.code !== 'refusals' || !isWanted) return;
    await notifyOfBatch(line, { kind: 'paused', failure: pauseReason.failure });
  }

  return {
    /** Announces a finished operation if it is a single creation. */
    async finished({ jobId, isBatch, isPrivate, operation, report }: RecentOperation) {
      const { subject, status } = operation;
      const isAnnounced = subject.kind === 'create' && status.name === 'done';
      if (!isAnnounced || isBatch || isPrivate) return;
      await announce(jobId, newsOf('created', subject.url, report), report).catch(() => {});
    },
    /** Announces an operation that needs attention, except a deletion, which its report shows. */
    async needsAttention({ job, operation }: Entry) {
      if (job.isPrivate || job.isBatch || job.kind === 'delete') return;
      await announce(job.id, newsOf('attention', urlOf(operation.subject), null), null).catch(
        () => {},
      );
    },
    /**
     * Announces each batch that has ended, or was paused by refusals, since the last call. A batch
     * that a person has cancelled is not announced.
     */
    async noteBatches(all: readonly JobLine[]) {
      const lines = all.filter(({ isPrivate }) => !isPrivate);
      const ended = lines.filter((line) => openIds.includes(line.id) && !isOpen(line));
      openIds = lines.filter(isOpen).map(({ id }) => id);
      const paused = lines.filter(({ pauseReason }) => pauseReason?.code === 'refusals');
      // An earlier worker may have announced a pause from before the first call.
      const newlyPaused = paused.filter(({ id }) => pausedIds !== null && !pausedIds.includes(id));
      pausedIds = paused.map(({ id }) => id);
      const uncancelled = ended.filter(({ counts }) => counts.cancelled === 0);
      await Promise.all([
        ...uncancelled.map((line) => announceEnd(line).catch(() => {})),
        ...newlyPaused.map((line) => announcePause(line).catch(() => {})),
      ]);
    },
    /** Removes the unseen report, because the popup shows it. */
    async markSeen() {
      await unseen.remove().catch(() => {});
      onUnseen();
    },
  };
}
