import type { Connection } from '@/lib/connection/connection';
import type { ReadableItem, StoredItem } from '@/lib/storage/stored-item';
import type { Handover } from './handover';
import { BATCH_NOTIFICATION, type ShownNotifications } from './report-news';

interface ClickTools {
  connection: ReadableItem<Connection>;
  shownOf(connectionId: string): StoredItem<ShownNotifications>;
  /** Opens the popup in a tab, where it shows what is handed over. */
  openHandover(handover: Handover): Promise<void>;
  /** Opens the popup in a tab, as the toolbar button does. */
  openPopup(): Promise<void>;
  /** Shows a batch, given as `batch=` and its id. */
  openBatch(batch: string): Promise<void>;
  openOptions(): Promise<void>;
}

/**
 * Makes what a click on a notification does: it opens the report or the batch, or the popup where there
 * is none or nobody knows any more. It works in a worker that has shown no notification, and never rejects.
 */
export function createNotificationClicks(tools: ClickTools): (id: string) => Promise<void> {
  const { connection, shownOf, openHandover, openPopup, openBatch, openOptions } = tools;
  async function open(id: string): Promise<void> {
    const connected = await connection.read();
    if (connected === undefined) return openOptions();
    if (id.startsWith(BATCH_NOTIFICATION)) return openBatch(id);
    const item = shownOf(connected.id);
    const report = (await item.read())?.find((one) => one.id === id)?.report ?? null;
    await item.update((shown) => shown?.filter((one) => one.id !== id));
    if (report === null) return openPopup();
    await openHandover({ kind: 'report', report });
  }

  return async (id) => {
    try {
      await open(id).catch(openPopup);
    } catch {
      // The window has closed.
    }
  };
}
