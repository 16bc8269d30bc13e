import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { fold, whenever } from '@/components/app/fold';
import type { ListState } from '@/components/list/list-state';
import { type Failure, isServiceWide } from '@/lib/failure';
import type { ReportQuery } from '@/lib/report/report-query';

type ReadList = Pick<
  ListState,
  'query' | 'shown' | 'isReading' | 'failure' | 'canShowMore' | 'showMore'
>;

interface ListReadingTools {
  list: ReadList;
  /** Whether a visible view needs the rest of the list. If not, the reading pauses. */
  isInSight: ReadonlySignal<boolean>;
  /** Whether no more urgent request uses the service. If not, the reading waits. */
  isIdle: ReadonlySignal<boolean>;
}

/** The status of a reading of rows. With `idle` and `stopped`, no further rows will be read. */
export type RowsReadingStatus =
  | 'idle'
  /** No visible view needs the rows. */
  | 'paused'
  | 'reading'
  /** More urgent requests are sent first. */
  | 'waiting'
  /** Reading continues when the service answers again. */
  | 'failed'
  /** A person has stopped the reading. */
  | 'stopped';

/** The reading of a list to its end. */
export interface ListReading {
  status: ReadonlySignal<RowsReadingStatus>;
  stop(): void;
  resume(): void;
}

/**
 * Reads a filtered list to its end, page after page, up to 2,000 rows. Another query starts again.
 * After a failure of the list alone, reading continues when the list was read again. After a failure
 * of the whole service, reading continues when the backoff is over.
 */
export function createListReading({ list, isInSight, isIdle }: ListReadingTools): ListReading {
  const stoppedQuery = signal<ReportQuery | null>(null);
  const status = computed((): RowsReadingStatus => {
    const failure = list.failure.value;
    if (list.shown.value?.isAnswer !== true || !list.canShowMore.value) return 'idle';
    if (stoppedQuery.value === list.query.value) return 'stopped';
    if (failure !== null && !isServiceWide(failure)) return 'failed';
    if (!isInSight.value) return 'paused';
    return isIdle.value ? 'reading' : 'waiting';
  });
  /** The failure whose backoff the page has seen. The backoff may follow after the failure. */
  const seenBackoff = fold<{ isIdle: boolean; failure: Failure | null }, Failure | null>(
    computed(() => ({ isIdle: isIdle.value, failure: list.failure.value })),
    null,
    (former, now) => (now.isIdle ? former : now.failure),
  );
  const isDue = computed(() => {
    const seen = seenBackoff.value;
    const failure = list.failure.value;
    const mayRead = failure === null || failure === seen;
    return status.value === 'reading' && mayRead && !list.isReading.value;
  });
  whenever(isDue, list.showMore);

  return {
    status,
    stop(): void {
      stoppedQuery.value = list.query.value;
    },
    resume(): void {
      stoppedQuery.value = null;
    },
  };
}
