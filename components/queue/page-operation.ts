import type { Failure } from '@/lib/failure';
import { isFinished, isIn } from '@/lib/jobs/operation';
import type { QueueSummary } from '@/lib/jobs/queue';
import type {
  JobLine,
  Operation,
  OperationOf,
  RecentOperation,
  Status,
  Subject,
} from '@/lib/jobs/types';
import type { Report } from '@/lib/report/report';

/** An operation with a line, and all that the line depends on apart from the backoff. */
export interface PageOperation extends Pick<Operation, 'subject' | 'status' | 'isTakenBack'> {
  /** Id of the operation's job. */
  id: string;
  /** Whether the page shows the address above the line. */
  isNamed: boolean;
  /** The operation's report as lists show it now; null if the service has not shown the report. */
  report: Report | null;
}

/** How urgent a line is. Determines the line's icon. */
export type Tone = 'busy' | 'waiting' | 'done' | 'attention' | 'backoff';

export function toneOf(
  { subject, status, isNamed }: Omit<PageOperation, 'id' | 'report'>,
  isBackingOff: boolean,
): Tone {
  switch (status.name) {
    case 'needsAttention':
    case 'gone':
      return 'attention';
    case 'queued': {
      const isNext = isNamed && !isBackingOff && subject.kind !== 'delete';
      return isNext ? 'busy' : 'waiting';
    }
    case 'done':
      return 'done';
    case 'cancelled':
      return status.mayExist ? 'attention' : 'done';
    default:
      return 'busy';
  }
}

/**
 * Returns a key of an operation and its phase. A later phase hides the failure of a command. A
 * deletion is announced as done from the start, so its end begins no new phase.
 */
export function phaseOf({ id, subject, status }: PageOperation): string {
  const isOpen = isGoingOn({ status }) || (subject.kind === 'delete' && isFinished({ status }));
  return `${id} ${isOpen ? 'open' : status.name}`;
}

/** Whether an operation is queued, sending or unverified. */
export function isGoingOn({ status }: Pick<Operation, 'status'>): boolean {
  return status.name !== 'needsAttention' && !isFinished({ status });
}

export function hasCreated({ operation }: Pick<RecentOperation, 'operation'>): boolean {
  return operation.subject.kind === 'create' && isIn(operation, 'done');
}

/** Returns the failure of a refused operation; null for every other status. */
export function refusalOf(status: Status | null): Failure | null {
  return status?.name === 'needsAttention' && status.reason === 'refused' ? status.failure : null;
}

export function updatesResults(subject: Subject): boolean {
  return subject.kind === 'update' && subject.update.results === 1;
}

/** Returns the status of a single job's operation; null if the queue does not show the job. */
export function statusOf(
  { singles, recentOperations }: Pick<QueueSummary, 'singles' | 'recentOperations'>,
  jobId: string,
): Status | null {
  const recent = recentOperations.findLast((one) => one.jobId === jobId);
  const operation = recent?.operation ?? singles.find(({ id }) => id === jobId)?.first;
  return operation?.status ?? null;
}

/** Returns the open single updates of a report that were not taken back, in sending order. */
export function updatesOf(singles: readonly JobLine[], reportId: string): OperationOf<'update'>[] {
  return singles
    .toSorted((one, other) => one.createdAt - other.createdAt)
    .map(({ first }) => first)
    .filter(
      (first): first is OperationOf<'update'> =>
        first.subject.kind === 'update' &&
        first.subject.report.id === reportId &&
        !first.isTakenBack,
    );
}

/** Whether a deletion of the report is open or was done a moment ago. */
export function isDeleted(
  { deleting, recentOperations }: Pick<QueueSummary, 'deleting' | 'recentOperations'>,
  reportId: string,
): boolean {
  const wasDeleted = recentOperations.some(
    ({ operation }) =>
      operation.subject.kind === 'delete' &&
      isIn(operation, 'done') &&
      operation.subject.report.id === reportId,
  );
  return wasDeleted || deleting.includes(reportId);
}
