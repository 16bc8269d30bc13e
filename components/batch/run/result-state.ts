import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { storage } from 'wxt/utils/storage';
import type { Commands } from '@/components/app/page-commands';
import { attempt } from '@/components/ui/state/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Failure } from '@/lib/failure';
import { isOpen } from '@/lib/jobs/job';
import { chunkKeys, chunkPrefix, operationsIn } from '@/lib/jobs/job-items';
import { isIn, privacyOf, reportOfOperation, urlOf } from '@/lib/jobs/operation';
import type { Backoff, JobAction, JobLine, Operation, StatusName } from '@/lib/jobs/types';
import { distinctReports, type Report } from '@/lib/report/report';
import type { ReportReference } from '@/lib/report/report-reference';
import { createTimeLeft } from './time-left-state';

/** Pause between two updates of the view while a batch runs. */
const BETWEEN_PAINTS_MS = 250;

/** Filters of a batch's operations without a report. */
export const ROW_FILTERS = ['all', 'failed', 'waiting', 'cancelled'] as const;
type RowFilter = (typeof ROW_FILTERS)[number];

interface BatchResultTools {
  background: Pick<BackgroundApi, 'updateJob'>;
  commands: Commands;
  connectionId: string;
  batches: ReadonlySignal<readonly JobLine[]>;
  backoff: ReadonlySignal<Backoff | null>;
  /** Ids of the reports that are about to be deleted. */
  deleting: ReadonlySignal<readonly string[]>;
  /** Watches the stored keys with a prefix. Returns a function that ends the watch. */
  watch(prefix: string, onChange: (name: string, value: unknown) => void): () => void;
  /** Returns the current version of a report; null until read, undefined if unknown. */
  reportAt(place: ReportReference): Report | null | undefined;
  /** Ids of the deleted reports; undefined until read. */
  deleted: ReadonlySignal<readonly string[] | undefined>;
  now(): number;
}

export type BatchResult = ReturnType<typeof createBatchResult>;

