import { type Failure, serviceMessage } from '@/lib/failure';
import { bareAddress } from '@/lib/url/page-key';
import type { Entry } from './entry';
import type { Job } from './job';
import type { JobStore } from './job-store';
import { isIn, type Operation, urlOf } from './operation';

/** A plan's limit refuses every further creation alike; five in a row are no chance. */
const MOST_ALIKE = 5;

/** Counts the refusals of each batch that come in a row and are alike. */
export type Refusals = ReturnType<typeof createRefusals>;

/** Makes the count of a worker that has met none. */
export function createRefusals(store: Pick<JobStore, 'job'>) {
  const runs = new Map<string, { refusal: string; count: number }>();
  return {
    /** The batch as it is paused after one more answer, in the order of the answers; null where it goes on. */
    after({ job, operation }: Entry, next: Operation, failure: Failure | null): Job | null {
      if (!job.isBatch) return null;
      if (failure === null) runs.delete(job.id);
      if (failure === null || !isIn(next, 'needsAttention')) return null;
      const refusal = describe(failure, urlOf(operation.subject) ?? '');
      const former = runs.get(job.id);
      const count = former?.refusal === refusal ? former.count + 1 : 1;
      runs.set(job.id, { refusal, count });
      const current = store.job(job.id);
      if (count < MOST_ALIKE || current === undefined || current.isPaused) return null;
      return { ...current, isPaused: true, pauseReason: { code: 'refusals', failure } };
    },
    /** Begins to count anew. */
    restart: (jobId: string): void => void runs.delete(jobId),
  };
}

/** What a refusal says, without the address that it may quote. */
function describe(failure: Failure, url: string): string {
  const bare = bareAddress(url).replace(/\/$/, '');
  const words = serviceMessage(failure) ?? '';
  const spoken = url === '' ? words : words.replaceAll(url, '').replaceAll(bare, '');
  return [failure.code, 'status' in failure ? failure.status : '', spoken].join(' ');
}
