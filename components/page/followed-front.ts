import { computed, type ReadonlySignal } from '@preact/signals';
import type { ActivityView } from '@/components/activity/subject';
import { followedSignal } from '@/components/ui/state/stored-signal';
import { readFirst, type Shown, shownOf } from '@/lib/front/first-read';
import { frontItem } from '@/lib/front/front';
import { outcomesItem } from '@/lib/front/outcomes';
import { type View, viewItem } from '@/lib/front/view';
import type { StoredItem } from '@/lib/storage/stored-item';
import { type BatchLine, isOpen } from '@/lib/task/batch/batch';

/** What a page is painted from, as it changes. */
export type FollowedFront = ReturnType<typeof follow>;

/**
 * Reads what a page is painted from, with what it remembers beside that, at once, and follows it.
 * Rejects where the store cannot be read.
 * @param remembered see `readFirst`, as for `prepare`
 */
export async function openFront(
  remembered: readonly Pick<StoredItem<unknown>, 'key'>[],
  prepare: () => Promise<unknown>,
) {
  // Before they are read, so that no change is missed.
  const front = followedSignal(frontItem);
  const view = followedSignal(viewItem);
  const outcomes = followedSignal(outcomesItem);
  const stored = await readFirst(remembered, prepare);
  front.begin(stored(frontItem));
  view.begin(stored(viewItem));
  outcomes.begin(stored(outcomesItem));
  const shown = computed(() => shownOf(front.value.value, view.value.value, outcomes.value.value));
  return {
    ...follow(shown),
    /** What was remembered, by its item. */
    stored,
  };
}

function follow(shown: ReadonlySignal<Shown>) {
  const outcomes = computed(() => shown.value.outcomes);
  const view = computed<ActivityView & Shown['view']>(() => ({
    ...shown.value.view,
    outcomes: outcomes.value.singles,
  }));
  const gate = computed(() => view.value.gate);
  return {
    /** Null where no service is connected. */
    connection: computed(() => shown.value.front.connection),
    /** The newest reports, as they were read last; null where none were. */
    newest: computed(() => shown.value.front.newest),
    outcomes,
    /** The tasks, with what became of the last single ones. */
    view,
    gate,
    tasks: computed(() => view.value.tasks),
    /** Ids of the reports that are about to be deleted. */
    deleting: computed(() => view.value.deleting),
    /** Ids of the reports whose new result is awaited. */
    awaited: computed(() => view.value.awaited),
    /** Whether nothing goes before what is read in the background: no task can be sent, and the gate is open. */
    isIdle: computed(() => gate.value === null && !hasOpenWork(view.value)),
    /** Another value after each task that succeeds; null while the gate is closed. */
    success: computed(() => (gate.value === null ? outcomes.value.last : null)),
  };
}

/** Whether anything goes on by itself; a batch that is held does not. */
function hasOpenWork({ all, batches }: View): boolean {
  const goesOn = (line: BatchLine) => isOpen(line) && !line.isPaused && !line.needsPassword;
  return all.create + all.change + all.delete > 0 || batches.some(goesOn);
}
