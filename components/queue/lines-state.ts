import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { PageKernel } from '@/components/app/page-kernel';
import { createdReportId } from '@/lib/jobs/job';
import { isFinished } from '@/lib/jobs/operation';
import type { Operation, RecentOperation } from '@/lib/jobs/types';
import type { Report } from '@/lib/report/report';
import { pageKey } from '@/lib/url/page-key';
import { CREATED_MS } from './page-jobs';
import { hasCreated, isDeleted, isGoingOn, type PageOperation, toneOf } from './page-operation';

/** Maximum number of lines below the form. Further operations are counted. */
const MAX_LINES = 5;

/** Time for which a finished operation without a created report keeps its line, in milliseconds. */
const FINISHED_MS = 60_000;

export interface LinesOptions {
  /** `seenUpTo` is the `endedAt` of the last operation without a line. */
  pressed: ReadonlySignal<{ seenUpTo: number }>;
  /** Reports of the lists, with their current privacy and rating. */
  listed: ReadonlySignal<readonly Report[]>;
  /** Page key of the address in the form; null if there is none. */
  formPage: ReadonlySignal<string | null>;
  /** Id of the report in the open view. */
  openId: ReadonlySignal<string | undefined>;
}

/** Selects the operations that have a line, below the form or in the view of the open report. */
export function createLines(
  { state: { queue } }: PageKernel,
  { pressed, listed, formPage, openId }: LinesOptions,
) {
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

  /** Single operations that ended since the opening of the page or the last press, oldest first. */
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

  /** The newest operation, then operations that need attention, then the others, newest first. */
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
    /** Lines of the visible view. */
    lines: computed(() =>
      openId.value === undefined ? all.value.slice(0, MAX_LINES) : atReport.value,
    ),
    /** Operations beyond `MAX_LINES` that are open or need attention, if the queue lists them. */
    rest: computed(() => others.value.filter((one) => !isDone(one))),
    /** Number of open operations that the queue counts but does not list. */
    unseen: computed(() => {
      const { create, update, delete: deletions, needsAttention } = queue.value.all;
      const open = create + update + deletions + needsAttention;
      return Math.max(0, open - queue.value.singles.length);
    }),
    /** Number of done operations beyond `MAX_LINES`, by kind. */
    doneCounts: computed(() =>
      (['create', 'update', 'delete'] as const)
        .map((kind) => ({
          kind,
          count: others.value.filter((one) => one.subject.kind === kind && isDone(one)).length,
        }))
        .filter(({ count }) => count > 0),
    ),
    needingAttention: computed(() => all.value.filter(needsAttention)),
    /** Whether the visible view has an operation that is queued, sending or unverified. */
    isWaiting: computed(() => {
      const { create, update, delete: deletions } = queue.value.all;
      if (openId.value !== undefined) return atReport.value.some(isGoingOn);
      return create + update + deletions > 0;
    }),
  };
}

/** Returns the id of the edited or created report; null if the service has not shown the report. */
function reportIdOf(one: RecentOperation): string | null {
  const { subject } = one.operation;
  return subject.kind === 'create' ? createdReportId(one) : subject.report.id;
}
