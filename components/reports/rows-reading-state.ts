import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { fold } from '@/components/app/fold';
import { createResource } from '@/components/app/resource';
import type { ListState } from '@/components/list/list-state';
import { attemptWithRetries } from '@/components/ui/state/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import { type Failure, isServiceWide } from '@/lib/failure';
import { NO_READING, type ReadingProgress } from '@/lib/reading-progress';
import { asksForNewest } from '@/lib/shared-state/loaded-list';
import { createListReading, type RowsReadingStatus } from './list-reading-state';

/** The progress of reading rows. This page reads a filtered list; the worker reads all reports. */
export interface RowsReading {
  status: RowsReadingStatus;
  /** Whether further rows will be read. */
  isUnfinished: boolean;
  /** The number of reports that were read. */
  read: number;
  /** The number of reports to read; null if unknown. */
  total: number | null;
  /** The failure that has ended the worker's reading; null for none. */
  failure: Failure | null;
}

export interface RowsReadingState {
  now: ReadonlySignal<RowsReading>;
  /** The latest progress of the worker. */
  progress: ReadonlySignal<ReadingProgress>;
  stop(): void;
  resume(): void;
  /** Makes the worker read all reports again after the next reply of the list. */
  readAgain(): void;
}

interface ReadingTools {
  background: Pick<BackgroundApi, 'readAllReports' | 'stopReading'>;
  connectionId: string;
  /** The progress that the worker has published; undefined for none. */
  published: ReadonlySignal<ReadingProgress | undefined>;
  list: Pick<ListState, 'query' | 'shown' | 'isReading' | 'failure' | 'canShowMore' | 'showMore'>;
  /** Whether a visible view needs all rows. */
  isInSight: ReadonlySignal<boolean>;
  /** Whether no more urgent request uses the service. */
  isIdle: ReadonlySignal<boolean>;
}

/** Calls of the worker: a reading for a list of all reports, a reading after a press, or a stop. */
const CALLS = ['automatic', 'pressed', 'stop'] as const;

/** The last list whose remaining reports the worker reads. */
interface PartialList {
  /** The request time of the list; null before the first list. */
  begunAt: number | null;
  /** The number of presses on *Refresh* before the list. */
  presses: number;
  isPressed: boolean;
}

const NO_LIST: PartialList = { begunAt: null, presses: 0, isPressed: false };

/** The repeats of failed calls. */
interface Repeats {
  count: number;
  /** Whether a call has failed because of the service as a whole, and its backoff has begun. */
  isWaiting: boolean;
}

const NO_REPEATS: Repeats = { count: 0, isWaiting: false };

/** Counts a repeat when the backoff after a failed call has ended. */
function repeatsAfter(
  former: Repeats,
  { failure, isIdle }: { failure: Failure | null; isIdle: boolean },
): Repeats {
  if (!isIdle) return { ...former, isWaiting: failure !== null && isServiceWide(failure) };
  return former.isWaiting ? { count: former.count + 1, isWaiting: false } : former;
}

export function createRowsReading(tools: ReadingTools): RowsReadingState {
  const { background, connectionId, published, list, isInSight, isIdle } = tools;
  const isOfAll = computed(() => asksForNewest(list.query.value));
  const listReading = createListReading({
    list,
    isInSight: computed(() => isInSight.value && !isOfAll.value),
    isIdle,
  });
  const presses = signal(0);
  const partialList = fold(
    computed(() => ({ begunAt: requestTimeOfAll(), presses: presses.value })),
    NO_LIST,
    (former, { begunAt, presses }) =>
      begunAt === null || begunAt === former.begunAt
        ? former
        : { begunAt, presses, isPressed: presses > former.presses },
  );
  // The list or the backoff shows the failure of a call.
  const replies = createResource<ReadingProgress>((call) =>
    attemptWithRetries(() =>
      call === 'stop'
        ? background.stopReading(connectionId)
        : background.readAllReports(connectionId, call === 'pressed'),
    ),
  );
  const callForList = computed(() => (partialList.value.isPressed ? 'pressed' : 'automatic'));
  const repeats = fold(
    computed(() => ({ failure: replies.stateOf(callForList.value).failure, isIdle: isIdle.value })),
    NO_REPEATS,
    repeatsAfter,
  );
  const replied = computed(() => CALLS.flatMap((call) => replies.stateOf(call).value ?? []));
  const progress = computed(() => [published.value ?? NO_READING, ...replied.value].reduce(newer));

  /** Returns the request time of the list of all reports; null if no view needs further reports. */
  function requestTimeOfAll(): number | null {
    const shown = list.shown.value;
    const needsRows = isInSight.value && isOfAll.value && list.failure.value === null;
    return needsRows && shown?.isAnswer === true ? shown.begunAt : null;
  }

  function statusOfAll(): RowsReadingStatus {
    const { status } = progress.value;
    if (status === 'none') return 'idle';
    if (status !== 'reading') return status;
    if (!isInSight.value) return 'paused';
    return isIdle.value ? 'reading' : 'waiting';
  }

  function allCounts(): Pick<RowsReading, 'read' | 'total'> {
    const { read, total } = progress.value;
    return { read, total };
  }

  function listCounts(): Pick<RowsReading, 'read' | 'total'> {
    const shown = list.shown.value;
    return { read: shown?.reports.length ?? 0, total: shown?.total ?? null };
  }

  return {
    now: computed(() => {
      const { begunAt } = partialList.value;
      if (begunAt !== null) replies.get(callForList.value, `${begunAt} ${repeats.value.count}`);
      const status = isOfAll.value ? statusOfAll() : listReading.status.value;
      const isUnknown = isOfAll.value && replied.value.length === 0;
      return {
        status,
        isUnfinished: isUnknown || (status !== 'idle' && status !== 'stopped'),
        ...(isOfAll.value && status !== 'idle' ? allCounts() : listCounts()),
        failure: isOfAll.value ? progress.value.failure : null,
      };
    }),
    progress,
    stop: () => (isOfAll.value ? void replies.refresh('stop') : listReading.stop()),
    resume: () => (isOfAll.value ? void replies.refresh('pressed') : listReading.resume()),
    readAgain(): void {
      if (isOfAll.value) presses.value += 1;
      else listReading.resume();
    },
  };
}

function newer(one: ReadingProgress, other: ReadingProgress): ReadingProgress {
  return other.changedAt >= one.changedAt ? other : one;
}
