import { Failure } from '@/lib/failure';
import { Report } from '@/lib/report/report';
import { Timestamp, z } from '@/lib/schema';
import { Operation, type StatusName, type Subject } from './operation';

/** How many operations of a job have each status. */
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
  ...{ queued: 0, sending: 0, unverified: 0, needsAttention: 0 },
  ...{ done: 0, gone: 0, cancelled: 0 },
};

/** Why the worker has paused a batch. */
export const PauseReason = z.discriminatedUnion('code', [
  /** Its password was in memory only, and is gone. */
  z.object({ code: z.literal('password') }),
  /** The service has refused several operations in a row alike. */
  z.object({ code: z.literal('refusals'), failure: Failure }),
]);
export type PauseReason = z.infer<typeof PauseReason>;

/** What one press asks for: the header of its operations, which are stored beside it in chunks. */
export const Job = z.object({
  /** Made by the page: the same id is the same job. */
  id: z.string(),
  /** In milliseconds since the epoch; later than that of every earlier job. */
  createdAt: z.number(),
  /** Whether it is of a private window, and stored in memory until it is finished. */
  isPrivate: z.boolean(),
  /** Whether it was requested as one of many pages or reports; a batch stays listed when it is finished. */
  isBatch: z.boolean(),
  kind: z.literal(['create', 'update', 'delete']),
  /** How many operations it has, all of its kind. */
  size: z.number(),
  /** No operation is sent before: so long a person can undo deletions. Null: at once. */
  notBefore: z.nullable(Timestamp),
  /** How many addresses a batch has left out, by the reason. */
  leftOut: z.record(z.string(), z.number()),
  /** Of a batch of creations: the host of most of its pages, without `www.`, and how many others it has. */
  site: z.optional(z.object({ host: z.string(), others: z.number() })),
  isPaused: z.boolean(),
  /** Why the worker has paused it; null where a person has, or nobody. */
  pauseReason: z.nullable(PauseReason),
  /** Whether a person has seen how the batch has ended. */
  isSeen: z.boolean(),
  /** Null while anything goes on. Later its operations are read only on demand. */
  finished: z.nullable(
    z.object({
      counts: Counts,
      /** The first operation, by which people know a batch again. */
      first: Operation,
      /** Whether lists are still searched for some of its reports. */
      hasUnverifiable: z.boolean(),
    }),
  ),
});
export type Job = z.infer<typeof Job>;

/** What a page asks for, with an id of its own making. */
export interface NewJob {
  id: string;
  /** Absent: the window is not private. */
  isPrivate?: boolean;
  /** Absent: a single operation. */
  isBatch?: boolean;
  /** All of one kind, each page or report once. */
  subjects: readonly Subject[];
  /** That of all its reports, with privacy Password. */
  password?: string | undefined;
  /** Whether a person has confirmed one more report of the page. */
  isConfirmed?: boolean;
  /** How many addresses a batch has left out, by the reason. */
  leftOut?: Record<string, number>;
}

/** Why a creation is not stored until a person confirms it. */
export type Confirmation =
  /** A creation of the page with the same privacy is not finished. */
  | { reason: 'inProgress'; jobId: string }
  /** One was finished less than ten minutes ago; null: the service did not show the report. */
  | { reason: 'justCreated'; report: Report | null };

/** What a person does with a job. */
export type JobAction =
  /** Nothing more is sent; what is in flight is finished. */
  | { kind: 'pause' }
  /** Also with the password of its reports, where that is gone. */
  | { kind: 'resume'; password?: string }
  /** Takes back what is queued, and of a single operation whatever is not in flight. */
  | { kind: 'cancel' }
  /** Sends again what needs attention, with its password where that is gone. */
  | { kind: 'retry'; password?: string }
  /** A person has seen how the batch has ended. */
  | { kind: 'markSeen' }
  /** Takes a batch off the list, with all that is not in flight. */
  | { kind: 'remove' };

/** How a job stands, as every page sees it. */
export const JobLine = z.extend(z.omit(Job, { finished: true }), {
  counts: Counts,
  /** The only operation of a single press, or the first of a batch. */
  first: Operation,
});
export type JobLine = z.infer<typeof JobLine>;

/** Whether anything of a job goes on by itself, unless the job is paused. */
export function isOpen({ counts }: { counts: Counts }): boolean {
  return counts.queued + counts.sending + counts.unverified > 0;
}

/** An operation that is finished, and what the service has shown of its report. */
export const RecentOperation = z.object({
  jobId: z.string(),
  /** Its number in the job, from 0. */
  index: z.number(),
  isBatch: z.boolean(),
  isPrivate: z.boolean(),
  /** When the job was created, in milliseconds since the epoch. */
  createdAt: z.number(),
  /** When the operation was finished, in milliseconds since the epoch; no two alike. */
  endedAt: z.number(),
  operation: Operation,
  /** The report as the answer or a list has shown it; null where nothing has, or it is gone. */
  report: z.nullable(Report),
});
export type RecentOperation = z.infer<typeof RecentOperation>;

/** So many finished operations of single jobs are kept, and so many of batches. */
export const MOST_RECENT = 100;

/** The recent operations with more of them, the latest last. */
export function withRecent(
  recent: readonly RecentOperation[],
  more: readonly RecentOperation[],
): readonly RecentOperation[] {
  if (more.length === 0) return recent;
  const all = [...recent, ...more];
  const dropped = [true, false].flatMap((isBatch) =>
    all.filter((one) => one.isBatch === isBatch).slice(0, -MOST_RECENT),
  );
  return dropped.length === 0 ? all : all.filter((one) => !dropped.includes(one));
}

/** The report that a finished operation has deleted, or found to be gone; null for any other. */
export function removedReportId({ operation }: RecentOperation): string | null {
  const { subject, status } = operation;
  if (subject.kind === 'create' || status.name === 'cancelled') return null;
  return subject.kind === 'delete' || status.name === 'gone' ? subject.report.id : null;
}

/** The report that a finished creation has become, as it is referred to; null for any other. */
export function createdReportId({ operation }: RecentOperation): string | null {
  const { status } = operation;
  return status.name === 'done' ? (status.report?.id ?? null) : null;
}
