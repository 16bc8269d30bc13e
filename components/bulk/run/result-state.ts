import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import {
  createFindingsFilter,
  type FindingsFilter,
} from '@/components/report/wrong/findings-state';
import { attempt } from '@/components/ui/state/attempt';
import { followParts } from '@/components/ui/state/followed-parts';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Report } from '@/lib/report/report';
import type { ReportReference } from '@/lib/report/report-reference';
import { type BatchAct, type BatchLine, isOpen } from '@/lib/task/batch/batch';
import {
  type BatchEntry,
  batchEntries,
  entriesOf,
  type StoredBatchEntry,
} from '@/lib/task/batch/batch-entries';
import type { Gate } from '@/lib/task/gate/gate';
import { createTimeLeft } from './time-left-state';

/** Which of a batch's entries are shown. */
export const RESULT_FILTERS = ['all', 'waiting', 'done', 'failed', 'cancelled'] as const;
type ResultFilter = (typeof RESULT_FILTERS)[number];

/** One batch as its page shows it, and the list of all. */
export interface BatchResult {
  /** The newest first. */
  batches: ReadonlySignal<readonly BatchLine[]>;
  /** The one that is open; undefined where none is, or it is no longer there. */
  line: ReadonlySignal<BatchLine | undefined>;
  entries: ReadonlySignal<ReadonlyMap<number, BatchEntry>>;
  filter: ReadonlySignal<ResultFilter>;
  /** What is wrong on the pages of its reports, and the filter by that. */
  findings: FindingsFilter;
  /** The rows to show, in order. */
  shown: ReadonlySignal<readonly number[]>;
  /** Why nothing goes out now; null where something does, or nothing is left to. */
  gate: ReadonlySignal<Gate | null>;
  /** About how many seconds it takes to the end; null where that cannot be said. */
  secondsLeft: ReadonlySignal<number | null>;
  open(id: string | null): void;
  choose(filter: ResultFilter): void;
  /** Does something with the open batch. */
  act(act: BatchAct): void;
  /** Takes a batch off the list. */
  remove(id: string): void;
  retryNow(): void;
  /** How many creations are looked for. */
  lookedFor: ReadonlySignal<number>;
  /** The addresses of what failed, a line each. */
  failedAddresses(): string;
}

interface BatchResultTools {
  background: Pick<BackgroundApi, 'steerBatch' | 'retryNow'>;
  connectionId: string;
  batches: ReadonlySignal<readonly BatchLine[]>;
  gate: ReadonlySignal<Gate | null>;
  /** Follows what is stored under keys that begin so; gives the way to stop. */
  watch(prefix: string, onChange: (name: string, value: unknown) => void): () => void;
  /** A report as it is known here by now; null where it is not. */
  reportAt(place: ReportReference): Report | null;
  now(): number;
}

/** Which states a filter shows. */
const STATES: Record<Exclude<ResultFilter, 'all'>, readonly BatchEntry['state'][]> = {
  waiting: ['waiting', 'sending', 'checking'],
  done: ['done'],
  failed: ['failed', 'unconfirmed'],
  cancelled: ['cancelled'],
};

/** Makes it, with no batch open. */
export function createBatchResult(tools: BatchResultTools): BatchResult {
  const { background, connectionId, batches, watch, reportAt, now } = tools;
  const stored = batchEntries(connectionId);
  const openId = signal<string | null>(null);
  const filter = signal<ResultFilter>('all');
  const storedEntries = signal<ReadonlyMap<number, StoredBatchEntry>>(new Map());
  const entries = computed<ReadonlyMap<number, BatchEntry>>(
    () =>
      new Map(
        [...storedEntries.value].map(([row, entry]) => [
          row,
          { ...entry, report: entry.report && reportAt(entry.report) },
        ]),
      ),
  );
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
        if (openId.peek() === id) storedEntries.value = new Map(all);
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

  function steer(id: string, act: BatchAct): void {
    void attempt(() => background.steerBatch(id, act));
  }

  const findings = createFindingsFilter({
    reports: computed(() => [...entries.value.values()].flatMap(({ report }) => report ?? [])),
    selected: signal([]),
  });

  /** @param states null: all of them */
  const inState = (states: readonly BatchEntry['state'][] | null) =>
    [...entries.value]
      .filter(([, { state }]) => states === null || states.includes(state))
      .sort(([one], [other]) => one - other);

  return {
    batches,
    line,
    entries,
    filter,
    findings,
    gate,
    shown: computed(() => {
      const rows = inState(filter.value === 'all' ? null : STATES[filter.value]);
      if (!findings.isOn.value) return rows.map(([row]) => row);
      const ids = new Set(findings.shown.value.map(({ id }) => id));
      return rows.flatMap(([row, { report }]) => (report && ids.has(report.id) ? [row] : []));
    }),
    secondsLeft: createTimeLeft({ line, gate, now }),
    open(id) {
      openId.value = id;
      filter.value = 'all';
      findings.clear();
    },
    choose(chosen) {
      filter.value = chosen;
    },
    act(act) {
      const id = openId.value;
      if (id !== null) steer(id, act);
    },
    remove: (id) => steer(id, { kind: 'remove' }),
    retryNow: () => void attempt(() => background.retryNow()),
    lookedFor: computed(() => inState(['checking']).length),
    failedAddresses: () =>
      inState(STATES.failed)
        .map(([, { url }]) => url)
        .join('\n'),
  };
}
