import { Failure } from '@/lib/failure';
import { AnyPrivacy } from '@/lib/report/privacy';
import { Rating, Score } from '@/lib/report/rating';
import type { Report, ReportList } from '@/lib/report/report';
import { StoredChange } from '@/lib/report/report-change';
import type { ReportQuery } from '@/lib/report/report-query';
import { ReportReference } from '@/lib/report/report-reference';
import type { Result } from '@/lib/result';
import { Timestamp, z } from '@/lib/schema';

/** What an operation does. Does not include passwords, which are stored with the job, in memory only. */
export const Subject = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('create'),
    /** The address of the page, as sent to the service. */
    url: z.string(),
    privacy: AnyPrivacy,
  }),
  z.object({
    kind: z.literal('update'),
    /** The report at the time of the request. */
    report: ReportReference,
    update: StoredChange,
  }),
  z.object({ kind: z.literal('delete'), report: ReportReference }),
]);

export type Subject = z.infer<typeof Subject>;

/** A created report, with enough data to list the report when the history has lost it. */
export const CreatedReport = z.extend(ReportReference, {
  /** `result` and `score` come from the answer; null if absent. */
  result: z.nullable(Rating),
  score: z.nullable(Score),
});

export type CreatedReport = z.infer<typeof CreatedReport>;

/** The status of an operation. */
export const Status = z.discriminatedUnion('name', [
  z.object({ name: z.literal('queued') }),
  /** The request is in flight, or was in flight when the browser stopped the worker. */
  z.object({
    name: z.literal('sending'),
    /**
     * Whether a taken-back edit got no answer. A read of the report will show its outcome. Absent:
     * false.
     */
    isUndecided: z.optional(z.boolean()),
  }),
  /** Creations only: it is unknown whether the report exists, and the worker looks it up. */
  z.object({
    name: z.literal('unverified'),
    /** The number of lookups since the last request. */
    lookups: z.number(),
    /** The time of the next lookup. */
    lookupAt: Timestamp,
    /** The number of times that the newest list could not be read in the last lookup. Absent: 0. */
    failedDecisions: z.optional(z.number()),
    /** The failure of the request; null after a success without a report. */
    failure: z.nullable(Failure),
  }),
  /** The operation waits for a person. */
  z.object({
    name: z.literal('needsAttention'),
    /**
     * `refused`: the service has refused the operation. `unverifiable`: it is unknown whether the
     * report exists. `password`: the password was only in memory, and is lost.
     */
    reason: z.literal(['refused', 'unverifiable', 'password']),
    /** Null if the password is lost. */
    failure: z.nullable(Failure),
  }),
  z.object({
    name: z.literal('done'),
    /** The created report; null for edits, and if the service did not return the report. */
    report: z.nullable(CreatedReport),
  }),
  /** The report to update no longer exists. */
  z.object({ name: z.literal('gone') }),
  /** A person has cancelled the operation, or a newer operation has replaced it. */
  z.object({
    name: z.literal('cancelled'),
    /** Whether the report of a taken-back creation may exist. Absent: false. */
    mayExist: z.optional(z.boolean()),
  }),
]);

export type Status = z.infer<typeof Status>;

export type StatusName = Status['name'];

/** One creation, update or deletion of a report. */
export const Operation = z.object({
  subject: Subject,
  status: Status,
  /** The number of requests that the service may have carried out. */
  attempts: z.number(),
  /**
   * For creations: the highest report id before the first request; "0" without reports. Null before
   * the first request, if no list was read, or if ids are not whole numbers. A creation without a
   * baseline is never repeated.
   */
  baseline: z.nullable(z.string()),
  /**
   * Whether a person has taken the operation back after its request was sent. It is never sent
   * again. Absent: false.
   */
  isTakenBack: z.optional(z.boolean()),
});

export type Operation = z.infer<typeof Operation>;

/** An operation whose subject is of one kind. */
export type OperationOf<Kind extends Subject['kind']> = Operation & {
  subject: Extract<Subject, { kind: Kind }>;
};

