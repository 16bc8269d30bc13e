import { type Failure, isServiceWide, isUnreadable, serviceMessage } from '@/lib/failure';
import { bareAddress } from '@/lib/url/page-key';
import type { Entry } from './entry';
import type { Job } from './job';
import type { JobStore } from './job-store';
import { isIn, type Operation, urlOf } from './operation';

/**
 * The number of answers in a row after which a batch pauses if they are alike and without success,
 * for example refusals at a plan's limit.
 */
const MAX_ALIKE = 5;

/** Counts refusals in a row that are equal, and unreadable answers in a row, for each batch. */
export type Refusals = ReturnType<typeof createRefusals>;

/** Creates the counters. */
export function createRefusals(store: Pick<JobStore, 'job' | 'counts'>) {
  const runs = new Map<string, { answer: string; count: number }>();
  return {
    /**
     * Notes an answer. Returns the paused batch at the limit; null otherwise. A batch without queued
     * operations does not pause. Call it in order of answers.
     */
    after({ job, operation }: Entry, next: Operation, failure: Failure | null): Job | null {
      if (!job.isBatch) return null;
      if (failure === null) runs.delete(job.id);
      if (failure === null || !isCounted(next, failure)) return null;
      const answer = describe(failure, urlOf(operation.subject) ?? '');
      const former = runs.get(job.id);
      const count = former?.answer === answer ? former.count + 1 : 1;
      runs.set(job.id, { answer, count });
      const current = store.job(job.id);
      if (count < MAX_ALIKE || current === undefined || current.isPaused) return null;
      if (store.counts(job.id).queued === 0) return null;
      return { ...current, isPaused: true, pauseReason: { code: 'refusals', failure } };
    },
    /** Resets the counter of a batch. */
    restart: (jobId: string): void => void runs.delete(jobId),
  };
}

/** Whether an answer is a refusal, or cannot be read. A failure of the whole service begins a backoff. */
function isCounted(next: Operation, failure: Failure): boolean {
  return isIn(next, 'needsAttention') || (isUnreadable(failure) && !isServiceWide(failure));
}

/**
 * Returns the code and the message of a refusal, without the address that the message may quote. All
 * unreadable answers are alike.
 */
function describe(failure: Failure, url: string): string {
  if (isUnreadable(failure)) return 'unreadable';
  const bare = bareAddress(url).replace(/\/$/, '');
  const words = serviceMessage(failure) ?? '';
  const spoken = url === '' ? words : words.replaceAll(url, '').replaceAll(bare, '');
  return [failure.code, 'status' in failure ? failure.status : '', spoken].join(' ');
}
