import type { Failure } from '@/lib/failure';
import type { Report, ReportList } from '@/lib/report/report';
import type { ReportQuery } from '@/lib/report/report-query';
import type { Result } from '@/lib/result';
import type { Backoff } from './backoff';
import type { Confirmation, Counts, Job, JobAction, RecentOperation } from './job';
import type { Creation, Edit, Operation, UndecidedEdit, UnverifiedCreation } from './operation';

/** All jobs of one connection, as a value. `reduce` returns the next value. */
export interface JobsState {
  /** Whether the stored jobs are read. Before, no request is sent and nothing is stored. */
  isStarted: boolean;
  /** The jobs that extension pages and the scheduler see, in order of creation. */
  jobs: Jobs;
  /** The last finished operations, newest last. */
  recent: readonly RecentOperation[];
  /** Ids of the reports that creations of removed jobs have made. */
  claimedByRemoved: ReadonlySet<string>;
  /** The press that waits for storage; null for none. Presses follow one another. */
  press: Press | null;
  /** The operations whose requests are in flight or about to be sent, by operation id. */
  requests: ReadonlyMap<string, OperationRequest>;
  /** The operation whose lookup or deciding read is in flight; null for none. */
  lookupId: string | null;
  service: ServiceState;
  /** The last newest list, for baselines; null if the worker has read none. */
  newestList: NewestList | null;
  /** For each batch, the latest answers in a row that are alike and without success. */
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
  /** The operations in the parts in which they are stored; null for an unread finished batch. */
  chunks: readonly Chunk[] | null;
}

export type Chunk = readonly Slot[];

/** The place of one operation. Null: storage has no value there. */
export type Slot = Operation | UnreadableOperation | null;

/** An operation that this version cannot read. It stays in storage as it is. */
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
  /** Null while operations are sent. */
  backoff: Backoff | null;
  /** The failure count of the last backoff that ended without a successful request. */
  failuresBefore: number;
  /** Whether a request has succeeded since the last failure of the whole service. */
  hasSucceeded: boolean;
  /**
   * The time of the latest success, in milliseconds since the epoch; null if the service as a whole
   * has failed since.
   */
  succeededAt: number | null;
  /** The request that tests the backoff; null for none. Never stored. */
  probe: { operationId: string; hasFailed: boolean } | null;
  /** Operations that a firewall has refused before the firewall accepted another operation. */
  refusedAlone: ReadonlySet<string>;
}

export interface NewestList {
  /** By the connection's clock. */
  requestedAt: number;
  /**
   * The highest report id, "0" for an empty list; null if a row cannot be read, or if an id is not a
   * whole number.
   */
  highest: string | null;
}

export interface AlikeAnswers {
  /** A text that is equal for answers that are alike. */
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
  /** Stored values to remove, repeated until storage has removed them. */
  removals: readonly StoredLayout[];
  isRemoving: boolean;
}

/** A write in flight. */
export interface Write {
  /** The jobs when the write began. */
  base: Jobs;
  /** The jobs that the write stores, with the changes that wait for storage. */
  jobs: Jobs;
  /** The press that the write stores; null for none. */
  press: Press | null;
  /** The ids of the operations whose status `sending` the write stores. */
  sending: readonly string[];
  /** What was waiting for storage when the write began. */
  waiting: WaitingChanges;
}

/** The changes of a press and of requests that wait for storage. */
export interface WaitingChanges {
  changes: Changes;
  /** What the press does; null without a press. */
  effect: PressEffect | null;
}

/** The changes that one event makes. */
export interface Changes {
  /** A new job with all its operations. */
  added?: { header: Job; operations: readonly Operation[] };
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
  /** The batches to remove after the changes are stored. */
  removed: readonly string[];
  /** The batch whose row of alike answers begins again; null for none. */
  restarted: string | null;
  /** The reply once the changes are stored. */
  reply: Reply;
}

