import { storage } from 'wxt/utils/storage';
import { sharedStateOf } from '@/lib/shared-state/first-read';
import {
  connectionItem,
  type Queue,
  queueItem,
  recentOperationsItem,
} from '@/lib/shared-state/shared-items';

/** Stores a queue as the worker publishes it. */
export function storeQueue({ recentOperations, ...queue }: Queue): Promise<void> {
  const { connectionId } = queue;
  return storage.setItems([
    recentOperationsItem.entry({ connectionId, operations: recentOperations }),
    queueItem.entry(queue),
  ]);
}

/** What pages see now. */
export async function readSharedState() {
  return sharedStateOf(
    await connectionItem.read(),
    await queueItem.read(),
    await recentOperationsItem.read(),
  );
}