export type Creation = OperationOf<'create'>;

/** An operation that updates or deletes a report. */
export type Edit = OperationOf<'update'> | OperationOf<'delete'>;

/** An operation with one status. */
export type OperationIn<Name extends StatusName> = Operation & {
  status: Extract<Status, { name: Name }>;
};

export type UnverifiedCreation = Creation & OperationIn<'unverified'>;

/** A taken-back edit without an answer. */
export type UndecidedEdit = Edit & OperationIn<'sending'>;

/** The number of a job's operations by status. Stored: a new status needs a default. */
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

/** Why the worker has paused a batch. */
export const PauseReason = z.discriminatedUnion('code', [
  /** The browser has closed, and the password was only in memory. */
  z.object({ code: z.literal('password') }),
  /**
   * Several answers in a row were refusals with the same message, or unreadable. `failure` is the
   * failure of the last answer.
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
  /** The number of operations in one stored chunk. Absent in jobs of earlier versions: 50. */
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
   * A taken-back operation is never sent again.
   */
  | { kind: 'cancel' }
  /** Sends the operations that need attention again. `password` replaces a lost password. */
  | { kind: 'retry'; password?: string }
  /** Notes that a person has seen the end of the batch. */
  | { kind: 'markSeen' }
  /** Removes an ended batch with its operations. */
  | { kind: 'remove' }
  /** Adds the batch of the last removal again, unless the browser has stopped the worker since. */
  | { kind: 'restore' };

/** The state of a job, for extension pages. */
export interface JobLine extends Omit<Job, 'finished'> {
  counts: Counts;
  /** The only operation of a single job, or the first operation of a batch. */
  first: Operation;
}

/** A finished operation with its report. */
export interface RecentOperation {
  jobId: string;
  /** The index of the operation in the job. */
  index: number;
  isBatch: boolean;
  isPrivate: boolean;
  /** The time when the job was created, in milliseconds since the epoch. */
  createdAt: number;
  /** The time when the operation finished, in milliseconds since the epoch. Unique. */
  endedAt: number;
  operation: Operation;
  /** The report from the answer or a list; null if unknown or gone. */
  report: Report | null;
}

/** The fields of every kind of backoff. */
const backoffFields = {
  failure: Failure,
  /** The kind of request that failed. A successful read ends a backoff that began at a read. */
  metBy: z.literal(['read', 'write']),
  /**
   * The operations whose requests failed. Another operation becomes the probe. Empty after a read.
   */
  operationIds: z.array(z.string()),
  /** The number of failures in a row. During the backoff, only failed probes count. */
  count: z.number(),
  /** The time of the first of these failures. */
  since: Timestamp,
};

/** A period without operations, after the service as a whole has failed. */
export const Backoff = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('waiting'),
    ...backoffFields,
    /** The time of the next probe. */
    until: Timestamp,
    /** Whether the service has set this time, for example with a Retry-After header. */
    isNamed: z.boolean(),
  }),
  /** No probe is sent until a person changes something, or presses *Retry now*. */
  z.object({ kind: z.literal('needsPerson'), ...backoffFields }),
]);

export type Backoff = z.infer<typeof Backoff>;

/** No backoff: operations are sent. */
export interface NoBackoff {
  kind: 'none';
  /**
   * The count of the last backoff, if the backoff ended without a probe. The next backoff continues
   * the count. A success resets the count to 0.
   */
  count: number;
  /** The time of the first failure that `count` includes; null for none. */
  since: string | null;
}

