import { storage } from 'wxt/utils/storage';
import { connectionInUse } from '@/lib/connection/connection-register';
import { readPublished, type SharedState, sharedStateOf } from '@/lib/shared-state/first-read';
import {
  NO_PARTS,
  type RecentOperations,
  recentIn,
  recentOperationsItem,
  withRecentParts,
} from '@/lib/shared-state/recent-operations';
import { type Queue, queueItem, type StoredQueue } from '@/lib/shared-state/shared-items';

export function storeQueue(
  { recentOperations, ...queue }: Queue,
  connectionId = 'a',
): Promise<void> {
  return storage.setItems([
    ...recentEntries(recentOperations, connectionId),
    queueItem(connectionId).entry(queue),
  ]);
}

/** Stores the recent operations of a connection, as the worker does. */
export function storeRecentOperations(recent: RecentOperations, connectionId = 'a'): Promise<void> {
  return storage.setItems(recentEntries(recent, connectionId));
}

function recentEntries(recent: RecentOperations, connectionId: string) {
  // `entries` compares parts by identity. Because new arrays differ, every part is stored.
  const otherParts = NO_PARTS.map(() => []);
  return recentOperationsItem(connectionId).entries(withRecentParts(NO_PARTS, recent), otherParts);
}

export async function readSharedState(): Promise<SharedState> {
  const connection = await connectionInUse.read();
  if (connection === undefined) return sharedStateOf(undefined, {});
  const { recentParts, ...published } = await readPublished(connection.id);
  return sharedStateOf(connection, { ...published, recentOperations: recentIn(recentParts) });
}

export async function readQueue(): Promise<StoredQueue | undefined> {
  const connection = await connectionInUse.read();
  return connection && queueItem(connection.id).read();
}
