import { pageHost, pageKey } from '@/lib/url/page-key';
import { BEFORE_DELETION, timeIn } from '@/lib/waiting-time';
import { changesSameFields } from './answers';
import { entryId } from './entry';
import { createdReportId, isOpen, removedReportId, unpaused } from './job';
import {
  attemptedOf,
  editsOf,
  entriesOf,
  entryAt,
  unattemptedOf,
  unfinishedEdits,
  withChunkSize,
} from './jobs-state';
import { isCreation, isEdit, isFinished, isIn, newOperation, urlOf } from './operation';
import * as steps from './steps';
import type {
  ChangedOperation,
  Confirmation,
  Edit,
  Entry,
  Job,
  JobAction,
  JobState,
  Jobs,
  JobsState,
  Moment,
  NewJob,
  Operation,
  Press,
  PressEffect,
  RecentOperation,
  Reply,
  Subject,
} from './types';

/**
 * Within this time, a second report of a page needs a confirmation. Most pages have not changed,
 * and each report counts against the plan.
 */
const JUST_CREATED_MS = 10 * 60_000;

/** The maximum number of finished batches in the list. */
const MAX_BATCHES = { create: 10, edit: 5 };

const HAD_EFFECT: Reply = { kind: 'done', hadEffect: true };
const NO_EFFECT: Reply = { kind: 'done', hadEffect: false };

/** Returns the press that creates a job. */
export function pressOf(newJob: NewJob, { now, time }: Moment): Press {
  const { id, isPrivate = false, isBatch = false, leftOut = {}, isConfirmed = false } = newJob;
  const operations = newJob.subjects.map(newOperation);
  const kind = operations[0]?.subject.kind ?? 'create';
  const site = isBatch ? siteOf(operations) : null;
  const header = withChunkSize({
    id,
    createdAt: time,
    isPrivate,
    isBatch,
    kind,
    size: operations.length,
    notBefore: kind === 'delete' ? timeIn(BEFORE_DELETION * 1000, now) : null,
    leftOut,
    ...(site && { site }),
    isPaused: false,
    pauseReason: null,
    isSeen: false,
    finished: null,
  });
  const password = newJob.password ?? null;
  return { kind: 'newJob', header, operations, password, isConfirmed };
}

/** Returns what a press does to the current jobs. */
export function effectOf(state: JobsState, press: Press, moment: Moment): PressEffect {
  if (press.kind === 'newJob') return newJobEffect(state, press, moment);
  const job = state.jobs.get(press.jobId);
  if (job !== undefined) return actionEffect(state, job, press.action);
  if (press.action.kind === 'restore') return restoreEffect(state, press.jobId);
  // An unknown job counts as cancelled.
  const end = state.recent.find(({ jobId }) => jobId === press.jobId);
  const isCancelled = press.action.kind === 'cancel' && end?.operation.status.name !== 'done';
  return effectWith(isCancelled ? HAD_EFFECT : NO_EFFECT);
}

/** Returns the password to store before a press; null for none. */
export function passwordOf(press: Press): { jobId: string; password: string } | null {
  if (press.kind === 'newJob') {
    return press.password === null ? null : { jobId: press.header.id, password: press.password };
  }
  const { action, jobId } = press;
  const hasPassword = action.kind === 'resume' || action.kind === 'retry';
  const password = hasPassword ? action.password : undefined;
  return password === undefined ? null : { jobId, password };
}

/** Returns an effect; by default, the press changes nothing. */
function effectWith(reply: Reply, effects: Partial<PressEffect> = {}): PressEffect {
  return { changes: null, removed: [], restarted: null, reply, ...effects };
}

type NewJobPress = Extract<Press, { kind: 'newJob' }>;

function newJobEffect(state: JobsState, press: NewJobPress, moment: Moment): PressEffect {
  const { header, operations, isAccepted = false } = press;
  const reply = isAccepted ? null : replyWithoutJob(state, press, moment);
  if (reply !== null) return effectWith(reply);
  const [first] = operations;
  const isDeletionOfOne = !header.isBatch && first !== undefined && isEdit(first);
  const deletions = isDeletionOfOne && isDeletion(first) ? deletionsOf(state.jobs, first) : [];
  const replaced = [...deletions.map(cancel), ...replacedBy(state.jobs, header, operations)];
  return effectWith(HAD_EFFECT, {
    changes: { added: { header, operations }, operations: replaced },
    removed: header.isBatch ? oldBatches(state.jobs, header.kind, 1) : [],
  });
}

