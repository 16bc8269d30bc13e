import { computed, type ReadonlySignal } from '@preact/signals';
import { followedSignal } from '@/components/ui/state/stored-signal';
import { isOpen } from '@/lib/jobs/job';
import type { QueueSummary } from '@/lib/jobs/queue';
import { readFirst, type SharedState, sharedStateOf } from '@/lib/shared-state/first-read';
import { connectionItem, queueItem, recentOperationsItem } from '@/lib/shared-state/shared-items';
import type { StoredItem } from '@/lib/storage/stored-item';

/** What a page is painted from, as it changes. */
export type FollowedState = ReturnType<typeof follow>;

/**
 * Reads what a page is painted from, with what it remembers beside that, at once, and follows it.
 * Rejects where the storage cannot be read.
 * @param remembered see `readFirst`, as for `prepare`
 */
export async function openSharedState(
  remembered: readonly Pick<StoredItem<unknown>, 'key'>[],
  prepare: () => Promise<unknown>,
) {
  // Before they are read, so that no change is missed.
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
    /** What was remembered, by its item. */
    stored,
  };
}

function follow(state: ReadonlySignal<SharedState>) {
  const connection = computed(() => state.value.connection);
  const queue = computed(() => state.value.queue);
  const backoff = computed(() => queue.value.backoff);
  const recentOperations = computed(() => queue.value.recentOperations);
  return {
    /** Null where no service is connected. */
    connection,
    /** Names the connection in each call of the background; empty where there is none. */
    connectionId: computed(() => connection.value?.id ?? ''),
    /** The newest reports, as they were read last; null where none were. */
    newest: computed(() => connection.value?.newest ?? null),
    queue,
    backoff,
    /** The last finished operations, the latest last. */
    recentOperations,
    /** Ids of the reports that are about to be deleted. */
    deleting: computed(() => queue.value.deleting),
    /** Whether nothing goes before background reading: no operation can be sent, and there is no backoff. */
    isIdle: computed(() => backoff.value === null && !hasOpenWork(queue.value)),
    /** Another value after each operation that is finished; null during a backoff. */
    success: computed(() =>
      backoff.value === null ? (recentOperations.value.at(-1)?.endedAt ?? 0) : null,
    ),
  };
}

/** Whether anything goes on by itself; a paused batch does not. */
function hasOpenWork({ all, batches }: QueueSummary): boolean {
  const goesOn = (line: QueueSummary['batches'][number]) => isOpen(line) && !line.isPaused;
  return all.create + all.update + all.delete > 0 || batches.some(goesOn);
}
