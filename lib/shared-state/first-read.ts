import type { Connection } from '@/lib/connection/connection';
import { connectionsItem } from '@/lib/connection/connection-register';
import type { DueLine } from '@/lib/report/compare/due';
import type { Headline } from '@/lib/report/compare/headlines';
import { SCHEMA_VERSION, schemaVersionItems } from '@/lib/storage/schema-version';
import type { StoredItem } from '@/lib/storage/stored-item';
import { readTogether, type StoredValueOf } from '@/lib/storage/stored-values';
import { type RecentOperations, type RecentParts, recentOperationsItem } from './recent-operations';
import {
  type ActiveConnection,
  dueItem,
  headlineItem,
  type NewestReports,
  NO_QUEUE,
  newestListItem,
  type PublishedDue,
  type PublishedHeadline,
  type Queue,
  queueItem,
  type StoredQueue,
} from './shared-items';

/** The state that an extension page needs for its first paint. */
export interface SharedState {
  /** Null if no service is connected. */
  connection: ActiveConnection | null;
  queue: Queue;
  due: readonly DueLine[];
  /** The worst headline; null for none. */
  headline: Headline | null;
}

/** The values of a connection's items; undefined for absent items. */
export interface PublishedValues {
  newest: NewestReports | undefined;
  queue: StoredQueue | undefined;
  due: PublishedDue | undefined;
  headline: PublishedHeadline | undefined;
  recentOperations: RecentOperations;
}

/** The values of a connection's items, with the recent operations as they are stored. */
export interface PublishedParts extends Omit<PublishedValues, 'recentOperations'> {
  recentParts: RecentParts;
  /** Returns the value of a remembered item of the connection. */
  stored: StoredValueOf;
}

/** An item that an extension page reads once, when the page opens. */
export type RememberedItem = Pick<StoredItem<unknown>, 'key'>;

const VERSIONS = [schemaVersionItems.local, schemaVersionItems.session];

/**
 * Reads the register of connections and the remembered items in one call. Rejects if storage cannot be
 * read.
 * @param remembered further items of the extension page
 * @param prepare called if the stored state has another schema version, or if the browser has just
 *   started. Resolves after the worker has migrated the state.
 */
export async function readFirst(
  remembered: readonly RememberedItem[],
  prepare: () => Promise<unknown>,
): Promise<StoredValueOf> {
  const items = [...VERSIONS, connectionsItem, ...remembered];
  const stored = await readTogether(items);
  if (hasThisVersion(stored)) return stored;
  await prepare();
  const prepared = await readTogether(items);
  if (!hasThisVersion(prepared)) throw new Error('The stored data has another schema version');
  return prepared;
}

function hasThisVersion(stored: StoredValueOf): boolean {
  return VERSIONS.every((item) => stored(item) === SCHEMA_VERSION);
}

/**
 * Reads the shared state of a connection in one call.
 * @param remembered further items of the connection
 */
export async function readPublished(
  connectionId: string,
  remembered: readonly RememberedItem[] = [],
): Promise<PublishedParts> {
  const newest = newestListItem(connectionId);
  const queue = queueItem(connectionId);
  const due = dueItem(connectionId);
  const headline = headlineItem(connectionId);
  const recent = recentOperationsItem(connectionId);
  const stored = await readTogether([newest, queue, due, headline, ...recent.parts, ...remembered]);
  return {
    newest: stored(newest),
    queue: stored(queue),
    due: stored(due),
    headline: stored(headline),
    recentParts: recent.partsOf(stored),
    stored,
  };
}

/** Returns the state of a connection from the values of its items. */
export function sharedStateOf(
  connection: Connection | undefined,
  { newest, queue, due, headline, recentOperations = [] }: Partial<PublishedValues>,
): SharedState {
  const own = queue ?? NO_QUEUE;
  // The page receives the changes of the two items one after the other. A line may belong to a job
  // that has already finished.
  const isFinished = (id: string) => recentOperations.some(({ jobId }) => jobId === id);
  const singles = own.singles.filter(({ id }) => !isFinished(id));
  return {
    connection: connection ? { ...connection, newest: newest ?? null } : null,
    queue: { ...own, singles, recentOperations },
    due: due?.lines ?? [],
    headline: headline ?? null,
  };
}
