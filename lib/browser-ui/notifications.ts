import { isOpen } from '@/lib/jobs/job';
import { urlOf } from '@/lib/jobs/operation';
import type { Entry, JobLine, RecentOperation } from '@/lib/jobs/types';
import { NO_MUTES } from '@/lib/report/mutes';
import type { Report, ShownResult } from '@/lib/report/report';
import { verdictOf } from '@/lib/report/verdict';
import type { Preferences } from '@/lib/settings/preferences';
import type { ReadableItem, StoredItem } from '@/lib/storage/stored-item';
import {
  type News,
  notificationIdOf,
  type ReportNews,
  type UnseenReport,
  webHost,
} from './report-news';

/**
 * Shows notifications about operations and batches, unless a visible extension page lists them. A
 * creation without a notification shows its result on the badge. Ignores private jobs. No method
 * rejects.
 */
export interface Notifications {
  /** Announces a creation outside batches. */
  finished(operation: RecentOperation): Promise<void>;
  /** Announces an operation. Ignores deletions, because the report shows the failure. */
  needsAttention(entry: Entry): Promise<void>;
  /**
   * Announces batches that have ended since the last call, or that refusals have paused since the
   * last call. Ignores ended batches with cancelled operations.
   */
  announceBatches(lines: readonly JobLine[]): Promise<void>;
  /** Called when the popup shows the unseen report. */
  markSeen(): Promise<void>;
}

interface NotificationTools {
  connectionId: string;
  preferences: ReadableItem<Preferences>;
  unseen: StoredItem<UnseenReport>;
  /** @param page the file name of an extension page */
  isExtensionPageVisible(page: string): Promise<boolean>;
  /** Resolves with false if the permission is missing. */
  show(id: string, news: News): Promise<boolean>;
  onUnseen(): void;
}

/**
 * Returns the result of a report. Without a report, all fields are null. Ignores mutes, because the
 * numbers only show whether the report has a result.
 */
function shownResult(report: ShownResult | null): ShownResult {
  const { result = null, score = null } = report ?? {};
  return { result, score, failed: verdictOf(report ?? {}, NO_MUTES).counts };
}

function newsOf(
  kind: ReportNews['kind'],
  address: string | null,
  report: ShownResult | null,
): ReportNews {
  return { kind, host: webHost(address), ...shownResult(report) };
}

/** The kind of news about a finished batch, by the kind of its job. */
const NEWS_BY_JOB = { create: 'batch', update: 'changed', delete: 'deleted' } as const;

/** The extension pages that show reports, operations and news. */
export const LISTING_PAGES = ['popup.html', 'reports.html'];

/** Creates the notifications of one connection. */
export function createNotifications(tools: NotificationTools): Notifications {
  const { connectionId, preferences, unseen, isExtensionPageVisible, show, onUnseen } = tools;
  /** The ids of the batches that were open at the latest call of `announceBatches`. */
  let openIds: readonly string[] = [];
  /** The ids of the batches that were paused by refusals; null before the first `announceBatches`. */
  let pausedIds: readonly string[] | null = null;

  async function isAnyVisible(pages: readonly string[]): Promise<boolean> {
    const areVisible = await Promise.all(pages.map(isExtensionPageVisible));
    return areVisible.includes(true);
  }

  async function notify(jobId: string, news: ReportNews): Promise<boolean> {
    const chosen = await preferences.read();
    const isWanted =
      news.kind === 'attention' ? chosen?.notifiesOfAttention : chosen?.notifiesOfDone;
    return isWanted ? show(notificationIdOf({ kind: 'job', connectionId, jobId }), news) : false;
  }

  /** Shows a notification. Without a notification, shows the result on the badge. */
  async function announce(jobId: string, news: ReportNews, report: Report | null): Promise<void> {
    if (await isAnyVisible(LISTING_PAGES)) return;
    const isShown = await notify(jobId, news).catch(() => false);
    // The badge always counts the operations that need attention.
    if (isShown || news.kind === 'attention') return;
    await unseen.write(shownResult(report));
    onUnseen();
  }

  async function notifyOfBatch({ id: jobId, kind }: JobLine, news: News): Promise<void> {
    const hasCreations = kind === 'create';
    // *All reports* can open only batches of creations. Other notifications open the popup.
    const id = notificationIdOf({ kind: hasCreations ? 'batch' : 'job', connectionId, jobId });
    // The popup does not list the reports that a batch creates.
    const pages = hasCreations ? ['reports.html'] : LISTING_PAGES;
    if (!(await isAnyVisible(pages))) await show(id, news);
  }

  async function announceEnd(line: JobLine): Promise<void> {
    const { done, needsAttention: failed } = line.counts;
    const chosen = await preferences.read();
    const isWanted = chosen?.notifiesOfDone || (failed > 0 && chosen?.notifiesOfAttention);
    if (isWanted) await notifyOfBatch(line, { kind: NEWS_BY_JOB[line.kind], done, failed });
  }

  async function announcePause(line: JobLine): Promise<void> {
    const { pauseReason } = line;
    const isWanted = (await preferences.read())?.notifiesOfAttention;
    if (pauseReason?.code !== 'refusals' || !isWanted) return;
    await notifyOfBatch(line, { kind: 'paused', failure: pauseReason.failure });
  }

  return {
    async finished({ jobId, isBatch, isPrivate, operation, report }) {
      const { subject, status } = operation;
      const isAnnounced = subject.kind === 'create' && status.name === 'done';
      if (!isAnnounced || isBatch || isPrivate) return;
      await announce(jobId, newsOf('created', subject.url, report), report).catch(() => {});
    },
    async needsAttention({ job, operation }) {
      if (job.isPrivate || job.isBatch || job.kind === 'delete') return;
      const news = newsOf('attention', urlOf(operation.subject), null);
      await announce(job.id, news, null).catch(() => {});
    },
    async announceBatches(lines) {
      const ordinary = lines.filter(({ isPrivate }) => !isPrivate);
      const ended = ordinary.filter((line) => openIds.includes(line.id) && !isOpen(line));
      openIds = ordinary.filter(isOpen).map(({ id }) => id);
      const paused = ordinary.filter(({ pauseReason }) => pauseReason?.code === 'refusals');
      // Before the first call, an earlier worker may have announced the pauses.
      const newlyPaused = paused.filter(({ id }) => pausedIds !== null && !pausedIds.includes(id));
      pausedIds = paused.map(({ id }) => id);
      const endedWithoutCancelled = ended.filter(({ counts }) => counts.cancelled === 0);
      await Promise.all([
        ...endedWithoutCancelled.map((line) => announceEnd(line).catch(() => {})),
        ...newlyPaused.map((line) => announcePause(line).catch(() => {})),
      ]);
    },
    async markSeen() {
      await unseen.remove().catch(() => {});
      onUnseen();
    },
  };
}
