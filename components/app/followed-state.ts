import { computed, type ReadonlySignal } from '@preact/signals';
import { followedSignal } from '@/components/ui/state/stored-signal';
import { isOpen } from '@/lib/jobs/job';
import type { QueueSummary } from '@/lib/jobs/queue';
import { readFirst, type SharedState, sharedStateOf } from '@/lib/shared-state/first-read';
import { connectionItem, queueItem, recentOperationsItem } from '@/lib/shared-state/shared-items';
import type { StoredItem } from '@/lib/storage/stored-item';

/** The shared state, as signals of an extension page. */
export type FollowedState = ReturnType<typeof follow>;

/**
 * Reads the shared state and the remembered items in one call, and follows the shared state.
 * Rejects if storage cannot be read. `readFirst` describes the parameters.
 */
export async function openSharedState(
  remembered: readonly Pick<StoredItem<unknown>, 'key'>[],
  prepare: () => Promise<unknown>,
) {
  // Following starts before reading, so that the page misses no change.
  const connection = followedSignal(connectionItem);
  const recent = followedSignal(recentOperationsItem);
  const queue = followedSignal(queueItem);
  const stored = await readFirst(remembered, prepare);
  connection.begin(stored(connectionItem));
  recent.begin(stored(recentOperationsItem));
  queue.begin(stored(queueItem));
  const state = computed(() =>
    sharedStateOf(connection.value.value, queue.value.value, recent.value.value),
  );
  return {
    ...follow(state),
    /** Returns the value of a remembered item. */
    stored,
  };
}

function follow(state: ReadonlySignal<SharedState>) {
  const connection = computed(() => state.value.connection);
  const queue = computed(() => state.value.queue);
  const backoff = computed(() => queue.value.backoff);
  const recentOperations = computed(() => queue.value.recentOperations);
  return {
    /** Null if no service is connected. */
    connection,
    /** The connection's id, for calls of the background; empty if no service is connected. */
    connectionId: computed(() => connection.value?.id ?? ''),
    /** The newest list; null if no list was read. */
    newest: computed(() => connection.value?.newest ?? null),
    queue,
    backoff,
    /** The last finished operations, newest last. */
    recentOperations,
    /** Ids of the reports that are about to be deleted. */
    deleting: computed(() => queue.value.deleting),
    /** Whether background reading delays nothing: no operation is open, and there is no backoff. */
    isIdle: computed(() => backoff.value === null && !hasOpenWork(queue.value)),
    /** A number that changes when an operation finishes; null during a backoff. */
    success: computed(() =>
      backoff.value === null ? (recentOperations.value.at(-1)?.endedAt ?? 0) : null,
    ),
  };
}

/** Whether an operation continues without a person. Operations of paused batches do not. */
function hasOpenWork({ all, batches }: QueueSummary): boolean {
  const isActive = (line: QueueSummary['batches'][number]) => isOpen(line) && !line.isPaused;
  return all.create + all.update + all.delete > 0 || batches.some(isActive);
}
