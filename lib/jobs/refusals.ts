import { type Failure, serviceMessage } from '@/lib/failure';
import { bareAddress } from '@/lib/url/page-key';
import type { Entry } from './entry';
import type { Job } from './job';
import type { JobStore } from './job-store';
import { isIn, type Operation, urlOf } from './operation';

/**
 * The number of equal refusals in a row after which a batch pauses, for example at a plan's limit.
 */
const MAX_ALIKE = 5;

/** Counts equal refusals in a row, for each batch. */
export type Refusals = ReturnType<typeof createRefusals>;

/** Creates the counters. */
export function createRefusals(store: Pick<JobStore, 'job'>) {
  const runs = new Map<string, { refusal: string; count: number }>();
  return {
    /**
     * Notes an answer. Returns the paused batch at the limit; null otherwise. Call it in order of
     * answers.
     */
    after({ job, operation }: Entry, next: Operation, failure: Failure | null): Job | null {
      if (!job.isBatch) return null;
      if (failure === null) runs.delete(job.id);
      if (failure === null || !isIn(next, 'needsAttention')) return null;
      const refusal = describe(failure, urlOf(operation.subject) ?? '');
      const former = runs.get(job.id);
      const count = former?.refusal === refusal ? former.count + 1 : 1;
      runs.set(job.id, { refusal, count });
      const current = store.job(job.id);
      if (count < MAX_ALIKE || current === undefined || current.isPaused) return null;
      return { ...current, isPaused: true, pauseReason: { code: 'refusals', failure } };
    },
    /** Resets the counter of a batch. */
    restart: (jobId: string): void => void runs.delete(jobId),
  };
}

/**
 * Returns the code and the message of a refusal, without the address that the message may quote.
 */
function describe(failure: Failure, url: string): string {
  const bare = bareAddress(url).replace(/\/$/, '');
  const words = serviceMessage(failure) ?? '';
  const spoken = url === '' ? words : words.replaceAll(url, '').replaceAll(bare, '');
  return [failure.code, 'status' in failure ? failure.status : '', spoken].join(' ');
}
