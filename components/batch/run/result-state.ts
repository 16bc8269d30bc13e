import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { storage } from 'wxt/utils/storage';
import { attempt, createCommands } from '@/components/ui/state/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Failure } from '@/lib/failure';
import { isOpen } from '@/lib/jobs/job';
import { chunkKeys, chunkPrefix, operationsIn } from '@/lib/jobs/job-items';
import { isIn, privacyOf, reportOfOperation, urlOf } from '@/lib/jobs/operation';
import type { Backoff, JobAction, JobLine, Operation, StatusName } from '@/lib/jobs/types';
import { distinctReports, type Report } from '@/lib/report/report';
import type { ReportReference } from '@/lib/report/report-reference';
import { createTimeLeft } from './time-left-state';

/** While a batch goes on, its page shows so often how it stands. */
const BETWEEN_PAINTS_MS = 250;

/** Which operations of a batch are shown beside its reports. */
export const ROW_FILTERS = ['all', 'failed', 'waiting', 'cancelled'] as const;
type RowFilter = (typeof ROW_FILTERS)[number];

interface BatchResultTools {
  background: Pick<BackgroundApi, 'updateJob'>;
  connectionId: string;
  batches: ReadonlySignal<readonly JobLine[]>;
  backoff: ReadonlySignal<Backoff | null>;
  /** Ids of the reports that are about to be deleted. */
  deleting: ReadonlySignal<readonly string[]>;
  /** Follows what is stored under keys that begin so; gives the way to stop. */
  watch(prefix: string, onChange: (name: string, value: unknown) => void): () => void;
  /** A report as it is known here by now; null while that is not read, undefined where nothing is known. */
  reportAt(place: ReportReference): Report | null | undefined;
  /** Ids of the reports that are no more; undefined while they are not read. */
  deleted: ReadonlySignal<readonly string[] | undefined>;
  now(): number;
}

/** One batch of creations as its view shows it, and the list of all. */
export type BatchResult = ReturnType<typeof createBatchResult>;

/** Makes it, with no batch open. */
export function createBatchResult(tools: BatchResultTools) {
  const { background, connectionId, batches, deleting, deleted, watch, reportAt, now } = tools;
  const openId = signal<string | null>(null);
  const chosen = signal<RowFilter>('all');
  /** By their numbers, in order. */
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
   * What an operation has created; null where it has not, or the service did not show it, or while that is
   * not read. Where nothing else is known of the report, the operation says what it was, unless it was deleted.
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
    /** Chunks as they are stored by now, and not read yet. */
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
        // Another step follows soon.
        planned ??= setTimeout(show, all.size === 0 ? 0 : BETWEEN_PAINTS_MS);
      },
    );
    let isOver = false;
    // What could not be read is not said to be on its way.
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

  const commands = createCommands();
  const placeOf = (id: string, kind: JobAction['kind']) => `${kind} ${id}`;
  async function update(id: string, action: JobAction): Promise<void> {
    await commands.run(placeOf(id, action.kind), () =>
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
  // The last operation of what was chosen may have gone on.
  const filter = computed(() => (indexes.value[chosen.value].length > 0 ? chosen.value : 'all'));

  return {
    /** The newest first. */
    batches,
    /** The one that is open; undefined where none is, or it is no longer there. */
    line,
    /** Whether its operations are being read. */
    isReading: isReading as ReadonlySignal<boolean>,
    /** Its operations by their numbers, in order. */
    operations: operations as ReadonlySignal<ReadonlyMap<number, Operation>>,
    reportOf,
    /** The reports that it has created, in order, as far as they are known here. */
    reports: computed(() => {
      const created = [...operations.value.values()].flatMap((one) => reportOf(one) ?? []);
      return distinctReports(created).filter(({ id }) => !deleting.value.includes(id));
    }),
    filter,
    /** How many operations each filter shows. */
    counts: computed(() => {
      const { failed, waiting, cancelled } = indexes.value;
      return {
        ...{ all: operations.value.size, failed: failed.length },
        ...{ waiting: waiting.length, cancelled: cancelled.length },
      };
    }),
    /**
     * The numbers of the operations without a report that the filter shows, above and below the reports:
     * first what a person has to decide and what is under way, last what waits, was cancelled, or was created
     * and never shown by the service.
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
    /** Why nothing is sent now; null where something is, or nothing is left to. */
    backoff,
    /** About how many seconds it takes to the end; null where that cannot be said. */
    secondsLeft: createTimeLeft({ line, backoff, now }),
    open(id: string | null): void {
      openId.value = id;
      chosen.value = 'all';
    },
    choose(filter: RowFilter): void {
      chosen.value = filter;
    },
    /** Does something with the open batch. */
    act(action: JobAction): void {
      const id = openId.value;
      if (id !== null) void update(id, action);
    },
    /** Notes that a person has seen how the open batch has ended. A failure costs a further line in the popup. */
    markSeen(): void {
      const id = openId.value;
      if (id === null) return;
      void attempt(() => background.updateJob(connectionId, id, { kind: 'markSeen' }));
    },
    /** Why the last of such actions failed, where that was the last command; null where it did not. */
    failureOf(...kinds: JobAction['kind'][]): Failure | null {
      const id = openId.value ?? '';
      return kinds.map((kind) => commands.failureAt(placeOf(id, kind))).find(Boolean) ?? null;
    },
    /** Takes a batch off the list. */
    remove: (id: string): void => void update(id, { kind: 'remove' }),
    /** Why it could not be taken off; null where it could. */
    removalFailure: (id: string): Failure | null => commands.failureAt(placeOf(id, 'remove')),
    /** The addresses of what failed, a line each. */
    failedAddresses: (): string =>
      indexes.value.failed
        .flatMap((index) => operations.value.get(index) ?? [])
        .map(({ subject }) => urlOf(subject))
        .join('\n'),
  };
}

/**
 * Reads a value that is stored in parts, and follows its parts: what has changed while they were read is
 * newer. A page goes without what cannot be read.
 * @param watch follows each part by its number; gives the way to stop
 * @param take told of the parts that were read, and of each that changes
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
