import type { ConnectionStore } from '@/lib/storage/connection-store';
import { AREAS, areasShownIn, type StorageArea } from '@/lib/storage/stored-values';
import type { UnreadableEntry } from '@/lib/stored-item';
import { untilAborted } from './until-aborted';

/**
 * Submissions and deletions that are stored and cannot be read: they stay until a person removes
 * them. Ordinary windows are shown none of what private ones have asked for.
 */
export interface UnreadableWork {
  /** Counts them for the pages to say. Never rejects. */
  count(): Promise<void>;
  list(isPrivateWindow: boolean): Promise<UnreadableEntry[]>;
  remove(isPrivateWindow: boolean): Promise<void>;
}

/**
 * Makes the unreadable work of one connection.
 * @param signal aborts when nothing more may be stored
 */
export function createUnreadableWork(
  store: ConnectionStore,
  connectionId: string,
  signal: AbortSignal,
): UnreadableWork {
  const submissions = store.submissions(connectionId);
  const deletions = store.deletions(connectionId);

  async function list(areas: readonly StorageArea[]): Promise<UnreadableEntry[]> {
    const [{ unreadable }, raw] = await Promise.all([
      submissions.readAll(areas),
      deletions.readUnreadable(areas),
    ]);
    return [...unreadable, ...raw.map((entry) => ({ key: 'deletions', raw: entry }))];
  }

  async function count(area: StorageArea): Promise<void> {
    const { length } = await list([area]);
    const item = untilAborted(store.unreadableCount(connectionId, area), signal);
    await item.update((before) => (length === (before ?? 0) ? before : length || undefined));
  }

  async function countAll(): Promise<void> {
    await Promise.all(AREAS.map(count));
  }

  return {
    count: () => countAll().catch(() => {}),
    list: (isPrivateWindow) => list(areasShownIn(isPrivateWindow)),
    async remove(isPrivateWindow) {
      const areas = areasShownIn(isPrivateWindow);
      const { unreadable } = await submissions.readAll(areas);
      await submissions.removeKeys(unreadable.map(({ key }) => key));
      await deletions.removeUnreadable(areas);
      await countAll();
    },
  };
}
