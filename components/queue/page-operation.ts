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

/** An operation with a line. */
export interface PageOperation extends Pick<Operation, 'subject' | 'status' | 'isTakenBack'> {
  /** Id of the operation's job. */
  id: string;
  /** Whether the operation is queued, and the worker sends it at once. */
  isNext: boolean;
  /** The newest version of the operation's report; null if the service has not shown the report. */
  report: Report | null;
}

/** How urgent a line is. Determines the line's icon. */
export type Tone = 'busy' | 'waiting' | 'done' | 'attention' | 'backoff';

/** What an operation does. Each kind has its own rows in `LINE_TABLE`. */
export type LineKind = 'create' | 'update' | 'results' | 'delete';

/**
 * The statuses that lines distinguish. Each status has the tone of its line, and its word in the table
 * of a batch.
 */
export const LINE_STATUSES = {
  queued: { tone: 'waiting', word: 'waiting' },
  /** Queued, and nothing delays the operation. */
  next: { tone: 'busy', word: 'waiting' },
  sending: { tone: 'busy', word: 'sending' },
  /** Taken back, and the outcome is unknown. */
  checking: { tone: 'busy', word: 'checking' },
  unverified: { tone: 'busy', word: 'checking' },
  /** The service has accepted the creation, but no answer contains the report yet. */
  accepted: { tone: 'busy', word: 'checking' },
  refused: { tone: 'attention', word: 'failed' },
  unverifiable: { tone: 'attention', word: 'unconfirmed' },
  password: { tone: 'attention', word: 'failed' },
  gone: { tone: 'attention', word: 'failed' },
  /** Cancelled, but the report may exist. */
  uncertain: { tone: 'attention', word: 'cancelled' },
  cancelled: { tone: 'done', word: 'cancelled' },
  done: { tone: 'done', word: 'done' },
} as const satisfies Record<string, { tone: Tone; word: string }>;

export type LineStatus = keyof typeof LINE_STATUSES;

export function lineKindOf(subject: Subject): LineKind {
  return updatesResults(subject) ? 'results' : subject.kind;
}

export function lineStatusOf({
  status,
  isTakenBack,
  isNext,
}: Pick<PageOperation, 'status' | 'isTakenBack' | 'isNext'>): LineStatus {
  switch (status.name) {
    case 'queued':
      return isNext ? 'next' : 'queued';
    case 'sending':
      return isTakenBack ? 'checking' : 'sending';
    case 'unverified':
      if (status.failure === null) return 'accepted';
      return isTakenBack ? 'checking' : 'unverified';
    case 'needsAttention':
      return status.reason;
    case 'cancelled':
      return status.mayExist ? 'uncertain' : 'cancelled';
    default:
      return status.name;
  }
}

export function toneOf(operation: PageOperation): Tone {
  return LINE_STATUSES[lineStatusOf(operation)].tone;
}

/**
 * Returns a key of an operation and its phase. A later phase hides the failure of a command. A
 * deletion is announced as done from the start, so its end begins no new phase.
 */
export function phaseOf({ id, subject, status }: PageOperation): string {
  const isOpen =
    isOpenOperation({ status }) || (subject.kind === 'delete' && isFinished({ status }));
  return `${id} ${isOpen ? 'open' : status.name}`;
}

/** Whether an operation is queued, sending or unverified. */
export function isOpenOperation({ status }: Pick<Operation, 'status'>): boolean {
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
