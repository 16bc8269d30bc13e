import { storage } from 'wxt/utils/storage';
import { sharedStateOf } from '@/lib/shared-state/first-read';
import {
  connectionItem,
  type Queue,
  queueItem,
  recentOperationsItem,
} from '@/lib/shared-state/shared-items';
import { readTogether } from '@/lib/storage/stored-values';

/** Stores a queue in the shared state, as the worker does. */
export function storeQueue({ recentOperations, ...queue }: Queue): Promise<void> {
  const { connectionId } = queue;
  return storage.setItems([
    recentOperationsItem.entry({ connectionId, operations: recentOperations }),
    queueItem.entry(queue),
  ]);
}

/** Reads the shared state. */
export async function readSharedState() {
  const stored = await readTogether([connectionItem, queueItem, recentOperationsItem]);
  const [connection, queue, recent] = [
    stored(connectionItem),
    stored(queueItem),
    stored(recentOperationsItem),
  ];
  return sharedStateOf(connection, queue, recent);
}
