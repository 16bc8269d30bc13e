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

/** An operation that a page has a line for, with all that the line depends on beside the backoff. */
export interface PageOperation extends Pick<Operation, 'subject' | 'status' | 'isTakenBack'> {
  /** Of its job. */
  id: string;
  /** Whether the page shows the address above the line already. */
  isNamed: boolean;
  /** Its report, as lists show it now; null where the service has not shown it. */
  report: Report | null;
}

/** How much a line demands of a person, which is its picture. */
export type Tone = 'busy' | 'waiting' | 'done' | 'attention' | 'backoff';

/** The tone of an operation's line. */
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
 * Names an operation and its phase: a command that failed is announced in no later phase. A deletion is
 * announced as made from the start, and its end is no other phase.
 */
export function phaseOf({ id, subject, status }: PageOperation): string {
  const isOpen = isGoingOn({ status }) || (subject.kind === 'delete' && isFinished({ status }));
  return `${id} ${isOpen ? 'open' : status.name}`;
}

/** Whether the queue counts an operation among those that go on by themselves. */
export function isGoingOn({ status }: Pick<Operation, 'status'>): boolean {
  return status.name !== 'needsAttention' && !isFinished({ status });
}

/** Whether a finished operation has created a report. */
export function hasCreated({ operation }: Pick<RecentOperation, 'operation'>): boolean {
  return operation.subject.kind === 'create' && isIn(operation, 'done');
}

/** Why an operation is refused; null where it is not. */
export function refusalOf(status: Status | null): Failure | null {
  return status?.name === 'needsAttention' && status.reason === 'refused' ? status.failure : null;
}

/** Whether an operation updates results. */
export function updatesResults(subject: Subject): boolean {
  return subject.kind === 'update' && subject.update.results === 1;
}

/** How the operation of a single job stands, or has ended; null where the queue does not show it. */
export function statusOf(
  { singles, recentOperations }: Pick<QueueSummary, 'singles' | 'recentOperations'>,
  jobId: string,
): Status | null {
  const recent = recentOperations.findLast((one) => one.jobId === jobId);
  const operation = recent?.operation ?? singles.find(({ id }) => id === jobId)?.first;
  return operation?.status ?? null;
}

/**
 * The single updates of a report that are not finished or taken back, in the order in which they are
 * sent.
 */
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

/** Whether a report is about to be deleted, or was deleted a moment ago. */
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
