import type { OpenWork } from '@/lib/failure';
import { createClock } from './clock';
import type { Job } from './job';
import { createJobStore, type JobStore } from './job-store';

/** Numbers of open operations. */
export type OpenJobs = Pick<OpenWork, 'creations' | 'changes' | 'deletions'>;

/** Counts what would be dropped with the jobs of a loaded store; null for nothing. */
export function openJobsIn(store: Pick<JobStore, 'jobs'>): OpenJobs | null {
  const count = (kind: Job['kind']) =>
    [...store.jobs()]
      .filter(({ job }) => job.kind === kind)
      .reduce((sum, { job, counts }) => {
        const { queued, sending, unverified, needsAttention } = counts;
        // A failed deletion is not counted: its report still exists.
        const isCounted = !job.isBatch && kind !== 'delete';
        return sum + queued + sending + unverified + (isCounted ? needsAttention : 0);
      }, 0);
  return openJobs({
    creations: count('create'),
    changes: count('update'),
    deletions: count('delete'),
  });
}

/** Counts the stored open jobs of a connection without a session; null for none. Changes nothing. */
export async function readOpenJobs(connectionId: string): Promise<OpenJobs | null> {
  const store = createJobStore(connectionId, createClock(Date.now), AbortSignal.abort(), Date.now);
  await store.load(async () => []);
  return openJobsIn(store);
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

function openJobs(counts: OpenJobs): OpenJobs | null {
  return counts.creations + counts.changes + counts.deletions === 0 ? null : counts;
}
