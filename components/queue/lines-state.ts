import { computed, type ReadonlySignal } from '@preact/signals';
import type { PageKernel } from '@/components/app/page-kernel';
import { createdReportId } from '@/lib/jobs/job';
import { isFinished } from '@/lib/jobs/operation';
import type { Operation, RecentOperation, Subject } from '@/lib/jobs/types';
import type { Report } from '@/lib/report/report';
import { newsSincePress } from './news-since-press';
import { nextJobIds } from './next-jobs';
import { CREATED_MS, type PageJobs } from './page-jobs';
import {
  hasCreated,
  isDeleted,
  isOpenOperation,
  type PageOperation,
  toneOf,
} from './page-operation';

/** Maximum number of lines below the form. Further operations are counted. */
const MAX_LINES = 5;

/** Time for which a finished operation without a created report keeps its line, in milliseconds. */
const FINISHED_MS = 60_000;

export interface LinesOptions {
  jobs: Pick<PageJobs, 'pressed'>;
  /** Id of the report in the open view. */
  openId: ReadonlySignal<string | undefined>;
}

/** The operations that have a line, below the form or in the view of the open report. */
export interface Lines {
  /** Lines of the visible view. */
  lines: ReadonlySignal<readonly PageOperation[]>;
  /** Operations beyond `MAX_LINES` that are open or need attention, if the queue lists them. */
  rest: ReadonlySignal<readonly PageOperation[]>;
  /** Number of open operations that the queue counts but does not list. */
  unlistedCount: ReadonlySignal<number>;
  /** Number of done operations beyond `MAX_LINES`, by kind. */
  doneCounts: ReadonlySignal<readonly { kind: Subject['kind']; count: number }[]>;
  /** Operations that have begun to need attention since the last press. */
  alerts: ReadonlySignal<readonly PageOperation[]>;
  /** Whether the visible view has an operation that is queued, sending or unverified. */
  isWaiting: ReadonlySignal<boolean>;
}

export function createLines(kernel: PageKernel, { jobs, openId }: LinesOptions): Lines {
  const { clock, reports } = kernel;
  const { queue } = kernel.state;
  const nextIds = computed(() => nextJobIds(queue.value));

  function pageOperation(
    id: string,
    { subject, status, isTakenBack }: Operation,
    reportId: string | null,
    report: Report | null = null,
  ): PageOperation {
    const version = reportId === null ? undefined : reports.get(reportId);
    return {
      id,
      subject,
      status,
      isTakenBack,
      isNext: nextIds.value.has(id),
      report: version === undefined ? report : version,
    };
  }

  /**
   * Single operations that ended since the last press or, before the first press, since the opening
   * of the page. Oldest first.
   */
  const ended = computed(() =>
    queue.value.recentOperations.filter((one) => {
      const { isBatch, endedAt, operation } = one;
      const { subject, status } = operation;
      if (isBatch || endedAt <= jobs.pressed.value.seenUpTo) return false;
      if (status.name === 'cancelled') return status.mayExist === true;
      const reportId = reportIdOf(one);
      return subject.kind === 'delete' || reportId === null || !isDeleted(queue.value, reportId);
    }),
  );

  const finished = computed(() =>
    ended.value.filter((one) => {
      const shownMs = hasCreated(one) ? CREATED_MS : FINISHED_MS;
      return !clock.isPast(one.endedAt + shownMs);
    }),
  );

  /** The newest operation, then operations that need attention, then the others, newest first. */
  const all = computed(() => {
    const lines = [
      ...queue.value.singles.map(({ id, createdAt, first }) => ({
        createdAt,
        line: pageOperation(id, first, editedReportId(first.subject)),
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
  const isDone = (one: PageOperation) => isFinished(one) && !needsAttention(one);

  const needingAtPress = computed(() => jobs.pressed.value.neededAttention);

  return {
    lines: computed(() =>
      openId.value === undefined ? all.value.slice(0, MAX_LINES) : atReport.value,
    ),
    rest: computed(() => others.value.filter((one) => !isDone(one))),
    unlistedCount: computed(() => {
      const { create, update, delete: deletions, needsAttention } = queue.value.all;
      const open = create + update + deletions + needsAttention;
      return Math.max(0, open - queue.value.singles.length);
    }),
    doneCounts: computed(() =>
      (['create', 'update', 'delete'] as const)
        .map((kind) => ({
          kind,
          count: others.value.filter((one) => one.subject.kind === kind && isDone(one)).length,
        }))
        .filter(({ count }) => count > 0),
    ),
    alerts: newsSincePress(
      needingAtPress,
      computed(() => all.value.filter(needsAttention)),
    ),
    isWaiting: computed(() => {
      const { create, update, delete: deletions } = queue.value.all;
      if (openId.value !== undefined) return atReport.value.some(isOpenOperation);
      return create + update + deletions > 0;
    }),
  };
}

function needsAttention(operation: PageOperation): boolean {
  return toneOf(operation) === 'attention';
}

function editedReportId(subject: Subject): string | null {
  return subject.kind === 'create' ? null : subject.report.id;
}

/** Returns the id of the edited or created report; null if the service has not shown the report. */
function reportIdOf(one: RecentOperation): string | null {
  return editedReportId(one.operation.subject) ?? createdReportId(one);
}
