import type { Connection } from '@/lib/connection/connection';
import type { RecentOperations } from '@/lib/shared-state/recent-operations';
import type { ReadableItem } from '@/lib/storage/stored-item';
import type { PopupRequest } from './popup-request';
import { BATCH_NOTIFICATION, JOB_NOTIFICATION } from './report-news';

interface ClickTools {
  connection: ReadableItem<Connection>;
  recentOperationsOf(connectionId: string): ReadableItem<RecentOperations>;
  openPopupWith(request: PopupRequest): Promise<void>;
  /** Opens the popup in a tab, with the same content as after a click on the toolbar button. */
  openPopup(): Promise<void>;
  openBatch(id: string): Promise<void>;
  openOptions(): Promise<void>;
}

/**
 * Opens the report or batch of a notification; the popup if the report is unknown. Reads only
 * stored items, because the worker may have been restarted. Never rejects.
 */
export function createNotificationClicks(tools: ClickTools): (id: string) => Promise<void> {
  const { connection, recentOperationsOf, openPopupWith, openPopup, openBatch, openOptions } =
    tools;
  async function open(id: string): Promise<void> {
    const connected = await connection.read();
    if (connected === undefined) return openOptions();
    if (id.startsWith(BATCH_NOTIFICATION)) {
      return openBatch(id.slice(BATCH_NOTIFICATION.length));
    }
    const recent = (await recentOperationsOf(connected.id).read()) ?? [];
    const end = recent.findLast(({ jobId }) => id === JOB_NOTIFICATION + jobId);
    // A batch of updates or deletions has no single report.
    if (!end?.report || end.isBatch) return openPopup();
    await openPopupWith({ kind: 'report', report: end.report });
  }

  return async (id) => {
    try {
      await open(id).catch(openPopup);
    } catch {
      // The popup could not be opened either, for example because the window was closed.
    }
  };
}
