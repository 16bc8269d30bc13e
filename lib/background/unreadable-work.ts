import type { ConnectionStore } from '@/lib/storage/connection-store';
import type { UnreadableEntry } from '@/lib/stored-item';

/** Submissions and deletions that are stored and cannot be read: they stay until a person removes them. */
export interface UnreadableWork {
  /** Counts them for the pages to say. Never rejects. */
  count(): Promise<void>;
  list(): Promise<UnreadableEntry[]>;
  remove(): Promise<void>;
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
  const countItem = store.unreadableCount(connectionId);

  async function list(): Promise<UnreadableEntry[]> {
    const [{ unreadable }, raw] = await Promise.all([
      submissions.readAll(),
      deletions.readUnreadable(),
    ]);
    return [...unreadable, ...raw.map((entry) => ({ key: 'deletions', raw: entry }))];
  }

  async function count(): Promise<void> {
    const { length } = await list();
    await countItem.update((before) => {
      if (signal.aborted || length === (before ?? 0)) return before;
      return length || undefined;
    });
  }

  return {
    count: () => count().catch(() => {}),
    list,
    async remove() {
      const { unreadable } = await submissions.readAll();
      await submissions.removeKeys(unreadable.map(({ key }) => key));
      await deletions.removeUnreadable();
      await count();
    },
  };
}
