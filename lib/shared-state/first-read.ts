import { EMPTY_QUEUE } from '@/lib/jobs/queue';
import { SCHEMA_VERSION, schemaVersionItems } from '@/lib/storage/schema-version';
import type { StoredItem } from '@/lib/storage/stored-item';
import { readTogether, type StoredValues } from '@/lib/storage/stored-values';
import { type ActiveConnection, connectionItem, type Queue, queueItem } from './shared-items';

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
  const items = [...VERSIONS, connectionItem, queueItem, ...remembered];
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

/** The two together: the queue of another connection is none. */
export function sharedStateOf(
  connection: ActiveConnection | undefined,
  queue: Queue | undefined,
): SharedState {
  const connectionId = connection?.id ?? '';
  const isOwn = queue?.connectionId === connectionId;
  const none = { ...EMPTY_QUEUE, connectionId, historyRevision: 0 };
  return { connection: connection ?? null, queue: isOwn ? queue : none };
}