/** All jobs of one connection, as a value. `reduce` returns the next value. */
export interface JobsState {
  /** Whether the stored jobs are read. Until then, the worker sends and stores nothing. */
  isStarted: boolean;
  /** Whether no further request begins, because another connection will be used. */
  isEnding: boolean;
  /** The jobs that extension pages and `candidates` see, in order of creation. */
  jobs: Jobs;
  /** The last finished operations, newest last. */
  recent: readonly RecentOperation[];
  /** The batches of the last removal, for *Undo*. Memory is enough: see `restore`. */
  lastRemoved: readonly JobState[];
  /** Ids of the reports that creations of removed jobs have made. */
  claimedByRemoved: ReadonlySet<string>;
  /**
   * The press that waits for storage; null for none. The next press waits until this press has
   * ended.
   */
  press: Press | null;
  /** The operations whose requests are in flight or about to be sent, by operation id. */
  requests: ReadonlyMap<string, OperationRequest>;
  /**
   * The unverified creation whose lookup is in flight, or the undecided edit whose report is being
   * read; null for none.
   */
  lookupId: string | null;
  service: ServiceState;
  /**
   * The latest list that begins with the newest report, for baselines; null if the worker has read
   * none.
   */
  newestList: NewestList | null;
  /** The latest alike failures in a row of each batch, by job id. */
  alikeAnswers: ReadonlyMap<string, AlikeAnswers>;
  storage: StorageState;
  /** The latest time that the state has used, by the connection's clock. */
  time: number;
}

export type Jobs = ReadonlyMap<string, JobState>;

/** A job with its operations. */
export interface JobState {
  header: Job;
  counts: Counts;
  /** The operations in chunks, as they are stored; null for an unread finished batch. */
  chunks: readonly Chunk[] | null;
}

export type Chunk = readonly Slot[];

/** The place of one operation. Null if storage has no value at this place. */
export type Slot = Operation | UnreadableOperation | null;

/** An operation that this version cannot read. The operation stays in storage unchanged. */
export interface UnreadableOperation {
  stored: unknown;
}

/** The request of an operation. */
export interface OperationRequest {
  entry: Entry<Creation | Edit>;
  /**
   * `preparing`: the shell reads the baseline and the password. `storing`: the status `sending` is
   * being stored. `sent`: the request is sent, and not answered.
   */
  phase: 'preparing' | 'storing' | 'sent';
  /** The password to send, while the status is being stored; null otherwise. */
  password: string | null;
  facts: EditFacts;
}

/** The state of the connection when the request of an edit begins. */
export interface EditFacts {
  /** Whether other requests have succeeded since the last failure. */
  othersSucceed: boolean;
  /** The number of failed probes in a row. */
  failures: number;
}

/** What requests have shown about the service as a whole. */
export interface ServiceState {
  backoff: Backoff | NoBackoff;
  /** Whether a request has succeeded since the last failure of the whole service. */
  hasSucceeded: boolean;
  /**
   * The time of the latest success, in milliseconds since the epoch; null if the service as a whole
   * has failed since.
   */
  succeededAt: number | null;
  /** The request that tests the backoff; null for none. Never stored. */
  probe: { operationId: string; hasFailed: boolean } | null;
  /**
   * Operations that a firewall blocks individually, because it has accepted another operation
   * since.
   */
  blockedAlone: ReadonlySet<string>;
}

export interface NewestList {
  /** By the connection's clock. */
  requestedAt: number;
  /**
   * The highest report id, "0" for an empty list; null if a row cannot be read, or if the ids are
   * not whole numbers in descending order.
   */
  highest: string | null;
}

export interface AlikeAnswers {
  /** A text that is the same for alike answers. */
  answer: string;
  count: number;
}

/** The difference between the jobs and the browser's storage. */
export interface StorageState {
  /** The jobs as they are stored. */
  stored: Jobs;
  /** The write in flight; null for none. */
  write: Write | null;
  /** Finished single jobs that stay stored until their outcome is published. */
  unpublished: ReadonlySet<string>;
  /** The removals that storage has not completed. A failed removal is repeated. */
  removals: readonly JobRemoval[];
  isRemoving: boolean;
}

