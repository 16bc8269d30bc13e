import { addressKey } from '@/lib/url/page-key';
import { BEFORE_DELETION, dueTime } from '@/lib/waiting-time';
import { type Entry, entryId, isCreationEntry, isEditEntry } from './entry';
import type { Counts, Job } from './job';
import type { JobStore } from './job-store';
import { type Creation, type Edit, isCreation, isIn, type UnverifiedCreation } from './operation';
import { longestLookupWait } from './steps';

/**
 * So many creations are in flight at a time, and so many edits beside them: enough to hide the way there
 * and back, few enough for any service. A single press may take one more place for a creation.
 */
const MOST_IN_FLIGHT = 2;

/**
 * Makes what decides which operation is sent next, and when to look again. Single presses go before
 * batches, older batches before newer ones, and what is sent again before what is sent for the first
 * time. Paused jobs and operations that need attention delay nobody.
 * @param inFlight the operations whose request is in flight, or about to be sent, by their ids
 * @param holdsBatches whether batches of creations have to wait: see `Creations.holdsBatches`
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

  /** The queued operations of some jobs that may be sent in any order, those first that are sent again. */
  function* queuedOf(jobs: readonly Job[]): Iterable<Entry> {
    for (const { id } of jobs) {
      for (const entry of store.begunOf(id)) if (isIn(entry.operation, 'queued')) yield entry;
    }
    for (const { id } of jobs) yield* store.newOf(id);
  }

  /** The pages whose reports may be created now: a new report of such a page is known to be that one's. */
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
      // What has never been sent makes the newest hundred lists reach back less far.
      if (isBatch && entry.operation.attempts === 0 && holdsBatches()) return undefined;
      busy ??= busyPages();
      if (!busy.has(pageOf(entry))) return entry;
    }
    return undefined;
  }

  /** When the deletions of a job may be sent, in milliseconds since the epoch; 0: at once. */
  function timeOf({ notBefore }: Job): number {
    return notBefore === null ? 0 : dueTime(notBefore, now(), BEFORE_DELETION * 1000);
  }

  const isDue = (job: Job) => timeOf(job) <= now();

  /**
   * The edit of a report that goes before the others of it; undefined while one is in flight. They go in
   * order, but for a due deletion, which goes first.
   */
  function firstOf(reportId: string): Entry<Edit> | undefined {
    const isOfReport = (entry: Entry) =>
      isEditEntry(entry) && entry.operation.subject.report.id === reportId;
    if (flying().some(isOfReport)) return undefined;
    const waiting = store
      .editsOf(reportId)
      .filter(({ job, operation }) => isIn(operation, 'queued') && !job.isPaused);
    const rank = ({ job, operation, index }: Entry<Edit>) =>
      operation.subject.kind === 'delete' && isDue(job) ? [0, 0] : [job.createdAt, index];
    return waiting.toSorted((one, other) => {
      const [[time = 0, index = 0], [otherTime = 0, otherIndex = 0]] = [rank(one), rank(other)];
      return time - otherTime || index - otherIndex;
    })[0];
  }

  /** A single edit brings the row of a batch forward that has to go before it. */
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

  function nextOperation(): Entry<Creation | Edit> | undefined {
    const creations = flying().filter(({ operation }) => isCreation(operation));
    const singles = creations.filter(({ job }) => !job.isBatch).length;
    const hasPlaceForSingle = singles < MOST_IN_FLIGHT && creations.length <= MOST_IN_FLIGHT;
    const hasPlaceForEdit = flying().filter(isEditEntry).length < MOST_IN_FLIGHT;
    return (
      (hasPlaceForSingle ? nextCreationOf(false) : undefined) ??
      (creations.length < MOST_IN_FLIGHT ? nextCreationOf(true) : undefined) ??
      (hasPlaceForEdit ? (nextEditOf(false) ?? nextEditOf(true)) : undefined)
    );
  }

  /** @param except the operations that have met the backoff */
  function nextProbe(except?: readonly string[]): Entry<Creation | Edit> | undefined {
    return (
      nextEditOf(false, except) ??
      nextCreationOf(false, except) ??
      nextEditOf(true, except) ??
      nextCreationOf(true, except)
    );
  }

  return {
    /** What is sent next, if there is a place for it. */
    nextOperation,
    /**
     * What is sent alone, to probe whether a backoff is over: another operation than those that have met
     * it, if there is one.
     */
    nextProbe: (metBy: readonly string[]): Entry<Creation | Edit> | undefined =>
      nextProbe(metBy) ?? nextProbe(),
    /** The unverified creation whose lookup is due. */
    nextLookup: (): Entry<UnverifiedCreation> | undefined =>
      unverified().find(({ time }) => time <= now())?.entry,
    hasUnverified: (): boolean => unverified().length > 0,
    /**
     * When there is something to do next if nothing is in flight, in milliseconds since the epoch; null:
     * nothing by itself.
     * @param probeAt when a backoff is probed; null for a backoff that waits for a person, undefined
     *   without one
     */
    nextWakeTime(probeAt: number | null | undefined): number | null {
      if (probeAt === null) return null;
      const deletions = [false, true].flatMap((isBatch) =>
        [...jobsOf(isBatch, false)].flatMap((job) => (isDue(job) ? [] : timeOf(job))),
      );
      const sendable = nextProbe() === undefined ? [] : [now()];
      const lookups = unverified().map(({ time }) => time);
      if (probeAt !== undefined) {
        // What is queued probes; without that, the next lookup does; with neither, the backoff ends.
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

function pageOf({ operation }: Entry<Creation>): string {
  return addressKey(operation.subject.url);
}
