import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { ListState } from '@/components/list/list-state';
import { type Failure, isServiceWide } from '@/lib/failure';

type ReadList = Pick<
  ListState,
  'query' | 'shown' | 'isReading' | 'failure' | 'canShowMore' | 'showMore'
>;

interface ReadingOnTools {
  list: ReadList;
  /** Whether the list is what a person looks at: no more is read otherwise. */
  isInSight: ReadonlySignal<boolean>;
  /** Whether nothing goes before it: no more is read until then. */
  isIdle: ReadonlySignal<boolean>;
  /** Whether the rows that follow are known without reading them. */
  isComplete: ReadonlySignal<boolean>;
  /** The least time between the starts of two lists, in milliseconds. */
  pauseMs: ReadonlySignal<number>;
}

/**
 * Reads a list to its end, page after page, as far as the list goes: up to 2,000 rows. Another query
 * begins anew. After a failure of this list alone the reading goes on when the list was read again; after
 * one of the whole service, when the backoff is over.
 */
export function createReadingOn({ list, isInSight, isIdle, isComplete, pauseMs }: ReadingOnTools) {
  const isStopped = signal(false);
  const hasMore = computed(
    () => list.shown.value?.isAnswer === true && list.canShowMore.value && !isComplete.value,
  );
  const isOn = computed(() => {
    const failure = list.failure.value;
    const hasFailed = failure !== null && !isServiceWide(failure);
    return isInSight.value && hasMore.value && !hasFailed && !isStopped.value;
  });

  effect(() => {
    if (list.query.value) isStopped.value = false;
  });
  let lastStart = 0;
  effect(() => {
    if (list.isReading.value) lastStart = Date.now();
  });
  /** The failure during which a backoff was seen: a page may hear of the backoff after the failure. */
  const seenBackoff = signal<Failure | null>(null);
  effect(() => {
    if (!isIdle.value) seenBackoff.value = list.failure.value;
  });
  effect(() => {
    const failure = list.failure.value;
    const mayAsk = isIdle.value && (failure === null || failure === seenBackoff.value);
    if (!isOn.value || !mayAsk || list.isReading.value) return;
    const rest = lastStart + pauseMs.value - Date.now();
    if (rest <= 0) return untracked(list.showMore);
    const timer = setTimeout(list.showMore, Math.min(rest, pauseMs.value));
    return () => clearTimeout(timer);
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
