import type { Connection } from '@/lib/connection/connection';
import type { RecentOperations } from '@/lib/shared-state/shared-items';
import type { ReadableItem } from '@/lib/storage/stored-item';
import type { PopupRequest } from './popup-request';
import { BATCH_NOTIFICATION, JOB_NOTIFICATION } from './report-news';

interface ClickTools {
  connection: ReadableItem<Connection>;
  recentOperationsOf(connectionId: string): ReadableItem<RecentOperations>;
  /** Opens the popup in a tab with a request. */
  openPopupWith(request: PopupRequest): Promise<void>;
  /** Opens the popup in a tab, with the same content as after a click on the toolbar button. */
  openPopup(): Promise<void>;
  /** Opens a batch in *All reports*. */
  openBatch(id: string): Promise<void>;
  openOptions(): Promise<void>;
}

/**
 * Creates the handler of clicks on notifications. A click opens the report or the batch of the
 * notification. If the report is unknown, the click opens the popup. The handler reads only stored
 * items, because the worker may have been restarted. It never rejects.
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
    const report = recent.findLast(({ jobId }) => id === JOB_NOTIFICATION + jobId)?.report;
    if (!report) return openPopup();
    await openPopupWith({ kind: 'report', report });
  }

  return async (id) => {
    try {
      await open(id).catch(openPopup);
    } catch {
      // The popup could not be opened either, for example because the window was closed.
    }
  };
}
