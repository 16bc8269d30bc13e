import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Commands } from '@/components/app/page-commands';
import { attempt, attemptWithRetries } from '@/components/ui/state/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Failure } from '@/lib/failure';
import { isOpen, NO_COUNTS } from '@/lib/jobs/job';
import { isIn, privacyOf, reportOfOperation, urlOf } from '@/lib/jobs/operation';
import type { Backoff, JobAction, JobLine, Operation, StatusName } from '@/lib/jobs/types';
import { distinctReports, type Report } from '@/lib/report/report';
import type { ReportReference } from '@/lib/report/report-reference';
import { hasFailed, type Result } from '@/lib/result';
import { type FollowedOperations, followOperations, type Operations } from './followed-operations';
import { createTimeLeft } from './time-left-state';

/** Filters of a batch's operations without a report. */
export const ROW_FILTERS = ['all', 'failed', 'waiting', 'cancelled'] as const;
export type RowFilter = (typeof ROW_FILTERS)[number];

interface BatchResultTools {
  background: Pick<BackgroundApi, 'updateJob'>;
  commands: Commands;
  connectionId: string;
  /** Id of the open batch; null if none is open. */
  openId: ReadonlySignal<string | null>;
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

/** The open batch, with its operations and the reports that the operations have created. */
export interface BatchResult extends FollowedOperations {
  /** Newest first. */
  batches: ReadonlySignal<readonly JobLine[]>;
  /**
   * The open batch, with the counts of `operations`. Undefined if none is open, or if the batch no
   * longer exists.
   */
  line: ReadonlySignal<JobLine | undefined>;
  /**
   * Returns the report that an operation has created. Null without a report, from its deletion on, or
   * until read. If the history does not know the report, returns the result of the operation.
   */
  reportOf(operation: Operation): Report | null;
  /** The known reports that the open batch has created, in order. */
  reports: ReadonlySignal<readonly Report[]>;
  /** Whether a created report is not read yet. */
  hasUnreadReports: ReadonlySignal<boolean>;
  /**
   * The numbers of the operations without a report, by filter. Above the reports are operations that
   * need attention or are in progress. Below are queued and cancelled operations, and creations
   * whose report the service did not show.
   */
  withoutReport: ReadonlySignal<Readonly<Record<RowFilter, WithoutReport>>>;
  /** The chosen filter. `all` if the filter has lost its last operation. */
  filter: ReadonlySignal<RowFilter>;
  choose(filter: RowFilter): void;
  /** The backoff, if the open batch is unfinished; null otherwise. */
  backoff: ReadonlySignal<Backoff | null>;
  /** Estimated time to the end of the open batch, in seconds; null if unknown. */
  secondsLeft: ReadonlySignal<number | null>;
  /** Applies an action to the open batch. */
  act(action: JobAction): void;
  /** Notes that a person has seen the end of the open batch. After a failure, the popup still shows it. */
  markSeen(): void;
  /** Returns why the last command failed, if its action is among the kinds; null otherwise. */
  failureOf(...kinds: JobAction['kind'][]): Failure | null;
  /** Removes an ended batch. Resolves with whether the batch was removed. */
  remove(id: string): Promise<boolean>;
  /** Adds the batch of the last removal again. Resolves with false if it is too late. */
  restore(id: string): Promise<Result<boolean>>;
  /** Returns why a batch could not be removed; null otherwise. */
  removalFailure(id: string): Failure | null;
  /** Returns the addresses of the failed operations, one on each line. */
  failedAddresses(): string;
}

/** The numbers of operations above and below the reports. */
export interface WithoutReport {
  above: readonly number[];
  below: readonly number[];
}

export function createBatchResult(tools: BatchResultTools): BatchResult {
  const { background, commands, connectionId, batches, openId, watch } = tools;
  const { deleting, deleted, reportAt, now } = tools;
  const chosen = signal<{ batchId: string | null; filter: RowFilter }>({
    batchId: null,
    filter: 'all',
  });
  const published = computed(() => batches.value.find(({ id }) => id === openId.value));
  const { operations, status } = followOperations({ connectionId, line: published, watch });
  const line = computed(() => published.value && withCountsOf(published.value, operations.value));
  const backoff = computed(() => (line.value && isOpen(line.value) ? tools.backoff.value : null));

  function reportOf({ subject, status }: Operation): Report | null {
    if (status.name !== 'done' || status.report === null) return null;
    if (deleting.value.includes(status.report.id)) return null;
    const report = reportAt(status.report);
    if (report !== undefined) return report;
    const isDeleted = deleted.value?.includes(status.report.id) ?? true;
    return isDeleted ? null : reportOfOperation(status.report, privacyOf(subject) ?? null);
  }

  function isUnread({ status }: Operation): boolean {
    if (status.name !== 'done' || status.report === null) return false;
    const report = reportAt(status.report);
    return report === null || (report === undefined && deleted.value === undefined);
  }

  const subjectOfAction = (id: string, kind: JobAction['kind']) => `${kind} ${id}`;
  function update(id: string, action: JobAction): Promise<Result<boolean> | null> {
    return commands.run(subjectOfAction(id, action.kind), () =>
      background.updateJob(connectionId, id, action),
    );
  }

  const indexesOf = (...names: StatusName[]): number[] =>
    names.flatMap((name) =>
      [...operations.value].flatMap(([index, operation]) => (isIn(operation, name) ? index : [])),
    );

  const withoutReport = computed((): Record<RowFilter, WithoutReport> => {
    const failed = indexesOf('needsAttention');
    const started = indexesOf('unverified', 'sending');
    const queued = indexesOf('queued');
    const cancelled = indexesOf('cancelled');
    const unseen = [...operations.value].flatMap(([index, { status }]) =>
      status.name === 'done' && status.report === null ? index : [],
    );
    return {
      all: { above: [...failed, ...started], below: [...queued, ...cancelled, ...unseen] },
      failed: { above: failed, below: [] },
      waiting: { above: [...started, ...queued], below: [] },
      cancelled: { above: cancelled, below: [] },
    };
  });
  const filter = computed(() => {
    const { batchId, filter } = chosen.value;
    if (batchId !== openId.value) return 'all';
    return withoutReport.value[filter].above.length > 0 ? filter : 'all';
  });

  return {
    batches,
    line,
    operations,
    status,
    reportOf,
    reports: computed(() => {
      const created = [...operations.value.values()].flatMap((one) => reportOf(one) ?? []);
      return distinctReports(created);
    }),
    hasUnreadReports: computed(() => [...operations.value.values()].some(isUnread)),
    withoutReport,
    filter,
    choose(filter) {
      chosen.value = { batchId: openId.value, filter };
    },
    backoff,
    secondsLeft: createTimeLeft({ line: published, backoff, now }),
    act(action) {
      const id = openId.value;
      if (id !== null) void update(id, action);
    },
    markSeen() {
      const id = openId.value;
      if (id === null) return;
      void attempt(() => background.updateJob(connectionId, id, { kind: 'markSeen' }));
    },
    failureOf(...kinds) {
      const id = openId.value ?? '';
      return (
        kinds.map((kind) => commands.failureAt(subjectOfAction(id, kind))).find(Boolean) ?? null
      );
    },
    async remove(id) {
      const result = await update(id, { kind: 'remove' });
      return result !== null && !hasFailed(result) && result.value;
    },
    restore: (id) =>
      attemptWithRetries(() => background.updateJob(connectionId, id, { kind: 'restore' })),
    removalFailure: (id) => commands.failureAt(subjectOfAction(id, 'remove')),
    failedAddresses: () =>
      withoutReport.value.failed.above
        .flatMap((index) => operations.value.get(index) ?? [])
        .map(({ subject }) => urlOf(subject))
        .join('\n'),
  };
}

/** Returns a batch with the counts of its operations, after all operations are read. */
function withCountsOf(line: JobLine, operations: Operations): JobLine {
  if (operations.size !== line.size) return line;
  const counts = { ...NO_COUNTS };
  for (const { status } of operations.values()) counts[status.name] += 1;
  return { ...line, counts };
}
