import type { OpenJobsFailure } from '@/lib/failure';
import { openCount } from './job';
import { readStoredJobs } from './jobs-storage';
import type { Counts, Job, JobState } from './types';

/** Numbers of open operations. */
export type OpenJobs = Pick<OpenJobsFailure, 'creations' | 'changes' | 'deletions'>;

/** Counts the operations that would be lost with these jobs; null for none. */
export function openJobsIn(jobs: ReadonlyMap<string, JobState>): OpenJobs | null {
  return countsOf([...jobs.values()]);
}

/**
 * Counts the stored open jobs of a connection without a session; null for none. Changes nothing.
 */
export async function readOpenJobs(connectionId: string): Promise<OpenJobs | null> {
  return countsOf(await readStoredJobs(connectionId));
}

/** Numbers of open operations of a connection. */
export interface WaitingOperations {
  connectionId: string;
  /** The number of open operations, without those that need attention. */
  waiting: number;
  /** The private part of `waiting`. Private operations are lost when the browser closes. */
  privateWaiting: number;
  needsAttention: number;
}

/** Counts the stored operations of a connection. Changes nothing. */
export async function readWaitingOperations(connectionId: string): Promise<WaitingOperations> {
  const jobs = await readStoredJobs(connectionId);
  const sum = (states: readonly JobState[], count: (counts: Counts) => number) =>
    states.reduce((total, { counts }) => total + count(counts), 0);
  return {
    connectionId,
    waiting: sum(jobs, openCount),
    privateWaiting: sum(
      jobs.filter(({ header }) => header.isPrivate),
      openCount,
    ),
    needsAttention: sum(jobs, ({ needsAttention }) => needsAttention),
  };
}

function countsOf(jobs: readonly JobState[]): OpenJobs | null {
  const count = (kind: Job['kind']) =>
    jobs
      .filter(({ header }) => header.kind === kind)
      .reduce((sum, { header, counts }) => {
        // A failed deletion is not counted: its report still exists.
        const countsFailed = !header.isBatch && kind !== 'delete';
        return sum + openCount(counts) + (countsFailed ? counts.needsAttention : 0);
      }, 0);
  return nullIfEmpty({
    creations: count('create'),
    changes: count('update'),
    deletions: count('delete'),
  });
}

function nullIfEmpty(counts: OpenJobs): OpenJobs | null {
  return counts.creations + counts.changes + counts.deletions === 0 ? null : counts;
}
