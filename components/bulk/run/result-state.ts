import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { attempt } from '@/components/ui/state/attempt';
import { createCommands } from '@/components/ui/state/command-state';
import { followParts } from '@/components/ui/state/followed-parts';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Failure } from '@/lib/failure';
import { distinctReports, type Report } from '@/lib/report/report';
import type { ReportReference } from '@/lib/report/report-reference';
import { type BatchAct, type BatchLine, isOpen } from '@/lib/task/batch/batch';
import {
  type BatchEntry,
  batchEntries,
  entriesOf,
  reportOfRow,
  type StoredBatchEntry,
} from '@/lib/task/batch/batch-entries';
import type { MadeReport } from '@/lib/task/batch/batch-row';
import type { Gate } from '@/lib/task/gate/gate';
import type { Standing } from '@/lib/task/standing';
import { createTimeLeft } from './time-left-state';

/** Which rows of a batch are shown beside its reports. */
export const ROW_FILTERS = ['all', 'failed', 'waiting', 'cancelled'] as const;
type RowFilter = (typeof ROW_FILTERS)[number];

interface BatchResultTools {
  background: Pick<BackgroundApi, 'steerBatch'>;
  connectionId: string;
  batches: ReadonlySignal<readonly BatchLine[]>;
  gate: ReadonlySignal<Gate | null>;
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

/** One batch of creations as its place shows it, and the list of all. */
export type BatchResult = ReturnType<typeof createBatchResult>;

/** Makes it, with no batch open. */
export function createBatchResult(tools: BatchResultTools) {
  const { background, connectionId, batches, deleting, deleted, watch, reportAt, now } = tools;
  const stored = batchEntries(connectionId);
  const openId = signal<string | null>(null);
  const chosen = signal<RowFilter>('all');
  /** In order. */
  const storedEntries = signal<ReadonlyMap<number, StoredBatchEntry>>(new Map());
  const entries = computed<ReadonlyMap<number, BatchEntry>>(
    () =>
      new Map(
        [...storedEntries.value].map(([row, entry]) => [
          row,
          { ...entry, report: entry.report && reportOf(entry.report) },
        ]),
      ),
  );
  /** What a row has made: where nothing else is known of it, what the row tells, unless it was deleted. */
  function reportOf(made: MadeReport): Report | null {
    const report = reportAt(made);
    if (report !== undefined) return report;
    const isDeleted = deleted.value?.includes(made.id) ?? true;
    return isDeleted ? null : reportOfRow(made, line.value?.privacy ?? null);
  }
  const line = computed(() => batches.value.find(({ id }) => id === openId.value));
  const gate = computed(() => (line.value && isOpen(line.value) ? tools.gate.value : null));
  const size = computed(() => line.value?.size ?? 0);
  const keeping = computed(() => line.value?.keeping ?? 'disk');

  effect(() => {
    const id = openId.value;
    const all = new Map<number, StoredBatchEntry>();
    storedEntries.value = all;
    if (id === null || size.value === 0) return;
    let isPlanned = false;
    /** Many change in one moment. */
    const show = () => {
      if (isPlanned) return;
      isPlanned = true;
      setTimeout(() => {
        isPlanned = false;
        const inOrder = [...all].sort(([one], [other]) => one - other);
        if (openId.peek() === id) storedEntries.value = new Map(inOrder);
      });
    };
    const { stop } = followParts(
      () => stored.read({ id, size: size.value, keeping: keeping.value }),
      (onChange) =>
        watch(stored.prefix(id), (name, value) =>
          onChange(Number(name), entriesOf(Number(name), value)),
        ),
      (parts) => {
        for (const [row, entry] of parts.flat()) all.set(row, entry);
        show();
      },
    );
    return stop;
  });

  const commands = createCommands();
  const placeOf = (id: string, act: BatchAct['kind']) => `${act} ${id}`;
  async function steer(id: string, act: BatchAct): Promise<void> {
    await commands.run(placeOf(id, act.kind), () => background.steerBatch(id, act));
  }

  const rowsThatAre = (name: Standing['name']): number[] =>
    [...storedEntries.value].flatMap(([row, { standing }]) => (standing.name === name ? row : []));

  /** The rows by filter. What was made and never shown by the service has no report to be listed. */
  const rows = computed<Record<RowFilter, readonly number[]>>(() => {
    const failed = rowsThatAre('stuck');
    const waiting = (['unknown', 'sent', 'waiting'] as const).flatMap(rowsThatAre);
    const cancelled = rowsThatAre('cancelled');
    const unseen = rowsThatAre('done').filter((row) => !storedEntries.value.get(row)?.report);
    return { all: [...failed, ...waiting, ...cancelled, ...unseen], failed, waiting, cancelled };
  });
  // The last row of what was chosen may have gone on.
  const filter = computed(() => (rows.value[chosen.value].length > 0 ? chosen.value : 'all'));

  return {
    /** The newest first. */
    batches,
    /** The one that is open; undefined where none is, or it is no longer there. */
    line,
    /** Its creations by their rows, in order. */
    entries,
    /** The reports that it has made, in order, as far as they are known here. */
    reports: computed(() => {
      const made = [...entries.value.values()].flatMap(({ report }) => report ?? []);
      return distinctReports(made).filter(({ id }) => !deleting.value.includes(id));
    }),
    filter,
    /** How many rows each filter shows. */
    counts: computed(() => {
      const { all, failed, waiting, cancelled } = rows.value;
      return {
        ...{ all: all.length, failed: failed.length },
        ...{ waiting: waiting.length, cancelled: cancelled.length },
      };
    }),
    /** The rows to show beside the reports: those that need a person, then those that go on. */
    shown: computed(() => rows.value[filter.value]),
    /** Why nothing goes out now; null where something does, or nothing is left to. */
    gate,
    /** About how many seconds it takes to the end; null where that cannot be said. */
    secondsLeft: createTimeLeft({ line, gate, now }),
    open(id: string | null): void {
      openId.value = id;
      chosen.value = 'all';
    },
    choose(filter: RowFilter): void {
      chosen.value = filter;
    },
    /** Does something with the open batch. */
    act(act: BatchAct): void {
      const id = openId.value;
      if (id !== null) void steer(id, act);
    },
    /** Notes that a person has seen how the open batch has ended. A failure costs a further line in the popup. */
    markSeen(): void {
      const id = openId.value;
      if (id !== null) void attempt(() => background.steerBatch(id, { kind: 'seen' }));
    },
    /** Why the last of such acts failed, where that was the last command; null where it did not. */
    failureOf(...acts: BatchAct['kind'][]): Failure | null {
      const id = openId.value ?? '';
      return acts.map((act) => commands.failureAt(placeOf(id, act))).find(Boolean) ?? null;
    },
    /** Takes a batch off the list. */
    remove: (id: string): void => void steer(id, { kind: 'remove' }),
    /** Why it could not be taken off; null where it could. */
    removalFailure: (id: string): Failure | null => commands.failureAt(placeOf(id, 'remove')),
    /** How many creations are looked for. */
    lookedFor: computed(() => rowsThatAre('unknown').length),
    /** The addresses of what failed, a line each. */
    failedAddresses: (): string =>
      rows.value.failed.map((row) => storedEntries.value.get(row)?.url).join('\n'),
  };
}