/** Names the stored values of a job. */
export interface StoredLayout {
  job: Pick<Job, 'id' | 'isPrivate' | 'size' | 'chunkSize'>;
  /** Whether only the operations are removed, because they are stored in parts of another size. */
  keepsHeader: boolean;
}

/** What a person requests. */
export type Press =
  | {
      kind: 'create';
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
    }
  | { type: 'pressed'; press: Press }
  /** A person has pressed *Retry now*, or has changed what a backoff waits for. */
  | { type: 'probeRequested' }
  /** The write in flight has ended. */
  | { type: 'stored' }
  | { type: 'refused' }
  | { type: 'removed'; layouts: readonly StoredLayout[] }
  | { type: 'removalRefused' }
  /** The outcomes of finished single jobs are published. */
  | { type: 'published'; jobIds: readonly string[] }
  /** The operations of a finished batch are read. */
  | { type: 'operationsRead'; jobId: string; chunks: readonly Chunk[] }
  /** The preparation of a request has ended, see `Preparation`. */
  | { type: 'prepared'; operationId: string; preparation: Preparation }
  | { type: 'answered'; operationId: string; answer: Answer }
  /** A lookup has ended; null if another list has shown the report meanwhile. */
  | { type: 'lookedUp'; operationId: string; lists: LookupLists | null }
  /** The report of an undecided edit was read; a failure may mean that the report is gone. */
  | { type: 'checked'; operationId: string; read: Result<Report> }
  /** A list was read, whoever has requested it. */
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
  /** `canUseList`: whether a newest list is there for the baseline of a creation. */
  | { kind: 'ready'; canUseList: boolean }
  | { kind: 'lostPassword' }
  /** A failure that the service state already contains, or the missing permission. */
  | { kind: 'failed'; missingPermission: Failure | null };

/** The answer to the request of an operation. */
export interface Answer {
  /** The created or updated report; null if the answer contains none. */
  result: Result<Report | null>;
  /** Whether an update has succeeded, and its report is gone since. */
  isGone: boolean;
}

/** The lists that a lookup has read. */
export interface LookupLists {
  /** The list of the creation's own page. */
  own: Result<ReportList>;
  /** The newest list; null if the lookup does not decide. */
  newest: Result<ReportList> | null;
}

/** What the shell does after an event. */
export type Command =
  /** Checks the permission, and reads a list for the baseline and the password. */
  | { kind: 'prepare'; entry: Entry<Creation | Edit> }
  | { kind: 'send'; entry: Entry<Creation | Edit> }
  /** Reads the lists of a lookup. */
  | { kind: 'lookUp'; entry: Entry<UnverifiedCreation> }
  /** Reads the report of an undecided edit. */
  | { kind: 'check'; entry: Entry<UndecidedEdit> }
  | { kind: 'store'; parts: readonly StoredPart[]; password: JobPassword | null }
  | { kind: 'remove'; layouts: readonly StoredLayout[] }
  /** Publishes changes. `ended` names the single jobs that are stored until then. */
  | { kind: 'publish'; changes: PublishedChanges; ended: readonly string[] }
  | { kind: 'reply'; reply: Reply };

export interface JobPassword {
  jobId: string;
  password: string;
}

/** The values of a job to store. */
export interface StoredPart {
  job: JobState;
  hasHeader: boolean;
  /** The indexes of the changed chunks. */
  chunks: readonly number[];
}

/** What an event has changed, for listeners. */
export interface PublishedChanges {
  /** The operations that the event has finished. */
  finished: readonly RecentOperation[];
  /** The operations that the event has changed to `needsAttention`. */
  needingAttention: readonly Entry[];
  /** Whether only operations of batches have changed. Pages need not show such a change at once. */
  isOfBatches: boolean;
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
  /** The latest time of the connection's clock, which only rises. */
  time: number;
  /** Whether a request may reach the service; false is certain, true is not. */
  isOnline: boolean;
}
