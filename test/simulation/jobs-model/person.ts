import { entryId } from '@/lib/jobs/entry';
import { editsOf, entriesOf } from '@/lib/jobs/jobs-state';
import { isFinished, isIn } from '@/lib/jobs/operation';
import type { Entry, JobAction, Jobs, JobsState, NewJob, Reply, Subject } from '@/lib/jobs/types';

/** The requested jobs, and the facts that a person knows from replies. */
export interface Person {
  /** In the order of requests. */
  jobs: RequestedJob[];
  /** By id. */
  operations: Map<string, RequestedOperation>;
}

export interface RequestedJob {
  newJob: NewJob;
  operations: RequestedOperation[];
  /** Whether a reply says that the job is stored; null without a reply. */
  isStored: boolean | null;
  /** Whether operations may be missing, because the browser has ended or the job was removed. */
  mayBeDropped: boolean;
  /** Whether earlier edits of the same reports make the job unnecessary. */
  isUnnecessary: boolean;
  /** Whether the batch was cancelled, and neither paused nor retried afterwards. */
  isCancelled: boolean;
  /** Whether the reply to *Remove* says that the batch is removed. */
  isRemoved: boolean;
}

export interface RequestedOperation {
  id: string;
  job: RequestedJob;
  subject: Subject;
  /** Whether the reply to a press says that the operation is taken back. */
  isTakenBack: boolean;
  /** Whether a press may have taken the operation back. */
  mayBeTakenBack: boolean;
  /** Whether the operation needed attention when it was taken back. */
  neededAttention: boolean;
  /** Number of presses that may have requested the operation again. */
  retries: number;
}

/** A call of an extension page. */
export type Call =
  | { kind: 'create'; job: RequestedJob }
  | { kind: 'act'; job: RequestedJob; action: JobAction };

export function createPerson(): Person {
  return { jobs: [], operations: new Map() };
}

export function addRequestedJob(person: Person, newJob: NewJob): RequestedJob {
  const job: RequestedJob = {
    newJob,
    operations: [],
    isStored: null,
    mayBeDropped: false,
    isUnnecessary: false,
    isCancelled: false,
    isRemoved: false,
  };
  for (const [index, subject] of newJob.subjects.entries()) {
    const operation: RequestedOperation = {
      id: entryId({ job: newJob, index }),
      job,
      subject,
      isTakenBack: false,
      mayBeTakenBack: false,
      neededAttention: false,
      retries: 0,
    };
    job.operations.push(operation);
    person.operations.set(operation.id, operation);
  }
  person.jobs.push(job);
  return job;
}

/**
 * Updates the person's knowledge after the reply to a call. Returns violations of the reply.
 * @param before the state before the event that caused the reply
 */
export function applyReply(
  call: Call,
  reply: Reply,
  before: JobsState,
  after: JobsState,
): string[] {
  const { job } = call;
  const { id } = job.newJob;
  if (reply.kind === 'otherContent') return [`the call for ${id} is refused for other content`];
  if (call.kind === 'create') {
    const isDone = reply.kind === 'done';
    const wasUnanswered = job.isStored === null && job.mayBeDropped;
    if (isDone || !wasUnanswered) job.isStored = job.isStored === true || isDone;
    if (isDone) {
      job.mayBeDropped = false;
      job.isRemoved = false;
    }
    const isKnown = after.jobs.has(id) || after.recent.some(({ jobId }) => jobId === id);
    if (isDone && !isKnown && isUnnecessary(job.newJob, before)) job.isUnnecessary = true;
    return isDone ? olderUpdateViolations(job, after) : [];
  }
  if (reply.kind === 'done' && reply.hadEffect) {
    applyEffect(
      call,
      unfinishedEntries(before.jobs, id),
      unfinishedEntries(after.storage.stored, id),
    );
  }
  return [];
}

/**
 * Whether earlier edits may make a job unnecessary. Only deletions and updates of results can be
 * unnecessary.
 */
function isUnnecessary({ subjects }: NewJob, { jobs }: JobsState): boolean {
  return subjects.every(
    (subject) =>
      subject.kind === 'delete' ||
      (requestsResults(subject) &&
        editsOf(jobs, subject.report.id).some(({ operation }) =>
          requestsResults(operation.subject),
        )),
  );
}

function requestsResults(subject: Subject): subject is Extract<Subject, { kind: 'update' }> {
  return subject.kind === 'update' && subject.update.results === 1;
}

/** Returns a violation for each older update that stays although a new job changes the same fields. */
function olderUpdateViolations({ newJob }: RequestedJob, { jobs }: JobsState): string[] {
  const header = jobs.get(newJob.id)?.header;
  if (header === undefined) return [];
  return newJob.subjects.flatMap((subject) => {
    if (subject.kind !== 'update') return [];
    const older = editsOf(jobs, subject.report.id).filter(
      ({ job, operation }) =>
        job.createdAt < header.createdAt &&
        (isIn(operation, 'queued') || isIn(operation, 'needsAttention')) &&
        operation.subject.kind === 'update' &&
        operation.subject.update.results === subject.update.results,
    );
    return older.map((entry) => `${entryId(entry)} stays after a newer update`);
  });
}

function unfinishedEntries(jobs: Jobs, jobId: string): Entry[] {
  const job = jobs.get(jobId);
  return job === undefined ? [] : entriesOf(job).filter(({ operation }) => !isFinished(operation));
}

/**
 * @param unfinished the unfinished entries of the job before the reply
 * @param stored the unfinished entries of the job in storage
 */
function applyEffect(
  { job, action }: Extract<Call, { kind: 'act' }>,
  unfinished: readonly Entry[],
  stored: readonly Entry[],
): void {
  const { isBatch = false } = job.newJob;
  for (const entry of unfinished) {
    const operation = job.operations[entry.index];
    if (operation === undefined) continue;
    const needsAttention = isIn(entry.operation, 'needsAttention');
    if (action.kind === 'retry' && needsAttention) operation.retries += 1;
    // Cancelling a batch keeps its operations that need attention.
    const isCancelled = action.kind === 'cancel' && !(isBatch && needsAttention);
    if (!isCancelled && action.kind !== 'remove') {
      // An answer may arrive while the worker stores *Cancel*. If the worker stops before it stores the
      // answer, storage contains only *Cancel*.
      const inStorage = stored.find(({ index }) => index === entry.index)?.operation;
      operation.mayBeTakenBack ||= inStorage?.isTakenBack === true;
      continue;
    }
    operation.isTakenBack = true;
    operation.neededAttention ||= needsAttention;
  }
  if (action.kind === 'remove') {
    job.mayBeDropped = true;
    job.isRemoved = true;
  }
  if (action.kind === 'cancel') job.isCancelled = isBatch;
  if (action.kind === 'pause' || action.kind === 'retry') job.isCancelled = false;
}

/** Updates the person's knowledge after a worker stop that leaves a call without a reply. */
export function applyMissingReply(call: Call): void {
  const { job } = call;
  if (call.kind === 'create') {
    if (job.isStored === false) job.isStored = null;
    job.mayBeDropped ||= job.isStored === null;
    return;
  }
  const { kind } = call.action;
  job.isCancelled = false;
  for (const operation of job.operations) {
    if (kind === 'cancel' || kind === 'remove') operation.mayBeTakenBack = true;
    if (kind === 'retry') operation.retries += 1;
  }
  if (kind === 'remove') job.mayBeDropped = true;
}
