import type { OpenJobsFailure } from '@/lib/failure';
import { openCount } from './job';
import { readStoredJobs } from './jobs-storage';
import type { Job, JobState } from './types';

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

/** Adds the open jobs of several connections; null for none. */
export function sumOfOpenJobs(all: readonly (OpenJobs | null)[]): OpenJobs | null {
  const sum = (kind: keyof OpenJobs) => all.reduce((count, one) => count + (one?.[kind] ?? 0), 0);
  return openJobs({
    creations: sum('creations'),
    changes: sum('changes'),
    deletions: sum('deletions'),
  });
}

function countsOf(jobs: readonly JobState[]): OpenJobs | null {
  const count = (kind: Job['kind']) =>
    jobs
      .filter(({ header }) => header.kind === kind)
      .reduce((sum, { header, counts }) => {
        // A failed deletion is not counted: its report still exists.
        const isCounted = !header.isBatch && kind !== 'delete';
        return sum + openCount(counts) + (isCounted ? counts.needsAttention : 0);
      }, 0);
  return openJobs({
    creations: count('create'),
    changes: count('update'),
    deletions: count('delete'),
  });
}

function openJobs(counts: OpenJobs): OpenJobs | null {
  return counts.creations + counts.changes + counts.deletions === 0 ? null : counts;
}
