import { Failure } from '@/lib/failure';
import { Report } from '@/lib/report/report';
import { Timestamp, z } from '@/lib/schema';
import { Operation, type StatusName, type Subject } from './operation';

/** The number of a job's operations by status. */
export const Counts = z.object({
  queued: z.number(),
  sending: z.number(),
  unverified: z.number(),
  needsAttention: z.number(),
  done: z.number(),
  gone: z.number(),
  cancelled: z.number(),
} satisfies Record<StatusName, unknown>);
export type Counts = z.infer<typeof Counts>;

export const NO_COUNTS: Counts = {
  queued: 0,
  sending: 0,
  unverified: 0,
  needsAttention: 0,
  done: 0,
  gone: 0,
  cancelled: 0,
};

/** Why the worker has paused a batch. */
export const PauseReason = z.discriminatedUnion('code', [
  /** The browser has closed, and the password was only in memory. */
  z.object({ code: z.literal('password') }),
  /**
   * Several answers in a row were alike and without success: refusals, or answers that cannot be
   * read. `failure` is that of the last answer.
   */
  z.object({ code: z.literal('refusals'), failure: Failure }),
]);
export type PauseReason = z.infer<typeof PauseReason>;

/** Everything that one press requests. The operations are stored separately, in chunks. */
export const Job = z.object({
  /** Created by the extension page, so that a repeated call creates no second job. */
  id: z.string(),
  /** Milliseconds since the epoch, higher than for every earlier job. */
  createdAt: z.number(),
  /** Whether the job comes from a private window, and is stored in memory until it finishes. */
  isPrivate: z.boolean(),
  /** Whether the job is a batch. A finished batch stays listed. */
  isBatch: z.boolean(),
  kind: z.literal(['create', 'update', 'delete']),
  /** The number of operations, all of the same kind. */
  size: z.number(),
  /** The number of operations in one stored part. Absent in jobs of earlier versions: 50. */
  chunkSize: z.optional(z.number()),
  /**
   * Time before which no operation is sent, so that a person can undo deletions. Null: no delay.
   */
  notBefore: z.nullable(Timestamp),
  /** The numbers of addresses that the batch leaves out, by reason. */
  leftOut: z.record(z.string(), z.number()),
  /** For a batch: the most frequent host without `www.`, and the number of other hosts. */
  site: z.optional(z.object({ host: z.string(), others: z.number() })),
  isPaused: z.boolean(),
  /** Why the worker has paused the job; null if a person has paused it, or if it is not paused. */
  pauseReason: z.nullable(PauseReason),
  /** Whether a person has seen the end of the batch. */
  isSeen: z.boolean(),
  /** Null for an open job. The operations of a finished job are read only on demand. */
  finished: z.nullable(
    z.object({
      counts: Counts,
      /** The first operation, by which people recognize a batch. */
      first: Operation,
      /** Whether lists may still show the reports of unverifiable creations. */
      hasUnverifiable: z.boolean(),
    }),
  ),
});
export type Job = z.infer<typeof Job>;

/** The job that an extension page requests. */
export interface NewJob {
  id: string;
  /** Absent: the window is not private. */
  isPrivate?: boolean;
  /** Absent: a single operation. */
  isBatch?: boolean;
  /** All of the same kind. Each page or report appears once. */
  subjects: readonly Subject[];
  /** The password of all reports, if the privacy is Password. */
  password?: string | undefined;
  /** Whether a person has confirmed another report of the page. */
  isConfirmed?: boolean;
  /** The numbers of addresses that the batch leaves out, by reason. */
  leftOut?: Record<string, number>;
}

/** Limit for the operations of a private job: the browser's memory for storage is small. */
export const MAX_PRIVATE_OPERATIONS = 5_000;

/** Whether a private job exceeds the limit. */
export function isTooManyPrivate({ isPrivate, subjects }: NewJob): boolean {
  return isPrivate === true && subjects.length > MAX_PRIVATE_OPERATIONS;
}

/** Why a creation needs a confirmation. */
export type Confirmation =
  /** A creation of the same page with the same privacy is not finished. */
  | { reason: 'inProgress'; jobId: string }
  /**
   * A creation of the same page with the same privacy finished less than ten minutes ago. `report`
   * is null if the service did not return the report.
   */
  | { reason: 'justCreated'; report: Report | null };

/** An action of a person on a job. */
export type JobAction =
  /** Sends no further operations. Requests in flight continue. */
  | { kind: 'pause' }
  /** `password` replaces a lost password. */
  | { kind: 'resume'; password?: string }
  /**
   * Takes back queued, sent and unverified operations, and a single operation that needs attention.
   * No operation that is taken back is sent again.
   */
  | { kind: 'cancel' }
  /** Sends the operations that need attention again. `password` replaces a lost password. */
  | { kind: 'retry'; password?: string }
  /** Notes that a person has seen the end of the batch. */
  | { kind: 'markSeen' }
  /** Removes a batch with its operations, unless a request is in flight. */
  | { kind: 'remove' };

/** Returns a job without a pause. */
export function unpaused(job: Job): Job {
  return { ...job, isPaused: false, pauseReason: null };
}

/** The state of a job, for extension pages. */
export const JobLine = z.extend(z.omit(Job, { finished: true }), {
  counts: Counts,
  /** The only operation of a single job, or the first operation of a batch. */
  first: Operation,
});
export type JobLine = z.infer<typeof JobLine>;

/** Whether a job has operations that continue without a person, unless the job is paused. */
export function isOpen({ counts }: { counts: Counts }): boolean {
  return counts.queued + counts.sending + counts.unverified > 0;
}

/** A finished operation with its report. */
export const RecentOperation = z.object({
  jobId: z.string(),
  /** The index of the operation in the job. */
  index: z.number(),
  isBatch: z.boolean(),
  isPrivate: z.boolean(),
  /** The time when the job was created, in milliseconds since the epoch. */
  createdAt: z.number(),
  /** The time when the operation finished, in milliseconds since the epoch. Unique. */
  endedAt: z.number(),
  operation: Operation,
  /** The report from the answer or a list; null if unknown or gone. */
  report: z.nullable(Report),
});
export type RecentOperation = z.infer<typeof RecentOperation>;

/** Limit for the recent operations of single jobs, and for those of batches. */
export const MAX_RECENT = 100;

/**
 * Adds finished operations to the recent operations, newest last. Drops the oldest beyond the
 * limit.
 */
export function withRecent(
  recent: readonly RecentOperation[],
  more: readonly RecentOperation[],
): readonly RecentOperation[] {
  if (more.length === 0) return recent;
  const all = [...recent, ...more];
  const kept = new Set(
    [true, false].flatMap((isBatch) =>
      all.filter((one) => one.isBatch === isBatch).slice(-MAX_RECENT),
    ),
  );
  return all.filter((one) => kept.has(one));
}

/**
 * Returns the id of a report that a finished operation has deleted or found gone; null otherwise.
 */
export function removedReportId({ operation }: RecentOperation): string | null {
  const { subject, status } = operation;
  if (subject.kind === 'create' || status.name === 'cancelled') return null;
  return subject.kind === 'delete' || status.name === 'gone' ? subject.report.id : null;
}

/** Returns the id of the report that a finished operation has created; null otherwise. */
export function createdReportId({ operation }: RecentOperation): string | null {
  const { status } = operation;
  return status.name === 'done' ? (status.report?.id ?? null) : null;
}
