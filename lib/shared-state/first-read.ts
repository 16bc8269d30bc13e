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

/** What a page is painted from. */
export interface SharedState {
  /** Null where no service is connected. */
  connection: ActiveConnection | null;
  queue: Queue;
}

const VERSIONS = [schemaVersionItems.local, schemaVersionItems.session];

/**
 * Reads what a page is painted from, and what it remembers beside that, at once. Rejects where the
 * storage cannot be read.
 * @param remembered what else is read with it
 * @param prepare has the worker migrate what is stored, which may still be that of another build, or of a
 *   browser that has just started
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

/** What is stored, put together: a queue of another connection is none. */
export function sharedStateOf(
  connection: ActiveConnection | undefined,
  queue: StoredQueue | undefined,
  recent: RecentOperations | undefined,
): SharedState {
  const connectionId = connection?.id ?? '';
  const recentOperations = recent?.connectionId === connectionId ? recent.operations : [];
  const none = { ...EMPTY_QUEUE, connectionId, historyRevision: 0, historyFails: false };
  const own = queue?.connectionId === connectionId ? queue : none;
  // A page hears of the two one after the other: a finished operation has left its line already.
  const isFinished = (id: string) => recentOperations.some(({ jobId }) => jobId === id);
  const singles = own.singles.filter(({ id }) => !isFinished(id));
  return { connection: connection ?? null, queue: { ...own, singles, recentOperations } };
}
