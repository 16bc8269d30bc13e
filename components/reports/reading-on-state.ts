import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { ListState } from '@/components/list/list-state';
import { type Failure, isServiceWide } from '@/lib/failure';

type ReadList = Pick<
  ListState,
  'query' | 'shown' | 'isReading' | 'failure' | 'canShowMore' | 'showMore'
>;

interface ReadingOnTools {
  list: ReadList;
  /** Whether a visible view needs the rest of the list. If not, no more is read. */
  isInSight: ReadonlySignal<boolean>;
  /** Whether nothing more urgent uses the service. If not, reading waits. */
  isIdle: ReadonlySignal<boolean>;
  /** Whether the stored rows contain the rest of the list. */
  isComplete: ReadonlySignal<boolean>;
  /** The minimum time between the starts of two requests, in milliseconds. */
  pauseMs: ReadonlySignal<number>;
}

/**
 * Reads a list to its end, page after page, up to 2,000 rows. Another query begins again. After a
 * failure of the list alone, reading continues when the list was read again. After a failure of the
 * whole service, reading continues when the backoff is over.
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
  /** The failure whose backoff the page has seen. A page may learn of the backoff later. */
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
    /** Whether further rows are being read, or will be read. */
    isOn,
    /** Whether reading waits for more urgent requests. */
    isWaiting: computed(() => isOn.value && !isIdle.value),
    /** Whether unread rows remain that will be read, perhaps after a failure. */
    isUnfinished: computed(() => hasMore.value && !isStopped.value),
    /** Whether a person has stopped the reading before its end. */
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
