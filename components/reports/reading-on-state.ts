import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { ListState } from '@/components/list/list-state';
import { type Failure, isAboutAll } from '@/lib/failure';

type ReadList = Pick<
  ListState,
  'query' | 'shown' | 'isReading' | 'failure' | 'canShowMore' | 'showMore'
>;

/**
 * Reads a list to its end, page after page, as far as the list goes: up to 2,000 rows. Another query
 * begins anew. After a failure of this list alone the reading goes on when the list was read again; after
 * one of the whole service, when the backoff is over.
 * @param isInSight whether the list is what a person looks at: no more is read otherwise
 * @param isIdle whether nothing goes before it: no more is read until then
 */
export function createReadingOn(
  list: ReadList,
  isInSight: ReadonlySignal<boolean>,
  isIdle: ReadonlySignal<boolean>,
) {
  const isStopped = signal(false);
  const hasMore = computed(() => list.shown.value?.isAnswer === true && list.canShowMore.value);
  const isOn = computed(() => {
    const failure = list.failure.value;
    const hasFailed = failure !== null && !isAboutAll(failure);
    return hasMore.value && !hasFailed && !isStopped.value && isInSight.value;
  });

  effect(() => {
    if (list.query.value) isStopped.value = false;
  });
  /** The failure during which a backoff was seen: a page may hear of the backoff after the failure. */
  const seenBackoff = signal<Failure | null>(null);
  effect(() => {
    if (!isIdle.value) seenBackoff.value = list.failure.value;
  });
  effect(() => {
    const failure = list.failure.value;
    const mayAsk = isIdle.value && (failure === null || failure === seenBackoff.value);
    if (isOn.value && mayAsk && !list.isReading.value) untracked(list.showMore);
  });

  return {
    /** Whether rows are read that follow those that are shown, now or later. */
    isOn,
    /** Whether that waits for what goes before it. */
    isWaiting: computed(() => isOn.value && !isIdle.value),
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
