import { pageHost, pageKey } from '@/lib/url/page-key';
import { BEFORE_DELETION, timeIn } from '@/lib/waiting-time';
import { changesSameFields } from './answers';
import type { BackoffState } from './backoff-state';
import type { Clock } from './clock';
import { type Entry, entryId } from './entry';
import {
  type Confirmation,
  createdReportId,
  isOpen,
  type Job,
  type JobAction,
  type NewJob,
  type RecentOperation,
  removedReportId,
  unpaused,
} from './job';
import type { ChangedOperation, JobStore } from './job-store';
import { type OpenJobs, openJobsIn } from './open-jobs';
import {
  type Edit,
  isCreation,
  isEdit,
  isFinished,
  isIn,
  newOperation,
  type Operation,
  type Subject,
  urlOf,
} from './operation';
import type { Refusals } from './refusals';
import type { Runner } from './runner';
import * as steps from './steps';

interface JobActionsTools {
  store: JobStore;
  /** Loads the stored jobs, once. */
  load(): Promise<void>;
  backoff: BackoffState;
  runner: Pick<Runner, 'run' | 'isSent'>;
  refusals: Refusals;
  clock: Clock;
  /**
   * Called before storing. Plans a wake-up, in case the browser stops the worker after the write.
   */
  beforeStoring(): void;
  now(): number;
}

/**
 * Within this time, a second report of a page needs a confirmation: most pages have not changed,
 * and each report counts against the plan.
 */
const JUST_CREATED_MS = 10 * 60_000;

/** The numbers of finished batches that stay listed. */
const MAX_BATCHES = { create: 10, edit: 5 };

const OTHER_CONTENT = 'The id stands for another job';