/** A write in flight. */
export interface Write {
  /** The jobs when the write began. */
  base: Jobs;
  /** The jobs after the waiting changes. The write stores these jobs. */
  jobs: Jobs;
  /** The press that the write stores; null for none. */
  press: Press | null;
  /** The ids of the operations whose status `sending` the write stores. */
  sending: readonly string[];
  /** The changes that were waiting for storage when the write began. */
  waiting: WaitingChanges;
  /** Whether the write removes the batch of a press on *Remove*, and stores nothing. */
  isRemoval: boolean;
}

/** The changes of a press and of requests that wait for storage. */
export interface WaitingChanges {
  changes: Changes;
  /** What the press does; null without a press. */
  effect: PressEffect | null;
}

/** The changes that one event makes. */
export interface Changes {
  /** A new or restored job with all its operations. */
  added?: { header: Job; operations: readonly Slot[] };
  /** Changed headers of jobs. */
  headers?: readonly Job[];
  operations?: readonly ChangedOperation[];
}

/** An operation with its new status, and its report if an answer or a list contains the report. */
export interface ChangedOperation extends Entry {
  report?: Report | null;
}

/** What a press does. */
export interface PressEffect {
  /** The changes to store before the reply; null if the press changes nothing that is stored. */
  changes: Changes | null;
  /** The batches that the press removes. */
  removed: readonly string[];
  /** The batch whose count of alike answers is reset; null for none. */
  restarted: string | null;
  /** The reply once the changes are stored. */
  reply: Reply;
}

/** Stored values of a job to remove. */
export interface JobRemoval {
  job: Pick<Job, 'id' | 'isPrivate' | 'size' | 'chunkSize'>;
  /**
   * Whether only the chunks of this size are removed, because the operations are now stored in
   * chunks of another size. If not, everything of the job is removed.
   */
  keepsHeader: boolean;
}

/** What a person requests. */
export type Press =
  | {
      kind: 'newJob';
      header: Job;
      operations: readonly Operation[];
      password: string | null;
      /** Whether a person has confirmed another report of the page. */
      isConfirmed: boolean;
      /** Whether the press was checked, and waits only for storage. Absent: false. */
      isAccepted?: boolean;
    }
  | { kind: 'act'; jobId: string; action: JobAction };

/** The reply to a press. */
export type Reply =
  /** Whether the press had an effect. */
  | { kind: 'done'; hadEffect: boolean }
  | { kind: 'confirmation'; confirmation: Confirmation }
  /** The id belongs to a job with other content. */
  | { kind: 'otherContent' }
  /** Storage has refused the press. Nothing has changed. */
  | { kind: 'notStored' };

/** An operation with the header of its job, and its index in the job. */
export interface Entry<One extends Operation = Operation> {
  job: Job;
  index: number;
  operation: One;
}

/** Everything that changes the state of the jobs. */
export type JobsEvent =
  /** A worker has read the stored jobs, and the outcomes that an earlier worker has published. */
  | {
      type: 'started';
      jobs: readonly JobState[];
      recent: readonly RecentOperation[];
      backoff: Backoff | null;
      /**
       * Whether a person has put the connection in use again. The time to undo deletions then begins
       * again. Absent: false.
       */
      isUsedAgain?: boolean;
    }
  /** Another connection will be used. Requests in flight continue. */
  | { type: 'ending' }
  | { type: 'pressed'; press: Press }
  /**
   * A person has pressed *Retry now*, or has removed the cause of a backoff, for example a missing
   * permission.
   */
  | { type: 'probeRequested' }
  /** The write in flight has succeeded. */
  | { type: 'stored' }
  /** Storage has refused the write in flight. */
  | { type: 'refused' }
  | { type: 'removed'; removals: readonly JobRemoval[] }
  | { type: 'removalRefused' }
  /** The outcomes of finished single jobs are published. */
  | { type: 'published'; jobIds: readonly string[] }
  /** The operations of a finished batch are read. */
  | { type: 'operationsRead'; jobId: string; chunks: readonly Chunk[] }
  /** The preparation of a request has ended, see `Preparation`. */
  | { type: 'prepared'; operationId: string; preparation: Preparation }
  | { type: 'answered'; operationId: string; answer: Answer }
  /** A lookup has ended. `lists` is null if another list has shown the report meanwhile. */
  | { type: 'lookedUp'; operationId: string; lists: LookupLists | null }
  /**
   * The read of an undecided edit's report has ended. A failure may mean that the report is gone.
   */
  | { type: 'checked'; operationId: string; read: Result<Report> }
  /** A list was read, for an operation or an extension page. */
  | { type: 'listed'; query: ReportQuery; page: number; list: ReportList; requestedAt: number }
  /** A read has ended. `operationId` is null for a read that an extension page has requested. */
  | { type: 'readEnded'; operationId: string | null; failure: Failure | null }
  /** The passwords of these jobs are lost. */
  | { type: 'passwordsLost'; jobIds: readonly string[] }
  | { type: 'networkReturned' }
  /** The next wake time, see `wakeTime`. */
  | { type: 'woken' };

