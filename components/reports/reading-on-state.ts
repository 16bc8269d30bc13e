import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { ListState } from '@/components/list/list-state';

type ReadList = Pick<
  ListState,
  'query' | 'shown' | 'isReading' | 'failure' | 'canShowMore' | 'showMore'
>;

/**
 * Reads a list to its end, page after page, as far as the list goes: up to 2,000 rows. Another query
 * begins anew; after a failure the reading goes on when the list was read again.
 * @param isInSight whether the list is what a person looks at: no more is read meanwhile
 */
export function createReadingOn(list: ReadList, isInSight: ReadonlySignal<boolean>) {
  const isStopped = signal(false);
  const hasMore = computed(() => list.shown.value?.isAnswer === true && list.canShowMore.value);
  const isOn = computed(
    () => hasMore.value && !list.failure.value && !isStopped.value && isInSight.value,
  );

  effect(() => {
    if (list.query.value) isStopped.value = false;
  });
  effect(() => {
    if (isOn.value && !list.isReading.value) untracked(list.showMore);
  });

  return {
    /** Whether rows are read that follow those that are shown. */
    isOn,
    /** Whether there are such rows that are not read yet and will be, be it after a failure. */
    isUnfinished: computed(() => hasMore.value && !isStopped.value),
    /** Whether a person has stopped that before the end. */
    isStopped: computed(() => hasMore.value && isStopped.value),
    stop(): void {
      isStopped.value = true;
    },
    goOn(): void {
      isStopped.value = false;
    },
  };
}

export type ReadingOn = ReturnType<typeof createReadingOn>;