/** Creates the functions that change jobs for extension pages, and reject if storage fails. */
export function createJobActions(tools: JobActionsTools) {
  const { store, load, backoff, runner, refusals, clock, beforeStoring, now } = tools;
  /** Settles after the latest action. Actions run one after another. */
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(action: () => Promise<T>): Promise<T> {
    const acting = last.then(load).then(action);
    last = acting.catch(() => {});
    return acting;
  }

  /** Whether a job is stored or finished. Rejects if a job with this id has other content. */
  async function exists({ id, subjects }: NewJob): Promise<boolean> {
    const stored = store.job(id) && (await store.entries(id));
    const finished = store.recent().filter(({ jobId }) => jobId === id);
    const known =
      stored?.map(({ operation }) => operation.subject) ??
      finished.map(({ operation }) => operation.subject);
    if (stored === undefined && finished.length === 0) return false;
    if (!isSameContent(known, subjects)) throw new Error(OTHER_CONTENT);
    return true;
  }

  /** Returns why another report of the page needs a confirmation; null if it needs none. */
  function confirmationOf(subject: Extract<Subject, { kind: 'create' }>): Confirmation | null {
    const page = pageKey(subject.url);
    const host = pageHost(new URL(subject.url).hostname);
    const isSame = ({ subject: other }: Operation) =>
      other.kind === 'create' &&
      other.privacy === subject.privacy &&
      // Comparing hosts first is faster than computing thousands of page keys.
      other.url.includes(host) &&
      pageKey(other.url) === page;
    for (const { job, counts } of store.jobs()) {
      if (job.kind !== 'create' || !isOpen({ counts })) continue;
      const isInProgress = ({ operation }: Entry) =>
        !isIn(operation, 'needsAttention') && isSame(operation);
      const entries = [...store.begunOf(job.id), ...store.newOf(job.id)];
      if (entries.some(isInProgress)) return { reason: 'inProgress', jobId: job.id };
    }
    const recent = store.recent();
    const isRecent = ({ endedAt }: RecentOperation) => Math.abs(now() - endedAt) < JUST_CREATED_MS;
    const created = recent.findLast(
      (one) => isIn(one.operation, 'done') && isSame(one.operation) && isRecent(one),
    );
    if (created === undefined) return null;
    const reportId = createdReportId(created);
    const isDeleted =
      reportId !== null &&
      (recent.some((one) => removedReportId(one) === reportId) || isBeingDeleted(reportId));
    return isDeleted ? null : { reason: 'justCreated', report: created.report };
  }

  function isBeingDeleted(reportId: string): boolean {
    return store
      .editsOf(reportId)
      .some(({ operation }) => isDeletion(operation) && isActive(operation));
  }

  /**
   * Returns, as cancelled, the operations that new operations replace: updates of the same fields,
   * and refused creations of the page.
   */
  function cancelledBy(job: Job, operations: readonly Operation[]): ChangedOperation[] {
    const cancel = (entry: Entry) => ({ ...entry, operation: steps.cancelled(entry.operation) });
    if (job.kind === 'delete') return [];
    if (job.kind === 'update') {
      return operations.filter(isEdit).flatMap((operation) =>
        store
          .editsOf(operation.subject.report.id)
          .filter((other) => !isIn(other.operation, 'sending'))
          .filter((other) => changesSameFields(operation, other.operation))
          .map(cancel),
      );
    }
    const [first] = operations;
    if (job.isBatch || first?.subject.kind !== 'create') return [];
    const page = pageKey(first.subject.url);
    return [...store.jobs()].flatMap(({ job: other, counts }) => {
      const entry = other.isBatch || counts.needsAttention === 0 ? null : store.entry(other.id, 0);
      return entry && isRefusedCreation(entry.operation, page) ? [cancel(entry)] : [];
    });
  }

  /**
   * Returns the single deletions of the same report that a person has not taken back. An active
   * deletion makes a new deletion unnecessary. A new deletion replaces a deletion that needs
   * attention.
   */
  function deletionsOf({ subject }: Edit): Entry<Edit>[] {
    return store
      .editsOf(subject.report.id)
      .filter(({ job }) => !job.isBatch)
      .filter(({ operation }) => isDeletion(operation) && !operation.isTakenBack);
  }

  function jobOf(newJob: NewJob, operations: readonly Operation[]): Job {
    const { id, isPrivate = false, isBatch = false, leftOut = {} } = newJob;
    const kind = operations[0]?.subject.kind ?? 'create';
    const notBefore = kind === 'delete' ? timeIn(BEFORE_DELETION * 1000, now()) : null;
    const pause = { isPaused: false, pauseReason: null };
    const facts = { id, isPrivate, isBatch, leftOut, kind, notBefore, size: operations.length };
    const site = isBatch ? siteOf(operations) : null;
    return {
      ...facts,
      ...(site && { site }),
      ...pause,
      createdAt: clock.next(),
      isSeen: false,
      finished: null,
    };
  }

  async function create(newJob: NewJob): Promise<Confirmation | null> {
    if (newJob.subjects.length === 0 || (await exists(newJob))) return null;
    const operations = newJob.subjects.map(newOperation);
    const [first] = operations;
    const isSingle = newJob.isBatch !== true && first !== undefined;
    if (isSingle && isCreation(first) && !newJob.isConfirmed) {
      const confirmation = confirmationOf(first.subject);
      if (confirmation !== null) return confirmation;
    }
    const deletions = isSingle && isEdit(first) && isDeletion(first) ? deletionsOf(first) : [];
    if (deletions.some(({ operation }) => isActive(operation))) return null;
    if (newJob.password !== undefined) await store.setPassword(newJob.id, newJob.password);
    beforeStoring();
    const job = jobOf(newJob, operations);
    const cancelled = deletions.map((one) => ({
      ...one,
      operation: steps.cancelled(one.operation),
    }));
    await store.commit({
      added: [{ job, operations }],
      operations: [...cancelled, ...cancelledBy(job, operations)],
    });
    if (job.isBatch) await dropOldBatches(job);
    return null;
  }

  /** Removes the oldest finished batches beyond the limit, except batches that need attention. */
  async function dropOldBatches({ kind }: Job): Promise<void> {
    const most = kind === 'create' ? MAX_BATCHES.create : MAX_BATCHES.edit;
    const finished = [...store.jobs()].filter(
      ({ job, counts }) =>
        job.isBatch &&
        (job.kind === 'create') === (kind === 'create') &&
        !isOpen({ counts }) &&
        counts.needsAttention === 0,
    );
    for (const { job } of finished.reverse().slice(most - 1)) await store.removeJob(job.id);
  }

  /** Returns the current operations of a job. Reads those of a finished batch. */
  async function entriesOf({ id }: Job): Promise<Entry[]> {
    const entries = await store.entries(id);
    // An answer may have arrived meanwhile.
    return entries.flatMap(({ index }) => store.entry(id, index) ?? []);
  }

  /** Takes back the operations of a job. In a batch, operations that need attention stay. */
  async function cancel(job: Job): Promise<boolean> {
    const entries = await entriesOf(job);
    const open = entries.filter(
      ({ operation }) =>
        !isFinished(operation) && !(job.isBatch && isIn(operation, 'needsAttention')),
    );
    if (open.length === 0) return job.isBatch;
    const takenBack = (entry: Entry): Operation =>
      steps.takenBack(entry.operation, runner.isSent(entryId(entry)));
    await store.commit({
      ...(job.isBatch && { jobs: [unpaused(job)] }),
      operations: open.map((entry) => ({ ...entry, operation: takenBack(entry) })),
    });
    return true;
  }

  /** Removes a batch, unless one of its operations is in flight or unverified. */
  async function remove(job: Job): Promise<boolean> {
    const entries = await entriesOf(job);
    const { sending, unverified } = store.counts(job.id);
    if (!job.isBatch || sending + unverified > 0) return false;
    const open = entries.filter(({ operation }) => !isFinished(operation));
    const operations = open.map((entry) => ({
      ...entry,
      operation: steps.cancelled(entry.operation),
    }));
    // Rejects without a change if storage fails.
    if (operations.length > 0) await store.commit({ operations });
    await store.removeJob(job.id);
    return true;
  }

  async function retry(job: Job, password: string | undefined): Promise<boolean> {
    const entries = await entriesOf(job);
    const stopped = entries.filter(({ operation }) => isIn(operation, 'needsAttention'));
    if (stopped.length === 0) return false;
    if (password !== undefined) await store.setPassword(job.id, password);
    refusals.restart(job.id);
    await store.commit({
      ...(job.isSeen && { jobs: [{ ...job, isSeen: false }] }),
      operations: stopped.map((one) => ({ ...one, operation: steps.retried(one.operation) })),
    });
    return true;
  }

  async function setPaused(job: Job, isPaused: boolean): Promise<boolean> {
    refusals.restart(job.id);
    await store.commit({ jobs: [{ ...job, isPaused, pauseReason: null }] });
    return true;
  }

  async function act(job: Job, action: JobAction): Promise<boolean> {
    switch (action.kind) {
      case 'pause':
        return setPaused(job, true);
      case 'resume':
        if (action.password !== undefined) await store.setPassword(job.id, action.password);
        return setPaused(job, false);
      case 'cancel':
        return cancel(job);
      case 'retry':
        return retry(job, action.password);
      case 'markSeen':
        await store.commit({ jobs: [{ ...job, isSeen: true }] });
        return true;
      case 'remove':
        return remove(job);
    }
  }

  async function update(id: string, action: JobAction): Promise<boolean> {
    const job = store.job(id);
    if (job === undefined) {
      // An unknown job counts as cancelled.
      const end = store.recent().find(({ jobId }) => jobId === id);
      return action.kind === 'cancel' && end?.operation.status.name !== 'done';
    }
    beforeStoring();
    return act(job, action);
  }

  return {
    /** Stores a new job. If the job needs a confirmation, returns the reason and stores nothing. */
    async create(job: NewJob): Promise<Confirmation | null> {
      const confirmation = await inTurn(() => create(job));
      runner.run();
      return confirmation;
    },
    /** Applies an action to a job. Returns whether the action had an effect. */
    async update(id: string, action: JobAction): Promise<boolean> {
      const isDone = await inTurn(() => update(id, action));
      runner.run();
      return isDone;
    },
    /** Starts the probe of the backoff. */
    async retryNow(): Promise<void> {
      await load();
      backoff.probeNow();
      runner.run();
    },
    /** Counts the operations that a disconnection would drop; null if there are none. */
    async openJobs(): Promise<OpenJobs | null> {
      await load();
      return openJobsIn(store);
    },
  };
}