/** Returns the reply to a press that adds no job; null if the press adds its job. */
function replyWithoutJob(state: JobsState, press: NewJobPress, moment: Moment): Reply | null {
  const { header, operations, isConfirmed } = press;
  const [first] = operations;
  if (first === undefined) return HAD_EFFECT;
  const known = knownSubjects(state, header.id);
  if (known !== null) {
    const subjects = operations.map(({ subject }) => subject);
    return isSameContent(known, subjects) ? HAD_EFFECT : { kind: 'otherContent' };
  }
  if (operations.every((one) => isBeingUpdated(state.jobs, one))) return HAD_EFFECT;
  if (header.isBatch) return null;
  if (isCreation(first)) {
    const confirmation = isConfirmed ? null : confirmationOf(state, first.subject, moment);
    return confirmation && { kind: 'confirmation', confirmation };
  }
  const isAlreadyOpen =
    isEdit(first) &&
    isDeletion(first) &&
    deletionsOf(state.jobs, first).some(({ operation }) => isActive(operation));
  return isAlreadyOpen ? HAD_EFFECT : null;
}

/** Returns the ids of the reports whose new results are requested. */
export function updatingReports({ jobs }: Pick<JobsState, 'jobs'>): ReadonlySet<string> {
  const updates = [...unfinishedEdits(jobs)].filter(isUpdating);
  return new Set(updates.map(({ operation }) => operation.subject.report.id));
}

/** Whether the operation requests new results, and an earlier update already does. */
function isBeingUpdated(jobs: Jobs, operation: Operation): boolean {
  return (
    isEdit(operation) &&
    requestsResults(operation) &&
    editsOf(jobs, operation.subject.report.id).some(isUpdating)
  );
}

/** Whether an update of results is in flight, or continues in a job that is not paused. */
function isUpdating({ job, operation }: Entry<Edit>): boolean {
  const continues = isIn(operation, 'sending') || !job.isPaused;
  return requestsResults(operation) && isActive(operation) && continues;
}

/** Returns the subjects of a job that is listed or finished; null if the id is new. */
function knownSubjects({ jobs, recent }: JobsState, jobId: string): Subject[] | null {
  const job = jobs.get(jobId);
  if (job !== undefined) return entriesOf(job).map(({ operation }) => operation.subject);
  const finished = recent.filter((one) => one.jobId === jobId);
  return finished.length === 0 ? null : finished.map(({ operation }) => operation.subject);
}

/** Returns why another report of the page needs a confirmation; null if it needs none. */
function confirmationOf(
  { jobs, recent }: JobsState,
  subject: Extract<Subject, { kind: 'create' }>,
  { now }: Moment,
): Confirmation | null {
  const page = pageKey(subject.url);
  const host = pageHost(new URL(subject.url).hostname);
  const isSame = ({ subject: other }: Operation) =>
    other.kind === 'create' &&
    other.privacy === subject.privacy &&
    // Comparing hosts first is faster than computing thousands of page keys.
    other.url.includes(host) &&
    pageKey(other.url) === page;
  for (const job of jobs.values()) {
    const { header, counts } = job;
    const isDecided = !isOpen({ counts }) && !header.finished?.hasUnverifiable;
    if (header.kind !== 'create' || isDecided) continue;
    for (const { operation } of [...attemptedOf(job), ...unattemptedOf(job)]) {
      if (isSame(operation)) return { reason: 'inProgress', jobId: header.id };
    }
  }
  const isRecent = ({ endedAt }: RecentOperation) => Math.abs(now - endedAt) < JUST_CREATED_MS;
  const created = recent.findLast(
    (one) => isIn(one.operation, 'done') && isSame(one.operation) && isRecent(one),
  );
  if (created === undefined) return null;
  const reportId = createdReportId(created);
  const isDeleted =
    reportId !== null &&
    (recent.some((one) => removedReportId(one) === reportId) || isBeingDeleted(jobs, reportId));
  return isDeleted ? null : { reason: 'justCreated', report: created.report };
}

function isBeingDeleted(jobs: Jobs, reportId: string): boolean {
  return editsOf(jobs, reportId).some(
    ({ operation }) => isDeletion(operation) && isActive(operation),
  );
}

/**
 * Cancels the operations that new operations replace: updates of the same fields, and refused
 * creations of the page.
 */
function replacedBy(jobs: Jobs, header: Job, operations: readonly Operation[]): ChangedOperation[] {
  if (header.kind === 'delete') return [];
  if (header.kind === 'update') return updatesReplacedBy(jobs, operations.filter(isEdit));
  const [first] = operations;
  if (header.isBatch || first?.subject.kind !== 'create') return [];
  const page = pageKey(first.subject.url);
  return [...jobs.values()].flatMap(({ header: other, counts }) => {
    const entry = other.isBatch || counts.needsAttention === 0 ? null : entryAt(jobs, other.id, 0);
    return entry && isRefusedCreation(entry.operation, page) ? [cancel(entry)] : [];
  });
}

function updatesReplacedBy(jobs: Jobs, updates: readonly Edit[]): ChangedOperation[] {
  const byReport = new Map(updates.map((update) => [update.subject.report.id, update]));
  return [...unfinishedEdits(jobs)].flatMap((entry) => {
    const update = byReport.get(entry.operation.subject.report.id);
    const isReplaced =
      update !== undefined &&
      !isIn(entry.operation, 'sending') &&
      changesSameFields(update, entry.operation);
    return isReplaced ? [cancel(entry)] : [];
  });
}

