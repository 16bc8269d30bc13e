import { NEWEST_QUERY } from '@/lib/report/report-query';
import { BEFORE_DELETION, dueTime, earliest } from '@/lib/waiting-time';
import { probeTime } from './backoff';
import { countsSince } from './baselines';
import { entryId, isCreationEntry, isEditEntry } from './entry';
import { allAttempted, attemptedOf, editsOf, pageOfCreation, unattemptedOf } from './jobs-state';
import { isCreation, isIn, isUndecided, MAX_IN_FLIGHT } from './operation';
import { longestLookupWait } from './steps';
import type {
  Creation,
  Edit,
  Entry,
  Job,
  JobState,
  JobsState,
  Moment,
  UndecidedEdit,
  UnverifiedCreation,
} from './types';

/**
 * Limit of the new reports since a baseline. The newest list has 20 further rows, for reports of other
 * people.
 */
const MAX_SINCE_BASELINE = NEWEST_QUERY.perPage - 20;

type Now = Pick<Moment, 'now'>;
type Sendable = Entry<Creation | Edit>;

/** Operations that have a common limit of requests in flight. */
interface OperationGroup {
  isBatch: boolean;
  areCreations: boolean;
}

/**
 * Yields the operations that may be sent, in the order of sending:
 * - single jobs before batches
 * - repeated operations before new operations
 * - older jobs before newer jobs
 *
 * An operation may be sent if it is queued and due, its job is not paused, and no other operation
 * of its page or report has to end first. Ignores the limits for requests in flight.
 * @param isWanted whether operations of a group are returned; by default, all groups
 */
export function* candidates(
  state: JobsState,
  moment: Now,
  isWanted: (group: OperationGroup) => boolean = () => true,
): Iterable<Sendable> {
  for (const isBatch of [false, true]) {
    const jobs = [...state.jobs.values()].filter(
      ({ header, counts }) =>
        header.isBatch === isBatch &&
        counts.queued > 0 &&
        !header.isPaused &&
        isDue(header, moment) &&
        isWanted({ isBatch, areCreations: header.kind === 'create' }),
    );
    yield* sendableOf(state, queuedOf(jobs), moment);
  }
}

/** Yields the queued operations of jobs, repeated operations first. */
function* queuedOf(jobs: readonly JobState[]): Iterable<Entry> {
  for (const job of jobs) {
    for (const entry of attemptedOf(job)) if (isIn(entry.operation, 'queued')) yield entry;
  }
  for (const job of jobs) yield* unattemptedOf(job);
}

function* sendableOf(state: JobsState, queued: Iterable<Entry>, moment: Now): Iterable<Sendable> {
  let busyPages: ReadonlySet<string> | undefined;
  let mustWait: boolean | undefined;
  for (const entry of queued) {
    if (isEditEntry(entry)) {
      const first = firstEdit(state, entry.operation.subject.report.id, moment);
      if (first === undefined || !isDue(first.job, moment)) continue;
      // An edit of a single job waits for earlier edits of its report, so the first of these is sent now.
      if (!entry.job.isBatch || entryId(first) === entryId(entry)) yield first;
    } else if (isCreationEntry(entry) && !state.requests.has(entryId(entry))) {
      // New creations could push an unverified report off the newest list.
      if (entry.job.isBatch && entry.operation.attempts === 0) {
        mustWait ??= mustBatchesWait(state);
        if (mustWait) continue;
      }
      busyPages ??= pagesWithCreation(state);
      if (!busyPages.has(pageOfCreation(entry))) yield entry;
    }
  }
}

/**
 * Returns the pages with an unfinished creation. A second creation of such a page waits, because a
 * lookup could not say which of the two has created a report.
 */
function pagesWithCreation({ jobs, requests }: JobsState): ReadonlySet<string> {
  const pages = new Set<string>();
  for (const { entry } of requests.values())
    if (isCreationEntry(entry)) pages.add(pageOfCreation(entry));
  for (const entry of allAttempted(jobs)) {
    const { operation } = entry;
    const isBusy = isIn(operation, 'sending') || isIn(operation, 'unverified');
    if (isBusy && isCreationEntry(entry)) pages.add(pageOfCreation(entry));
  }
  return pages;
}

/**
 * Returns the next edit of a report; undefined while an edit of the report is in flight or
 * undecided. Edits are sent in order, except that a due deletion comes first.
 */
function firstEdit(
  { jobs, requests }: JobsState,
  reportId: string,
  moment: Now,
): Entry<Edit> | undefined {
  const inFlight = [...requests.values()].some(
    ({ entry }) => isEditEntry(entry) && entry.operation.subject.report.id === reportId,
  );
  if (inFlight) return undefined;
  const edits = editsOf(jobs, reportId);
  if (edits.some(({ operation }) => isUndecided(operation))) return undefined;
  const waiting = edits.filter(({ job, operation }) => isIn(operation, 'queued') && !job.isPaused);
  const isDueDeletion = ({ job, operation }: Entry<Edit>) =>
    operation.subject.kind === 'delete' && isDue(job, moment);
  return waiting.find(isDueDeletion) ?? waiting[0];
}

