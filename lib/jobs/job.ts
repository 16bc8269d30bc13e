import type { Counts, Job, NewJob, RecentOperation, StatusName } from './types';

export const NO_COUNTS: Counts = {
  queued: 0,
  sending: 0,
  unverified: 0,
  needsAttention: 0,
  done: 0,
  gone: 0,
  cancelled: 0,
};

/** Limit for the operations of a private job, because the browser has little storage in memory. */
export const MAX_PRIVATE_OPERATIONS = 5_000;

/** Whether a private job exceeds the limit. */
export function isTooManyPrivate({ isPrivate, subjects }: NewJob): boolean {
  return isPrivate === true && subjects.length > MAX_PRIVATE_OPERATIONS;
}

/** Returns a job without a pause. */
export function unpaused(job: Job): Job {
  return { ...job, isPaused: false, pauseReason: null };
}

/** The statuses in which operations continue without a person, unless their job is paused. */
const OPEN: Record<StatusName, boolean> = {
  queued: true,
  sending: true,
  unverified: true,
  needsAttention: false,
  done: false,
  gone: false,
  cancelled: false,
};

/** Returns the number of operations that continue without a person, unless their job is paused. */
export function openCount(counts: Counts): number {
  let count = 0;
  for (const name in OPEN) if (OPEN[name as StatusName]) count += counts[name as StatusName];
  return count;
}

export function isOpen({ counts }: { counts: Counts }): boolean {
  return openCount(counts) > 0;
}

/**
 * Limit for the recent operations of all single jobs. Recent operations of batches have the same
 * limit.
 */
export const MAX_RECENT = 100;

/**
 * Adds finished operations to the recent operations, newest last. Drops the oldest beyond the
 * limit.
 */
export function withRecent(
  recent: readonly RecentOperation[],
  more: readonly RecentOperation[],
): readonly RecentOperation[] {
  if (more.length === 0) return recent;
  const all = [...recent, ...more];
  const kept = new Set(
    [true, false].flatMap((isBatch) =>
      all.filter((one) => one.isBatch === isBatch).slice(-MAX_RECENT),
    ),
  );
  return all.filter((one) => kept.has(one));
}

/**
 * Returns the id of a report that a finished operation has deleted or found gone; null otherwise.
 */
export function removedReportId({ operation }: RecentOperation): string | null {
  const { subject, status } = operation;
  if (subject.kind === 'create' || status.name === 'cancelled') return null;
  return subject.kind === 'delete' || status.name === 'gone' ? subject.report.id : null;
}

/** Returns the id of the report that a finished operation has created; null otherwise. */
export function createdReportId({ operation }: RecentOperation): string | null {
  const { status } = operation;
  return status.name === 'done' ? (status.report?.id ?? null) : null;
}