export function createBatchResult(tools: BatchResultTools) {
  const { background, commands, connectionId, batches, deleting, deleted, watch, reportAt, now } =
    tools;
  const openId = signal<string | null>(null);
  const chosen = signal<RowFilter>('all');
  /** The operations of the open batch by number, in order. */
  const operations = signal<ReadonlyMap<number, Operation>>(new Map());
  const isReading = signal(false);
  const line = computed(() => batches.value.find(({ id }) => id === openId.value));
  const backoff = computed(() => (line.value && isOpen(line.value) ? tools.backoff.value : null));
  const size = computed(() => line.value?.size ?? 0);
  const isPrivate = computed(() => line.value?.isPrivate ?? false);
  const chunkSize = computed(() => line.value?.chunkSize);
  /** The batch whose operations `operations` contains. */
  let shownId: string | null = null;

  /**
   * Returns the report that an operation has created. Null without a report, after its deletion, or
   * until read. If the history does not know the report, returns the result of the operation.
   */
  function reportOf({ subject, status }: Operation): Report | null {
    if (status.name !== 'done' || status.report === null) return null;
    const report = reportAt(status.report);
    if (report !== undefined) return report;
    const isDeleted = deleted.value?.includes(status.report.id) ?? true;
    return isDeleted ? null : reportOfOperation(status.report, privacyOf(subject) ?? null);
  }

  effect(() => {
    const id = openId.value;
    // The worker stores the operations in larger parts when the batch has finished.
    const all = new Map<number, Operation>(shownId === id ? operations.peek() : []);
    shownId = id;
    operations.value = all;
    isReading.value = id !== null && size.value > 0 && all.size === 0;
    if (id === null || size.value === 0) return;
    const job = {
      id,
      size: size.value,
      isPrivate: isPrivate.value,
      ...(chunkSize.value && { chunkSize: chunkSize.value }),
    };
    const keys = chunkKeys(connectionId, job);
    /** Stored chunks that are not yet in `operations`, by number. */
    const unread = new Map<number, unknown>();
    let planned: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      planned = undefined;
      for (const [chunk, value] of unread) {
        for (const [index, operation] of operationsIn(job, chunk, value)) all.set(index, operation);
      }
      unread.clear();
      const inOrder = [...all].sort(([one], [other]) => one - other);
      if (openId.peek() === id) operations.value = new Map(inOrder);
    };
    const { stop, read } = followParts(
      async () => {
        const stored = await storage.getItems(keys);
        return stored.map(({ value }, chunk) => ({ chunk, value }));
      },
      (onChange) =>
        watch(chunkPrefix(connectionId, job), (chunk, value) =>
          onChange(Number(chunk), { chunk: Number(chunk), value }),
        ),
      (chunks) => {
        for (const { chunk, value } of chunks) unread.set(chunk, value);
        // Collects further changes before the next update of the view.
        planned ??= setTimeout(show, all.size === 0 ? 0 : BETWEEN_PAINTS_MS);
      },
    );
    let isOver = false;
    // Ends `isReading` also after a failed read.
    void read.then(() => {
      if (isOver) return;
      clearTimeout(planned);
      show();
      isReading.value = false;
    });
    return () => {
      isOver = true;
      stop();
      clearTimeout(planned);
    };
  });

  const subjectOfAction = (id: string, kind: JobAction['kind']) => `${kind} ${id}`;
  async function update(id: string, action: JobAction): Promise<void> {
    await commands.run(subjectOfAction(id, action.kind), () =>
      background.updateJob(connectionId, id, action),
    );
  }

  const indexesOf = (...names: StatusName[]): number[] =>
    names.flatMap((name) =>
      [...operations.value].flatMap(([index, operation]) => (isIn(operation, name) ? index : [])),
    );

  /** The operations without a report by filter. */
  const indexes = computed<Record<RowFilter, readonly number[]>>(() => {
    const failed = indexesOf('needsAttention');
    const waiting = indexesOf('unverified', 'sending', 'queued');
    const cancelled = indexesOf('cancelled');
    return { all: [...failed, ...waiting, ...cancelled], failed, waiting, cancelled };
  });
  // The chosen filter may have lost its last operation.
  const filter = computed(() => (indexes.value[chosen.value].length > 0 ? chosen.value : 'all'));

  return {
    /** Newest first. */
    batches,
    /** The open batch; undefined if none is open, or if the batch no longer exists. */
    line,
    /** Whether the operations of the open batch are being read. */
    isReading: isReading as ReadonlySignal<boolean>,
    /** The operations of the open batch by number, in order. */
    operations: operations as ReadonlySignal<ReadonlyMap<number, Operation>>,
    reportOf,
    /** The known reports that the open batch has created, in order. */
    reports: computed(() => {
      const created = [...operations.value.values()].flatMap((one) => reportOf(one) ?? []);
      return distinctReports(created).filter(({ id }) => !deleting.value.includes(id));
    }),
    filter,
    /** The number of operations that each filter shows. */
    counts: computed(() => {
      const { failed, waiting, cancelled } = indexes.value;
      return {
        ...{ all: operations.value.size, failed: failed.length },
        ...{ waiting: waiting.length, cancelled: cancelled.length },
      };
    }),
    /**
     * The numbers of the operations without a report that pass the filter. Above the reports are
     * operations that need attention or are in progress. Below are queued and cancelled operations,
     * and creations whose report the service did not show.
     */
    withoutReport: computed<{ above: readonly number[]; below: readonly number[] }>(() => {
      if (filter.value !== 'all') return { above: indexes.value[filter.value], below: [] };
      const unseen = [...operations.value].flatMap(([index, { status }]) =>
        status.name === 'done' && status.report === null ? index : [],
      );
      return {
        above: indexesOf('needsAttention', 'unverified', 'sending'),
        below: [...indexesOf('queued', 'cancelled'), ...unseen],
      };
    }),
    /** The backoff, if the open batch is unfinished; null otherwise. */
    backoff,
    /** Estimated time to the end of the open batch, in seconds; null if unknown. */
    secondsLeft: createTimeLeft({ line, backoff, now }),
    open(id: string | null): void {
      openId.value = id;
      chosen.value = 'all';
    },
    choose(filter: RowFilter): void {
      chosen.value = filter;
    },
    /** Applies an action to the open batch. */
    act(action: JobAction): void {
      const id = openId.value;
      if (id !== null) void update(id, action);
    },
    /**
     * Notes that a person has seen the end of the open batch. A failure only keeps a line in the
     * popup.
     */
    markSeen(): void {
      const id = openId.value;
      if (id === null) return;
      void attempt(() => background.updateJob(connectionId, id, { kind: 'markSeen' }));
    },
    /** Returns why the last command failed, if its action is among the kinds; null otherwise. */
    failureOf(...kinds: JobAction['kind'][]): Failure | null {
      const id = openId.value ?? '';
      return (
        kinds.map((kind) => commands.failureAt(subjectOfAction(id, kind))).find(Boolean) ?? null
      );
    },
    remove: (id: string): void => void update(id, { kind: 'remove' }),
    /** Returns why a batch could not be removed; null otherwise. */
    removalFailure: (id: string): Failure | null =>
      commands.failureAt(subjectOfAction(id, 'remove')),
    /** Returns the addresses of the failed operations, one on each line. */
    failedAddresses: (): string =>
      indexes.value.failed
        .flatMap((index) => operations.value.get(index) ?? [])
        .map(({ subject }) => urlOf(subject))
        .join('\n'),
  };
}

/**
 * Reads a value that is stored in parts, and follows changes of the parts. A change during the read
 * is newer than the read value. A failed read gives no parts.
 * @param watch calls back with each changed part and its number; returns a function that ends the
 *   watch
 * @param take called with the parts that were read, and with each changed part
 * @returns `stop`, and `read`, which resolves when all parts are read
 */
export function followParts<Part>(
  read: () => Promise<readonly Part[]>,
  watch: (onChange: (at: number, part: Part) => void) => () => void,
  take: (parts: readonly Part[]) => void,
): { stop: () => void; read: Promise<void> } {
  const changed = new Set<number>();
  const stop = watch((at, part) => {
    changed.add(at);
    take([part]);
  });
  const reading = read().then(
    (parts) => take(parts.filter((_, at) => !changed.has(at))),
    () => {},
  );
  return { stop, read: reading };
}
