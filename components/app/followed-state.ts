import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { followedSignal } from '@/components/ui/state/stored-signal';
import type { Connection } from '@/lib/connection/connection';
import {
  type ConnectionRegister,
  connectionsItem,
  EMPTY_REGISTER,
  findConnection,
  findConnectionInUse,
} from '@/lib/connection/connection-register';
import { isOpen } from '@/lib/jobs/job';
import type { QueueSummary } from '@/lib/jobs/queue';
import {
  type PublishedValues,
  type RememberedItem,
  readFirst,
  readPublished,
  type SharedState,
  sharedStateOf,
} from '@/lib/shared-state/first-read';
import { dueItem, headlineItem, newestListItem, queueItem } from '@/lib/shared-state/shared-items';
import type { StoredItem } from '@/lib/storage/stored-item';
import type { StoredValueOf } from '@/lib/storage/stored-values';
import { followRecentOperations } from './followed-recent-operations';

/** The shared state, as signals of an extension page. */
export type FollowedState = ReturnType<typeof followedStateOf>;

/** The shared state of one connection, as signals of its stored items. */
interface FollowedItems {
  connectionId: string;
  values: ReadonlySignal<PublishedValues>;
  /** Reads the first values, and further items. Rejects if storage cannot be read. */
  read(remembered: readonly RememberedItem[]): Promise<StoredValueOf>;
  /** Stops following the items. */
  end(): void;
}

interface SharedStateOptions {
  /** Returns further items of a connection. The page reads these items once for each followed connection. */
  rememberedOf?(connectionId: string): readonly RememberedItem[];
  /**
   * By default, the page follows the connection in use. With `firstConnection`, the page stays with the
   * connection that was in use when the page opened.
   */
  follows?: 'connectionInUse' | 'firstConnection';
}

/**
 * Reads the shared state and some further items, and follows the shared state. Rejects if storage
 * cannot be read. `readFirst` describes the other parameters.
 */
export async function openSharedState(
  remembered: readonly RememberedItem[],
  prepare: () => Promise<unknown>,
  { rememberedOf = () => [], follows = 'connectionInUse' }: SharedStateOptions = {},
) {
  const register = signal(EMPTY_REGISTER);
  const items = signal<FollowedItems | null>(null);
  let hasChanged = false;
  let storedOfConnection: StoredValueOf = () => undefined;

  function findFollowed(current: FollowedItems | null): Connection | undefined {
    return follows === 'firstConnection' && current !== null
      ? findConnection(register.value, current.connectionId)
      : findConnectionInUse(register.value);
  }

  /** Sets the register. Follows other items if the page must now follow another connection. */
  async function setRegister(changed: ConnectionRegister = EMPTY_REGISTER): Promise<void> {
    register.value = changed;
    const former = items.peek();
    if (follows === 'firstConnection' && former !== null) return;
    const id = findConnectionInUse(changed)?.id ?? null;
    if (id === (former?.connectionId ?? null)) return;
    former?.end();
    const next = id === null ? null : followItems(id);
    items.value = next;
    if (next !== null) storedOfConnection = await next.read(rememberedOf(next.connectionId));
  }

  // Following starts before reading, so that the page misses no change.
  connectionsItem.watch((changed) => {
    hasChanged = true;
    void setRegister(changed).catch(() => {});
  });
  const stored = await readFirst(remembered, prepare);
  if (!hasChanged) await setRegister(stored(connectionsItem));
  const state = computed(() => {
    const connection = findFollowed(items.value);
    const current = items.value?.connectionId === connection?.id ? items.value : null;
    return sharedStateOf(connection, current?.values.value ?? {});
  });
  const isInUse = computed(() => {
    const { connection } = state.value;
    return connection !== null && connection.id === register.value.inUse;
  });
  return {
    ...followedStateOf(state, isInUse),
    register: register as ReadonlySignal<ConnectionRegister>,
    /** Returns the value that an item had when the page opened. */
    stored: <T>(item: StoredItem<T>) => stored(item) ?? storedOfConnection(item),
  };
}

function followItems(connectionId: string): FollowedItems {
  const newest = followedSignal(newestListItem(connectionId));
  const queue = followedSignal(queueItem(connectionId));
  const due = followedSignal(dueItem(connectionId));
  const headline = followedSignal(headlineItem(connectionId));
  const recentOperations = followRecentOperations(connectionId);
  return {
    connectionId,
    values: computed(() => ({
      newest: newest.value.value,
      queue: queue.value.value,
      due: due.value.value,
      headline: headline.value.value,
      recentOperations: recentOperations.value.value,
    })),
    async read(remembered) {
      const published = await readPublished(connectionId, remembered);
      newest.begin(published.newest);
      recentOperations.begin(published.recentParts);
      queue.begin(published.queue);
      due.begin(published.due);
      headline.begin(published.headline);
      return published.stored;
    },
    end() {
      for (const item of [newest, queue, due, headline, recentOperations]) item.end();
    },
  };
}

/**
 * Returns the signals of a shared state.
 * @param isInUse whether the connection of the state is in use
 */
export function followedStateOf(
  state: ReadonlySignal<SharedState>,
  isInUse: ReadonlySignal<boolean>,
) {
  const connection = computed(() => state.value.connection);
  const queue = computed(() => state.value.queue);
  const backoff = computed(() => queue.value.backoff);
  const recentOperations = computed(() => queue.value.recentOperations);
  const canSend = computed(() => isInUse.value && backoff.value === null);
  return {
    /** The followed connection. Null if no connection is in use, and after Disconnect. */
    connection,
    /** The connection's id, for calls of the background; empty without a connection. */
    connectionId: computed(() => connection.value?.id ?? ''),
    /** The newest list; null if no list was read. */
    newest: computed(() => connection.value?.newest ?? null),
    queue,
    backoff,
    /** The lines about due pages; empty while another connection is in use. */
    due: computed(() => (isInUse.value ? state.value.due : [])),
    /** The published headline; null for none, and while another connection is in use. */
    headline: computed(() => (isInUse.value ? state.value.headline : null)),
    /** The last finished operations, newest last. */
    recentOperations,
    /** Ids of the reports that are about to be deleted. */
    deleting: computed(() => queue.value.deleting),
    /** Whether the worker sends requests of the connection. */
    isInUse,
    /** Whether background reading delays no operation: nothing is open, and requests can be sent. */
    isIdle: computed(() => canSend.value && !hasOpenJobs(queue.value)),
    /** A number that changes when an operation finishes; null while no operation is sent. */
    success: computed(() => (canSend.value ? (recentOperations.value.at(-1)?.endedAt ?? 0) : null)),
  };
}

/** Whether an operation can continue without a person. Ignores operations of paused batches. */
function hasOpenJobs({ all, batches }: QueueSummary): boolean {
  const isActive = (line: QueueSummary['batches'][number]) => isOpen(line) && !line.isPaused;
  return all.create + all.update + all.delete > 0 || batches.some(isActive);
}