/**
 * Whether batches of creations have to wait. With more new reports, the newest list would no longer
 * reach the baseline of an unverified creation.
 */
function mustBatchesWait(state: JobsState): boolean {
  const countSince = countsSince(state);
  for (const { operation } of allAttempted(state.jobs)) {
    if (!isIn(operation, 'unverified') || operation.baseline === null) continue;
    if (countSince(operation.baseline) >= MAX_SINCE_BASELINE) return true;
  }
  return false;
}

/**
 * Returns the next operation to send while there is no backoff; undefined if no operation may be sent,
 * or if the limits for requests in flight are reached.
 */
export function nextOperation(state: JobsState, moment: Now): Sendable | undefined {
  const inFlight = [...state.requests.values()].map(({ entry }) => entry);
  const creations = inFlight.filter(isCreationEntry);
  const singles = creations.filter(({ job }) => !job.isBatch).length;
  const edits = inFlight.length - creations.length;
  const hasPlace = ({ isBatch, areCreations }: OperationGroup) => {
    if (!areCreations) return edits < MAX_IN_FLIGHT;
    if (isBatch) return creations.length < MAX_IN_FLIGHT;
    return singles < MAX_IN_FLIGHT && creations.length <= MAX_IN_FLIGHT;
  };
  const [first] = candidates(state, moment, hasPlace);
  return first;
}

/**
 * Returns the operation to send as the probe; undefined if no operation may be sent. Prefers an
 * operation that has not failed in this backoff.
 */
export function nextProbe(state: JobsState, moment: Now): Sendable | undefined {
  const { backoff } = state.service;
  const failedIds = backoff.kind === 'none' ? [] : backoff.operationIds;
  let first: Sendable | undefined;
  for (const entry of candidates(state, moment)) {
    if (!failedIds.includes(entryId(entry))) return entry;
    first ??= entry;
  }
  return first;
}

/** Returns an unverified creation whose lookup is due. */
export function nextLookup(state: JobsState, moment: Now): Entry<UnverifiedCreation> | undefined {
  return unverifiedCreations(state).find((entry) => lookupTime(entry, moment) <= moment.now);
}

export function hasUnverified(state: JobsState): boolean {
  return unverifiedCreations(state).length > 0;
}

/** Returns an undecided edit, whose report must be read; undefined if there is none. */
export function nextCheck({ jobs }: JobsState): Entry<UndecidedEdit> | undefined {
  return [...allAttempted(jobs)].find(isUndecidedEntry);
}

/**
 * Returns the next wake time if nothing is in flight, in milliseconds since the epoch; null for
 * none.
 */
export function nextWakeTime(state: JobsState, moment: Now): number | null {
  const { now } = moment;
  const { backoff } = state.service;
  if (backoff.kind === 'needsPerson') return null;
  const probeAt = probeTime(backoff, now);
  const notDue = [...state.jobs.values()].filter(
    ({ header, counts }) => counts.queued > 0 && !header.isPaused && !isDue(header, moment),
  );
  const deletionAt = earliest(...notDue.map(({ header }) => timeOf(header, moment)));
  const isSendable = nextProbe(state, moment) !== undefined;
  const lookupAt = earliest(
    ...unverifiedCreations(state).map((entry) => lookupTime(entry, moment)),
    nextCheck(state) === undefined ? null : now,
  );
  if (probeAt === null) return earliest(isSendable ? now : null, deletionAt, lookupAt);
  // The probe is a queued operation, or else the next read. With neither, the backoff ends.
  const isLookup = !isSendable && lookupAt !== null;
  return isLookup ? Math.max(probeAt, earliest(lookupAt, deletionAt) ?? 0) : probeAt;
}

/**
 * Returns the time from which a job may be sent, in milliseconds since the epoch; 0 means at once.
 */
function timeOf({ notBefore }: Job, { now }: Now): number {
  return notBefore === null ? 0 : dueTime(notBefore, now, BEFORE_DELETION * 1000);
}

function isDue(job: Job, moment: Now): boolean {
  return timeOf(job, moment) <= moment.now;
}

function unverifiedCreations({ jobs }: JobsState): Entry<UnverifiedCreation>[] {
  return [...allAttempted(jobs)].filter(isUnverifiedEntry);
}

function lookupTime({ operation }: Entry<UnverifiedCreation>, { now }: Now): number {
  return dueTime(operation.status.lookupAt, now, longestLookupWait(operation));
}

function isUnverifiedEntry(entry: Entry): entry is Entry<UnverifiedCreation> {
  return isCreation(entry.operation) && isIn(entry.operation, 'unverified');
}

function isUndecidedEntry(entry: Entry): entry is Entry<UndecidedEdit> {
  return isUndecided(entry.operation);
}
