import { storage } from 'wxt/utils/storage';
import { connectionInUse } from '@/lib/connection/connection-register';
import { readPublished, type SharedState, sharedStateOf } from '@/lib/shared-state/first-read';
import {
  type Queue,
  queueItem,
  recentOperationsItem,
  type StoredQueue,
} from '@/lib/shared-state/shared-items';

export function storeQueue(
  { recentOperations, ...queue }: Queue,
  connectionId = 'a',
): Promise<void> {
  return storage.setItems([
    recentOperationsItem(connectionId).entry(recentOperations),
    queueItem(connectionId).entry(queue),
  ]);
}

export async function readSharedState(): Promise<SharedState> {
  const connection = await connectionInUse.read();
  return sharedStateOf(connection, connection ? await readPublished(connection.id) : {});
}

export async function readQueue(): Promise<StoredQueue | undefined> {
  const connection = await connectionInUse.read();
  return connection && queueItem(connection.id).read();
}
