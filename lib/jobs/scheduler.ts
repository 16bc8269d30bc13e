import { addressKey } from '@/lib/url/page-key';
import { BEFORE_DELETION, dueTime } from '@/lib/waiting-time';
import { type Entry, entryId, isCreationEntry, isEditEntry } from './entry';
import type { Counts, Job } from './job';
import type { JobStore } from './job-store';
import {
  type Creation,
  type Edit,
  isCreation,
  isIn,
  isUndecided,
  type UndecidedEdit,
  type UnverifiedCreation,
} from './operation';
import { longestLookupWait } from './steps';

/**
 * The most creations in flight, and the most edits. Two requests hide the network delay, and are
 * gentle for any service. A creation of a single job may be the third.
 */
const MAX_IN_FLIGHT = 2;

/**
 * Creates the scheduler, which picks the next operation and the next wake time. The order:
 * - single jobs before batches
 * - older batches before newer batches
 * - repeated operations before new operations
 * Paused jobs and operations that need attention delay no other operation.
 * @param inFlight the operations whose requests are in flight or about to be sent, by id
 * @param holdsBatches whether batches of creations have to wait, see `Creations.holdsBatches`
 */
export function createScheduler(
  store: JobStore,
  inFlight: ReadonlyMap<string, Entry>,
  holdsBatches: () => boolean,
  now: () => number,
) {
  const flying = () => [...inFlight.values()];

  function* jobsOf(isBatch: boolean, areCreations: boolean): Iterable<Job> {
    const isWanted = (job: Job, counts: Counts) =>
      job.isBatch === isBatch &&
      (job.kind === 'create') === areCreations &&
      !job.isPaused &&
      counts.queued > 0;
    for (const { job, counts } of store.jobs()) if (isWanted(job, counts)) yield job;
  }

  /** Yields the queued operations of jobs, repeated operations first. */
  function* queuedOf(jobs: readonly Job[]): Iterable<Entry> {
    for (const { id } of jobs) {
      for (const entry of store.begunOf(id)) if (isIn(entry.operation, 'queued')) yield entry;
    }
    for (const { id } of jobs) yield* store.newOf(id);
  }

  /**
   * Returns the pages with an unfinished creation. Only one creation at a time can claim a new
   * report.
   */
  function busyPages(): ReadonlySet<string> {
    const isBusy = ({ operation }: Entry) =>
      isIn(operation, 'sending') || isIn(operation, 'unverified');
    const busy = [...flying(), ...[...store.begun()].filter(isBusy)];
    return new Set(busy.filter(isCreationEntry).map(pageOf));
  }

  function nextCreationOf(
    isBatch: boolean,
    except: readonly string[] = [],
  ): Entry<Creation> | undefined {
    let busy: ReadonlySet<string> | undefined;
    for (const entry of queuedOf([...jobsOf(isBatch, true)])) {
      const id = entryId(entry);
      if (inFlight.has(id) || except.includes(id) || !isCreationEntry(entry)) continue;
      // New creations could push an unverified report off the newest list.
      if (isBatch && entry.operation.attempts === 0 && holdsBatches()) return undefined;
      busy ??= busyPages();
      if (!busy.has(pageOf(entry))) return entry;
    }
    return undefined;
  }

  /** Returns the time from which a job may be sent, in milliseconds since the epoch; 0: at once. */
  function timeOf({ notBefore }: Job): number {
    return notBefore === null ? 0 : dueTime(notBefore, now(), BEFORE_DELETION * 1000);
  }

  const isDue = (job: Job) => timeOf(job) <= now();

  /**
   * Returns the next edit of a report; undefined while an edit of the report is in flight or
   * undecided. Edits are sent in order, except that a due deletion comes first.
   */
  function firstOf(reportId: string): Entry<Edit> | undefined {
    const isOfReport = (entry: Entry) =>
      isEditEntry(entry) && entry.operation.subject.report.id === reportId;
    if (flying().some(isOfReport)) return undefined;
    const edits = store.editsOf(reportId);
    if (edits.some(({ operation }) => isUndecided(operation))) return undefined;
    const waiting = edits.filter(
      ({ job, operation }) => isIn(operation, 'queued') && !job.isPaused,
    );
    const rank = ({ job, operation, index }: Entry<Edit>) =>
      operation.subject.kind === 'delete' && isDue(job) ? [0, 0] : [job.createdAt, index];
    return waiting.toSorted((one, other) => {
      const [[time = 0, index = 0], [otherTime = 0, otherIndex = 0]] = [rank(one), rank(other)];
      return time - otherTime || index - otherIndex;
    })[0];
  }

  /**
   * Returns the next edit. A single edit first sends an earlier edit of its report from a batch.
   */
  function nextEditOf(isBatch: boolean, except: readonly string[] = []): Entry<Edit> | undefined {
    for (const entry of queuedOf([...jobsOf(isBatch, false)].filter(isDue))) {
      if (!isEditEntry(entry)) continue;
      const first = firstOf(entry.operation.subject.report.id);
      if (first === undefined || !isDue(first.job) || except.includes(entryId(first))) continue;
      if (!isBatch || entryId(first) === entryId(entry)) return first;
    }
    return undefined;
  }

  function unverified(): { entry: Entry<UnverifiedCreation>; time: number }[] {
    return [...store.begun()].filter(isUnverifiedEntry).map((entry) => {
      const { operation } = entry;
      const longest = longestLookupWait(operation);
      return { entry, time: dueTime(operation.status.lookupAt, now(), longest) };
    });
  }

  function undecided(): Entry<UndecidedEdit>[] {
    return [...store.begun()].filter(isUndecidedEntry);
  }

  function nextOperation(): Entry<Creation | Edit> | undefined {
    const creations = flying().filter(({ operation }) => isCreation(operation));
    const singles = creations.filter(({ job }) => !job.isBatch).length;
    const hasPlaceForSingle = singles < MAX_IN_FLIGHT && creations.length <= MAX_IN_FLIGHT;
    const hasPlaceForEdit = flying().filter(isEditEntry).length < MAX_IN_FLIGHT;
    return (
      (hasPlaceForSingle ? nextCreationOf(false) : undefined) ??
      (creations.length < MAX_IN_FLIGHT ? nextCreationOf(true) : undefined) ??
      (hasPlaceForEdit ? (nextEditOf(false) ?? nextEditOf(true)) : undefined)
    );
  }

  /** @param except the operations whose requests have failed in this backoff */
  function nextProbe(except?: readonly string[]): Entry<Creation | Edit> | undefined {
    return (
      nextEditOf(false, except) ??
      nextCreationOf(false, except) ??
      nextEditOf(true, except) ??
      nextCreationOf(true, except)
    );
  }

  return {
    /**
     * Returns the next operation; undefined if there is none, or at the limit of requests in
     * flight.
     */
    nextOperation,
    /**
     * Returns the operation for the next probe: if possible, an operation that has not failed in
     * this backoff.
     */
    nextProbe: (metBy: readonly string[]): Entry<Creation | Edit> | undefined =>
      nextProbe(metBy) ?? nextProbe(),
    /** Returns an unverified creation whose lookup is due. */
    nextLookup: (): Entry<UnverifiedCreation> | undefined =>
      unverified().find(({ time }) => time <= now())?.entry,
    hasUnverified: (): boolean => unverified().length > 0,
    /** Returns an edit whose report is to be read; undefined if there is none. */
    nextCheck: (): Entry<UndecidedEdit> | undefined => undecided()[0],
    /**
     * Returns the next wake time if nothing is in flight, in milliseconds since the epoch; null for
     * none.
     * @param probeAt time of the next probe; null if the backoff waits for a person, undefined
     *   without a backoff
     */
    nextWakeTime(probeAt: number | null | undefined): number | null {
      if (probeAt === null) return null;
      const deletions = [false, true].flatMap((isBatch) =>
        [...jobsOf(isBatch, false)].flatMap((job) => (isDue(job) ? [] : timeOf(job))),
      );
      const sendable = nextProbe() === undefined ? [] : [now()];
      const lookups = unverified().map(({ time }) => time);
      if (undecided().length > 0) lookups.push(now());
      if (probeAt !== undefined) {
        // The probe is a queued operation, or else the next read. With neither, the backoff ends.
        const isLookup = sendable.length === 0 && lookups.length > 0;
        return isLookup ? Math.max(probeAt, Math.min(...lookups, ...deletions)) : probeAt;
      }
      const times = [...sendable, ...deletions, ...lookups];
      return times.length === 0 ? null : Math.min(...times);
    },
  };
}

function isUnverifiedEntry(entry: Entry): entry is Entry<UnverifiedCreation> {
  return isCreation(entry.operation) && isIn(entry.operation, 'unverified');
}

function isUndecidedEntry(entry: Entry): entry is Entry<UndecidedEdit> {
  return isUndecided(entry.operation);
}

function pageOf({ operation }: Entry<Creation>): string {
  return addressKey(operation.subject.url);
}
