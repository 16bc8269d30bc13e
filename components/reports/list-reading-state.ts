import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { ListState } from '@/components/list/list-state';
import { type Failure, isServiceWide } from '@/lib/failure';

type ReadList = Pick<
  ListState,
  'query' | 'shown' | 'isReading' | 'failure' | 'canShowMore' | 'showMore'
>;

interface ListReadingTools {
  list: ReadList;
  /** Whether a visible view needs the rest of the list. If not, no more is read. */
  isInSight: ReadonlySignal<boolean>;
  /** Whether nothing more urgent uses the service. If not, reading waits. */
  isIdle: ReadonlySignal<boolean>;
}

/** The reading of a list to its end. */
export interface ListReading {
  /** Whether further rows are being read, or will be read. */
  isOn: ReadonlySignal<boolean>;
  /** Whether reading waits for more urgent requests. */
  isWaiting: ReadonlySignal<boolean>;
  /** Whether unread rows remain that will be read, perhaps after a failure. */
  isUnfinished: ReadonlySignal<boolean>;
  /** Whether a person has stopped the reading before its end. */
  isStopped: ReadonlySignal<boolean>;
  stop(): void;
  goOn(): void;
}

/**
 * Reads a filtered list to its end, page after page, up to 2,000 rows. Another query begins again.
 * After a failure of the list alone, reading continues when the list was read again. After a failure
 * of the whole service, reading continues when the backoff is over.
 */
export function createListReading({ list, isInSight, isIdle }: ListReadingTools): ListReading {
  const isStopped = signal(false);
  const hasMore = computed(() => list.shown.value?.isAnswer === true && list.canShowMore.value);
  const isOn = computed(() => {
    const failure = list.failure.value;
    const hasFailed = failure !== null && !isServiceWide(failure);
    return isInSight.value && hasMore.value && !hasFailed && !isStopped.value;
  });

  effect(() => {
    if (list.query.value) isStopped.value = false;
  });
  /** The failure whose backoff the page has seen. A page may learn of the backoff later. */
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
    isOn,
    isWaiting: computed(() => isOn.value && !isIdle.value),
    isUnfinished: computed(() => hasMore.value && !isStopped.value),
    isStopped: computed(() => hasMore.value && isStopped.value),
    stop(): void {
      isStopped.value = true;
    },
    goOn(): void {
      isStopped.value = false;
    },
  };
}
