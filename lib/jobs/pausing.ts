import { type Failure, isServiceWide, isUnreadable, serviceMessage } from '@/lib/failure';
import { bareAddress } from '@/lib/url/page-key';
import { countsOf } from './jobs-state';
import { isIn, urlOf } from './operation';
import type { Entry, Job, JobsState, Operation } from './types';

/**
 * The number of alike failures in a row after which a batch pauses, for example refusals at a
 * plan's limit.
 */
const MAX_ALIKE = 5;

/** The alike failures of each batch after an answer, and the batch to pause; null for none. */
interface AfterAnswer {
  alikeAnswers: JobsState['alikeAnswers'];
  paused: Job | null;
}

/**
 * Counts an answer to an operation of a batch. A batch pauses at the limit, unless nothing is
 * queued.
 * @param state after the answer has changed the operation
 * @param next the operation after the answer
 * @param failure null after a success
 */
export function afterAnswerOfBatch(
  { jobs, alikeAnswers }: JobsState,
  { job }: Entry,
  next: Operation,
  failure: Failure | null,
): AfterAnswer {
  if (!job.isBatch) return { alikeAnswers, paused: null };
  if (failure === null)
    return { alikeAnswers: withoutAlikeAnswers(alikeAnswers, job.id), paused: null };
  if (!isCounted(next, failure)) return { alikeAnswers, paused: null };
  const answer = textOf(failure, urlOf(next.subject) ?? '');
  const former = alikeAnswers.get(job.id);
  const count = former?.answer === answer ? former.count + 1 : 1;
  const current = jobs.get(job.id)?.header;
  const pauses =
    count >= MAX_ALIKE &&
    current !== undefined &&
    !current.isPaused &&
    countsOf(jobs, job.id).queued > 0;
  return {
    alikeAnswers: new Map(alikeAnswers).set(job.id, { answer, count }),
    paused: pauses
      ? { ...current, isPaused: true, pauseReason: { code: 'refusals', failure } }
      : null,
  };
}

/** Resets the count of one batch. */
export function withoutAlikeAnswers(
  alikeAnswers: JobsState['alikeAnswers'],
  jobId: string,
): JobsState['alikeAnswers'] {
  if (!alikeAnswers.has(jobId)) return alikeAnswers;
  const others = new Map(alikeAnswers);
  others.delete(jobId);
  return others;
}

/**
 * Whether an answer is a refusal or unreadable. A failure of the whole service does not count,
 * because it begins a backoff.
 */
function isCounted(next: Operation, failure: Failure): boolean {
  return isIn(next, 'needsAttention') || (isUnreadable(failure) && !isServiceWide(failure));
}

/**
 * Returns the code and the message of a refusal, without the address that the message may quote.
 * All unreadable answers have the same text.
 */
function textOf(failure: Failure, url: string): string {
  if (isUnreadable(failure)) return 'unreadable';
  const bare = bareAddress(url).replace(/\/$/, '');
  const message = serviceMessage(failure) ?? '';
  const text = url === '' ? message : message.replaceAll(url, '').replaceAll(bare, '');
  return [failure.code, 'status' in failure ? failure.status : '', text].join(' ');
}
