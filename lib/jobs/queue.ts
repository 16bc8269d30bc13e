import { activeBackoff } from './backoff';
import { allAttempted, operationAt } from './jobs-state';
import { isIn, urlOf } from './operation';
import type { Backoff, Entry, JobLine, JobsState, RecentOperation } from './types';

/**
 * The numbers of single operations: open operations by kind, and operations that need attention.
 */
export interface QueueCounts {
  create: number;
  update: number;
  /** Includes deletions that a person can still undo. */
  delete: number;
  /** Creations, updates and deletions. */
  needsAttention: number;
}

/** The jobs, for extension pages. The size has a limit for any number of jobs. */
export interface QueueSummary {
  /** Without private jobs, for the badge. Batches are counted in their lines. */
  ordinary: QueueCounts;
  all: QueueCounts;
  /** Null if there is no backoff. */
  backoff: Backoff | null;
  /** The batches, newest first. */
  batches: JobLine[];
  /**
   * Single jobs: first the newest job, then jobs that need attention, then sent jobs, then queued
   * jobs.
   */
  singles: JobLine[];
  /** The last finished operations, newest last. */
  recentOperations: readonly RecentOperation[];
  /** Ids of reports with an open deletion that was not taken back. Lists omit these reports. */
  deleting: string[];
}

const NONE: QueueCounts = { create: 0, update: 0, delete: 0, needsAttention: 0 };

/** The queue without jobs. */
export const EMPTY_QUEUE: QueueSummary = {
  ordinary: NONE,
  all: NONE,
  backoff: null,
  batches: [],
  singles: [],
  recentOperations: [],
  deleting: [],
};

/** Returns the current queue. */
export function queueOf({ jobs, recent, service }: JobsState): QueueSummary {
  const lines = [...jobs.values()].flatMap((job): JobLine[] => {
    const { finished, ...header } = job.header;
    const first = operationAt(job, 0) ?? finished?.first;
    return first ? [{ ...header, counts: job.counts, first }] : [];
  });
  const newest = lines.reverse();
  const singles = newest.filter(({ isBatch }) => !isBatch);
  return {
    ordinary: countsOf(singles.filter(({ isPrivate }) => !isPrivate)),
    all: countsOf(singles),
    backoff: activeBackoff(service.backoff),
    batches: newest.filter(({ isBatch }) => isBatch),
    singles: shownOf(singles),
    recentOperations: recent,
    deleting: deletingOf(singles, allAttempted(jobs)),
  };
}

function countsOf(singles: readonly JobLine[]): QueueCounts {
  const counts = { ...NONE };
  for (const { kind, first } of singles) {
    counts[isIn(first, 'needsAttention') ? 'needsAttention' : kind] += 1;
  }
  return counts;
}

/**
 * Returns the reports with an open deletion. A deletion in a batch counts only once its request may
 * have been sent.
 */
function deletingOf(singles: readonly JobLine[], begun: Iterable<Entry>): string[] {
  const singleOperations = singles.map(({ first }) => first);
  const batchOperations = [...begun].flatMap(({ job, operation }) =>
    job.isBatch ? operation : [],
  );
  return [...singleOperations, ...batchOperations].flatMap(({ subject, status, isTakenBack }) => {
    const isOpen = status.name !== 'needsAttention' && !isTakenBack;
    return subject.kind === 'delete' && isOpen ? subject.report.id : [];
  });
}

const MAX_SHOWN = 25;
/** Limit for all addresses together. The worker writes the queue after each step. */
const MAX_CHARACTERS = 50_000;

/** @param singles newest first */
function shownOf(singles: readonly JobLine[]): JobLine[] {
  const [newest, ...others] = singles;
  if (newest === undefined) return [];
  const rank = ({ first }: JobLine) => {
    if (isIn(first, 'needsAttention')) return 0;
    return isIn(first, 'queued') ? 2 : 1;
  };
  const inOrder = [newest, ...others.toSorted((one, other) => rank(one) - rank(other))];
  const most = inOrder.slice(0, MAX_SHOWN);
  let characters = 0;
  const tooLong = most.findIndex(({ first }, at) => {
    characters += urlOf(first.subject)?.length ?? 0;
    return at > 0 && characters > MAX_CHARACTERS;
  });
  return tooLong < 0 ? most : most.slice(0, tooLong);
}
