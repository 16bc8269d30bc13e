import type { Connection } from '@/lib/connection/connection';
import type { RecentOperations } from '@/lib/shared-state/recent-operations';
import type { ReadableItem } from '@/lib/storage/stored-item';
import type { PopupRequest } from './popup-request';
import { BATCH_NOTIFICATION, JOB_NOTIFICATION } from './report-news';

interface ClickTools {
  connection: ReadableItem<Connection>;
  recentOperationsOf(connectionId: string): ReadableItem<RecentOperations>;
  openPopupWith(request: PopupRequest): Promise<void>;
  /** Opens the popup in a tab. */
  openPopup(): Promise<void>;
  openBatch(id: string): Promise<void>;
  openOptions(): Promise<void>;
}

/**
 * Returns a function that opens the report or batch of a notification, or the popup for an unknown
 * report. Reads stored items only, because the click may start the worker. Never rejects.
 */
export function createNotificationClicks(tools: ClickTools): (id: string) => Promise<void> {
  const { connection, recentOperationsOf, openPopupWith, openPopup, openBatch, openOptions } =
    tools;
  async function open(id: string): Promise<void> {
    const inUse = await connection.read();
    if (inUse === undefined) return openOptions();
    if (id.startsWith(BATCH_NOTIFICATION)) {
      return openBatch(id.slice(BATCH_NOTIFICATION.length));
    }
    const recentOperations = (await recentOperationsOf(inUse.id).read()) ?? [];
    const operation = recentOperations.findLast(({ jobId }) => id === JOB_NOTIFICATION + jobId);
    // A batch of updates or deletions has several reports.
    if (!operation?.report || operation.isBatch) return openPopup();
    await openPopupWith({ kind: 'report', report: operation.report });
  }

  return async (id) => {
    try {
      await open(id).catch(openPopup);
    } catch {
      // Opening the popup has also failed, for example because the window is closed.
    }
  };
}
