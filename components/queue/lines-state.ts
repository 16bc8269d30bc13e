import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { createdReportId } from '@/lib/jobs/job';
import { isFinished } from '@/lib/jobs/operation';
import type { QueueSummary } from '@/lib/jobs/queue';
import type { Operation, RecentOperation } from '@/lib/jobs/types';
import type { Report } from '@/lib/report/report';
import { pageKey } from '@/lib/url/page-key';
import { CREATED_MS } from './page-jobs';
import { hasCreated, isDeleted, isGoingOn, type PageOperation, toneOf } from './page-operation';

/** So many lines are shown; behind them others are counted. */
const MAX_LINES = 5;

/** How long another finished operation than a creation keeps its line. */
const FINISHED_MS = 60_000;

export interface LinesTools {
  queue: ReadonlySignal<QueueSummary>;
  /** With the end of the last operation that has no line any more. */
  pressed: ReadonlySignal<{ seenUpTo: number }>;
  /** The reports of the stored lists, which know privacy and rating as they are now. */
  listed: ReadonlySignal<readonly Report[]>;
  /** The key of the page whose address stands in the form; null where none does. */
  formPage: ReadonlySignal<string | null>;
  /** The id of the report whose view is open. */
  openId: ReadonlySignal<string | undefined>;
}

/** Which operations have a line: below the form, or in the view of the open report. */
export function createLines({ queue, pressed, listed, formPage, openId }: LinesTools) {
  const isBackingOff = computed(() => queue.value.backoff !== null);
  const needsAttention = (one: PageOperation) => toneOf(one, isBackingOff.value) === 'attention';
  const now = signal(Date.now());

  function pageOperation(
    id: string,
    { subject, status, isTakenBack }: Operation,
    reportId: string | null,
    report: Report | null = null,
  ): PageOperation {
    const openReport = openId.value;
    const isNamed =
      openReport === undefined
        ? subject.kind === 'create' && pageKey(subject.url) === formPage.value
        : reportId === openReport;
    return {
      ...{ id, subject, status, isTakenBack, isNamed },
      report: report ?? listed.value.find((row) => row.id === reportId) ?? null,
    };
  }

  /** Single operations that have ended since the page was opened, or the last press, the latest last. */
  const ended = computed(() =>
    queue.value.recentOperations.filter((one) => {
      const { isBatch, endedAt, operation } = one;
      const { subject, status } = operation;
      if (isBatch || endedAt <= pressed.value.seenUpTo) return false;
      if (status.name === 'cancelled') return status.mayExist === true;
      const reportId = reportIdOf(one);
      return subject.kind === 'delete' || reportId === null || !isDeleted(queue.value, reportId);
    }),
  );

  const keptUntil = (one: RecentOperation) =>
    one.endedAt + (hasCreated(one) ? CREATED_MS : FINISHED_MS);

  /** Those that still have a line. */
  const finished = computed(() => ended.value.filter((one) => keptUntil(one) > now.value));

  effect(() => {
    const next = Math.min(...finished.value.map(keptUntil));
    if (next === Number.POSITIVE_INFINITY) return;
    const wait = Math.min(Math.max(next - Date.now(), 0), CREATED_MS);
    const timer = setTimeout(() => {
      now.value = Date.now();
    }, wait);
    return () => clearTimeout(timer);
  });

  /** The newest, then those that need attention, then the others, newest first. */
  const all = computed(() => {
    const lines = [
      ...queue.value.singles.map(({ id, createdAt, first }) => ({
        createdAt,
        line: pageOperation(
          id,
          first,
          first.subject.kind === 'create' ? null : first.subject.report.id,
        ),
      })),
      ...finished.value.map((one) => ({
        createdAt: one.createdAt,
        line: pageOperation(one.jobId, one.operation, reportIdOf(one), one.report),
      })),
    ];
    const inOrder = lines
      .sort((one, other) => other.createdAt - one.createdAt)
      .map(({ line }) => line);
    const [newest, ...others] = inOrder;
    if (newest === undefined) return [];
    const needing = others.filter(needsAttention);
    return [newest, ...needing, ...others.filter((one) => !needing.includes(one))];
  });

  const atReport = computed(() =>
    all.value.filter(
      ({ subject }) => subject.kind === 'update' && subject.report.id === openId.value,
    ),
  );

  const others = computed(() => all.value.slice(MAX_LINES));
  const isDone = (one: PageOperation) =>
    isFinished(one) && toneOf(one, isBackingOff.value) === 'done';

  return {
    /** Those of the view that is in sight. */
    lines: computed(() =>
      openId.value === undefined ? all.value.slice(0, MAX_LINES) : atReport.value,
    ),
    /** Those that go on, or need attention, and have no line below the form, as far as the queue shows them. */
    rest: computed(() => others.value.filter((one) => !isDone(one))),
    /** How many open operations the queue does not show. */
    unseen: computed(() => {
      const { create, update, delete: deletions, needsAttention } = queue.value.all;
      const open = create + update + deletions + needsAttention;
      return Math.max(0, open - queue.value.singles.length);
    }),
    /** How many of each kind are done and have no line below the form. */
    doneCounts: computed(() =>
      (['create', 'update', 'delete'] as const)
        .map((kind) => ({
          kind,
          count: others.value.filter((one) => one.subject.kind === kind && isDone(one)).length,
        }))
        .filter(({ count }) => count > 0),
    ),
    needingAttention: computed(() => all.value.filter(needsAttention)),
    /** Whether anything goes on that the view in sight shows. */
    isWaiting: computed(() => {
      const { create, update, delete: deletions } = queue.value.all;
      if (openId.value !== undefined) return atReport.value.some(isGoingOn);
      return create + update + deletions > 0;
    }),
  };
}

/** The report that a finished operation is about, or has created; null where the service has not shown it. */
function reportIdOf(one: RecentOperation): string | null {
  const { subject } = one.operation;
  return subject.kind === 'create' ? createdReportId(one) : subject.report.id;
}
