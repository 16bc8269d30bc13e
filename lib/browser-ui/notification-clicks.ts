import type { RecentOperations } from '@/lib/shared-state/shared-items';
import type { ReadableItem } from '@/lib/storage/stored-item';
import type { PopupRequest } from './popup-request';
import { BATCH_NOTIFICATION, JOB_NOTIFICATION } from './report-news';

interface ClickTools {
  connection: ReadableItem<unknown>;
  recentOperations: ReadableItem<RecentOperations>;
  /** Opens the popup in a tab, where it shows what is handed over. */
  openPopupWith(request: PopupRequest): Promise<void>;
  /** Opens the popup in a tab, as the toolbar button does. */
  openPopup(): Promise<void>;
  /** Opens a batch in *All reports*. */
  openBatch(id: string): Promise<void>;
  openOptions(): Promise<void>;
}

/**
 * Makes what a click on a notification does: it opens the report or the batch, or the popup where there
 * is none or nobody knows any more. It works in a worker that has shown no notification, and never rejects.
 */
export function createNotificationClicks(tools: ClickTools): (id: string) => Promise<void> {
  const { connection, recentOperations, openPopupWith, openPopup, openBatch, openOptions } = tools;
  async function open(id: string): Promise<void> {
    if ((await connection.read()) === undefined) return openOptions();
    if (id.startsWith(BATCH_NOTIFICATION)) {
      return openBatch(id.slice(BATCH_NOTIFICATION.length));
    }
    const recent = (await recentOperations.read())?.operations ?? [];
    const report = recent.findLast(({ jobId }) => id === JOB_NOTIFICATION + jobId)?.report;
    if (!report) return openPopup();
    await openPopupWith({ kind: 'report', report });
  }

  return async (id) => {
    try {
      await open(id).catch(openPopup);
    } catch {
      // The window has closed.
    }
  };
}
