import { computed, effect, type ReadonlySignal, untracked } from '@preact/signals';
import type { ListState } from '@/components/list/list-state';
import type { Failure } from '@/lib/failure';
import { asksForNewest } from '@/lib/shared-state/loaded-list';
import type { AllReading } from './all-reading-state';
import { createListReading, type ListReading } from './list-reading-state';

interface ReadingOnTools {
  list: Pick<ListState, 'query' | 'shown' | 'isReading' | 'failure' | 'canShowMore' | 'showMore'>;
  allReading: AllReading;
  /** Whether a visible view needs all rows. */
  isInSight: ReadonlySignal<boolean>;
  /** Whether nothing more urgent uses the service. */
  isIdle: ReadonlySignal<boolean>;
  /** The revision of the history that the page shows. */
  shownRevision: ReadonlySignal<number>;
}

/** The reading of all rows: of a filtered list by the page, of all reports by the worker. */
export interface ReadingOn extends ListReading {
  /** Whether a reading has begun and has not ended, so that a person can stop it. */
  canStop: ReadonlySignal<boolean>;
  /** The number of reports that were read. */
  read: ReadonlySignal<number>;
  /** The number of reports to read; null if unknown. */
  total: ReadonlySignal<number | null>;
  /** Why the worker has stopped reading; null if it has not. */
  failure: ReadonlySignal<Failure | null>;
  /** Lets the worker read all reports after the next reply of the list, whatever is stored. */
  readAgain(): void;
}

/** Reads a filtered list to its end, and lets the worker read all reports. */
export function createReadingOn(tools: ReadingOnTools): ReadingOn {
  const { list, allReading, isInSight, isIdle, shownRevision } = tools;
  const { progress, hasReply } = allReading;
  const isOfAll = computed(() => asksForNewest(list.query.value));
  const ofList = createListReading({
    list,
    isInSight: computed(() => isInSight.value && !isOfAll.value),
    isIdle,
  });
  const status = computed(() => progress.value.status);
  let isForced = false;

  /** Request time of the last list for which the worker was asked to read all reports. */
  let requestedFor: number | null = null;
  effect(() => {
    const shown = list.shown.value;
    const isList = isOfAll.value && shown?.isAnswer === true && list.failure.value === null;
    if (!isInSight.value || !isList || shown.begunAt === requestedFor) return;
    requestedFor = shown.begunAt;
    untracked(() => allReading.request(isForced));
    isForced = false;
  });

  const isOn = computed(() => isInSight.value && status.value === 'reading');
  const ofWorker: ListReading = {
    isOn,
    isWaiting: computed(() => isOn.value && !isIdle.value),
    isUnfinished: computed(
      () =>
        !hasReply.value ||
        status.value === 'reading' ||
        status.value === 'failed' ||
        progress.value.revision > shownRevision.value,
    ),
    isStopped: computed(() => status.value === 'stopped'),
    stop: allReading.stop,
    goOn: () => allReading.request(true),
  };
  const current = computed(() => (isOfAll.value ? ofWorker : ofList));
  /** The source of the shown numbers. */
  const counted = computed(() =>
    isOfAll.value && status.value !== 'none' ? progress.value : undefined,
  );

  return {
    isOn: computed(() => current.value.isOn.value),
    isWaiting: computed(() => current.value.isWaiting.value),
    isUnfinished: computed(() => current.value.isUnfinished.value),
    isStopped: computed(() => current.value.isStopped.value),
    stop: () => current.peek().stop(),
    goOn: () => current.peek().goOn(),
    canStop: computed(() =>
      isOfAll.value
        ? status.value === 'reading' || status.value === 'failed'
        : ofList.isUnfinished.value,
    ),
    read: computed(() => counted.value?.read ?? list.shown.value?.reports.length ?? 0),
    total: computed(() => (counted.value ?? list.shown.value)?.total ?? null),
    failure: computed(() => (isOfAll.value ? progress.value.failure : null)),
    readAgain(): void {
      if (isOfAll.peek()) isForced = true;
      else ofList.goOn();
    },
  };
}