/** Returns the single deletions of the same report that a person has not taken back. */
function deletionsOf(jobs: Jobs, { subject }: Edit): Entry<Edit>[] {
  return editsOf(jobs, subject.report.id).filter(
    ({ job, operation }) => !job.isBatch && isDeletion(operation) && !operation.isTakenBack,
  );
}

/**
 * Returns the oldest finished batches beyond the limit, without batches that need attention.
 * @param kind the kind of the batches; updates and deletions have one limit
 * @param added the number of batches that will be added
 */
export function oldBatches(jobs: Jobs, kind: Job['kind'], added: number): string[] {
  const most = kind === 'create' ? MAX_BATCHES.create : MAX_BATCHES.edit;
  const finished = [...jobs.values()].filter(
    ({ header, counts }) =>
      header.isBatch &&
      (header.kind === 'create') === (kind === 'create') &&
      !isOpen({ counts }) &&
      counts.needsAttention === 0,
  );
  return finished
    .reverse()
    .slice(most - added)
    .map(({ header }) => header.id);
}

function actionEffect(state: JobsState, job: JobState, action: JobAction): PressEffect {
  const { header } = job;
  switch (action.kind) {
    case 'pause':
      return pauseEffect({ ...header, isPaused: true, pauseReason: null });
    case 'resume':
      return pauseEffect(unpaused(header));
    case 'cancel':
      return cancelEffect(state, job);
    case 'retry':
      return retryEffect(job);
    case 'markSeen':
      return effectWith(HAD_EFFECT, { changes: { headers: [{ ...header, isSeen: true }] } });
    case 'remove': {
      if (!header.isBatch || isOpen(job)) return effectWith(NO_EFFECT);
      return effectWith(HAD_EFFECT, { changes: {}, removed: [header.id] });
    }
    case 'restore':
      return effectWith(HAD_EFFECT);
  }
}

/** Adds a removed batch again. */
function restoreEffect({ lastRemoved }: JobsState, jobId: string): PressEffect {
  const job = lastRemoved.find(({ header }) => header.id === jobId);
  if (job === undefined) return effectWith(NO_EFFECT);
  const { header, chunks } = job;
  const operations = (chunks ?? []).flat();
  return effectWith(HAD_EFFECT, { changes: { added: { header, operations } } });
}

function pauseEffect(header: Job): PressEffect {
  return effectWith(HAD_EFFECT, { changes: { headers: [header] }, restarted: header.id });
}

/** Takes back the operations of a job. In a batch, operations that need attention stay. */
function cancelEffect({ requests }: JobsState, job: JobState): PressEffect {
  const { header } = job;
  const open = entriesOf(job).filter(
    ({ operation }) =>
      !isFinished(operation) && !(header.isBatch && isIn(operation, 'needsAttention')),
  );
  if (open.length === 0) return effectWith(header.isBatch ? HAD_EFFECT : NO_EFFECT);
  const takenBack = (entry: Entry): ChangedOperation => {
    const isSent = requests.get(entryId(entry))?.phase === 'sent';
    return { ...entry, operation: steps.afterCancelOrUndo(entry.operation, isSent) };
  };
  const operations = open.map(takenBack);
  return effectWith(HAD_EFFECT, {
    changes: { operations, ...(header.isBatch && { headers: [unpaused(header)] }) },
  });
}

function retryEffect(job: JobState): PressEffect {
  const { header } = job;
  const stopped = entriesOf(job).filter(({ operation }) => isIn(operation, 'needsAttention'));
  if (stopped.length === 0) return effectWith(NO_EFFECT);
  const operations = stopped.map((one) => ({ ...one, operation: steps.afterRetry(one.operation) }));
  const headers = header.isSeen ? [{ ...header, isSeen: false }] : [];
  return effectWith(HAD_EFFECT, { changes: { headers, operations }, restarted: header.id });
}

function cancel(entry: Entry): ChangedOperation {
  return { ...entry, operation: steps.asCancelled(entry.operation) };
}

function isDeletion({ subject }: Operation): boolean {
  return subject.kind === 'delete';
}

function requestsResults({ subject }: Operation): boolean {
  return subject.kind === 'update' && subject.update.results === 1;
}

/** Whether an operation continues without a person, and was not taken back. */
function isActive(operation: Operation): boolean {
  return !isIn(operation, 'needsAttention') && !operation.isTakenBack;
}

function isRefused({ status }: Operation): boolean {
  return status.name === 'needsAttention' && status.reason === 'refused';
}

function isRefusedCreation(operation: Operation, page: string): boolean {
  const { subject } = operation;
  return subject.kind === 'create' && isRefused(operation) && pageKey(subject.url) === page;
}

function isSameContent(some: readonly Subject[], others: readonly Subject[]): boolean {
  const contents = others.map(contentOf);
  return (
    some.length === contents.length && some.every((one, at) => contentOf(one) === contents[at])
  );
}

/** Returns a text that is the same for the same content. Reports are compared by id. */
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
