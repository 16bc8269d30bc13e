import { EMPTY_QUEUE } from '@/lib/jobs/queue';
import { SCHEMA_VERSION, schemaVersionItems } from '@/lib/storage/schema-version';
import type { StoredItem } from '@/lib/storage/stored-item';
import { readTogether, type StoredValues } from '@/lib/storage/stored-values';
import {
  type ActiveConnection,
  connectionItem,
  type Queue,
  queueItem,
  type RecentOperations,
  recentOperationsItem,
  type StoredQueue,
} from './shared-items';

/** The state that an extension page needs for its first paint. */
export interface SharedState {
  /** Null if no service is connected. */
  connection: ActiveConnection | null;
  queue: Queue;
}

const VERSIONS = [schemaVersionItems.local, schemaVersionItems.session];

/**
 * Reads the shared state and the remembered items in one call. Rejects if storage cannot be read.
 * @param remembered further items of the extension page
 * @param prepare called if the stored state has another schema version, or if the browser has just
 *   started. Resolves after the worker has migrated the state.
 */
export async function readFirst(
  remembered: readonly Pick<StoredItem<unknown>, 'key'>[],
  prepare: () => Promise<unknown>,
): Promise<StoredValues> {
  const items = [...VERSIONS, connectionItem, queueItem, recentOperationsItem, ...remembered];
  const stored = await readTogether(items);
  if (isOfThisVersion(stored)) return stored;
  await prepare();
  const prepared = await readTogether(items);
  if (!isOfThisVersion(prepared)) throw new Error('The storage has another schema version');
  return prepared;
}

function isOfThisVersion(stored: StoredValues): boolean {
  return VERSIONS.every((item) => stored(item) === SCHEMA_VERSION);
}

/** Returns the shared state from stored values. Ignores the queue of another connection. */
export function sharedStateOf(
  connection: ActiveConnection | undefined,
  queue: StoredQueue | undefined,
  recent: RecentOperations | undefined,
): SharedState {
  const connectionId = connection?.id ?? '';
  const recentOperations = recent?.connectionId === connectionId ? recent.operations : [];
  const none: Queue = {
    ...EMPTY_QUEUE,
    connectionId,
    historyRevision: 0,
    historyState: 'stored',
  };
  const own = queue?.connectionId === connectionId ? queue : none;
  // The page gets the changes of the two items one after the other. A finished job has no line.
  const isFinished = (id: string) => recentOperations.some(({ jobId }) => jobId === id);
  const singles = own.singles.filter(({ id }) => !isFinished(id));
  return { connection: connection ?? null, queue: { ...own, singles, recentOperations } };
}