/** The result of preparing a request. */
export type Preparation =
  | {
      kind: 'ready';
      /** Whether the baseline of a creation can be determined from a newest list. */
      canUseList: boolean;
      /** The password to send. Absent: the operation needs no password. */
      password?: string;
    }
  | { kind: 'lostPassword' }
  /** A failure that the service state already contains, or the missing permission. */
  | { kind: 'failed'; missingPermission: Failure | null };

/** The answer to the request of an operation. */
export interface Answer {
  /** The created or updated report; null if the answer contains none. */
  result: Result<Report | null>;
  /** Whether an update has succeeded, but its report no longer exists. */
  isGone: boolean;
}

/** The lists that a lookup has read. */
export interface LookupLists {
  /** The list of the creation's own page. */
  own: Result<ReportList>;
  /** The newest list; null if the lookup does not need this list. */
  newest: Result<ReportList> | null;
}

/** What the shell does after an event. */
export type Command =
  /** Checks the permission, and reads a list for the baseline and the password. */
  | { kind: 'prepare'; entry: Entry<Creation | Edit> }
  | { kind: 'send'; entry: Entry<Creation | Edit>; password: string | null }
  /** Reads the lists of a lookup. */
  | { kind: 'lookUp'; entry: Entry<UnverifiedCreation> }
  /** Reads the report of an undecided edit. */
  | { kind: 'check'; entry: Entry<UndecidedEdit> }
  /** Stores parts of jobs, or removes the batch of a press on *Remove*. */
  | {
      kind: 'store';
      parts: readonly StoredPart[];
      password: JobPassword | null;
      removals: readonly JobRemoval[];
    }
  | { kind: 'remove'; removals: readonly JobRemoval[] }
  /** Publishes changes. `ended` are the single jobs to remove from storage afterwards. */
  | { kind: 'publish'; changes: PublishedChanges; ended: readonly string[] }
  | { kind: 'reply'; reply: Reply };

export interface JobPassword {
  jobId: string;
  password: string;
}

/** The part of a job that a write stores. */
export interface StoredPart {
  job: JobState;
  /** Whether the write stores the header. */
  hasHeader: boolean;
  /** The indexes of the chunks that the write stores. */
  chunks: readonly number[];
}

/** What an event has changed, for listeners. */
export interface PublishedChanges {
  /** The operations that the event has finished. */
  finished: readonly RecentOperation[];
  /** The operations that the event has changed to `needsAttention`. */
  needingAttention: readonly Entry[];
  /** Whether only operations of batches have changed. Pages need not show such a change at once. */
  isOnlyInBatches: boolean;
}

/** The state after an event, and the commands that follow, in order. */
export interface Next {
  state: JobsState;
  commands: readonly Command[];
}

/** The circumstances of an event. */
export interface Moment {
  /** The computer's clock, in milliseconds since the epoch. */
  now: number;
  /** The latest time of the connection's clock, which never goes back. */
  time: number;
  /** Whether the device may be online. Only false is certain. */
  isOnline: boolean;
}