function isDeletion({ subject }: Operation): boolean {
  return subject.kind === 'delete';
}

/** Whether an operation goes on: no person has to decide, or has taken it back. */
function isActive(operation: Operation): boolean {
  return !isIn(operation, 'needsAttention') && !operation.isTakenBack;
}

function isRefusedCreation({ subject, status }: Operation, page: string): boolean {
  return (
    subject.kind === 'create' &&
    status.name === 'needsAttention' &&
    status.reason === 'refused' &&
    pageKey(subject.url) === page
  );
}

function isSameContent(some: readonly Subject[], others: readonly Subject[]): boolean {
  const contents = others.map(contentOf);
  return (
    some.length === contents.length && some.every((one, at) => contentOf(one) === contents[at])
  );
}

/** Returns a comparable text. Of a report reference, only the id counts. */
function contentOf(subject: Subject): string {
  const { kind } = subject;
  if (kind === 'create') return JSON.stringify([kind, subject.url, subject.privacy]);
  const { privacy, results } = kind === 'update' ? subject.update : {};
  return JSON.stringify([kind, subject.report.id, privacy, results]);
}

/** Returns the most frequent host, and the number of other hosts; null without a host. */
function siteOf(operations: readonly Operation[]): NonNullable<Job['site']> | null {
  const counts = new Map<string, number>();
  for (const { subject } of operations) {
    const host = pageHost(URL.parse(urlOf(subject) ?? '')?.hostname ?? '');
    if (host !== '') counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most ? { host: most[0], others: counts.size - 1 } : null;
}
