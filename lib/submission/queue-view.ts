import { Backoff } from '@/lib/backoff';
import { z } from '@/lib/schema';
import { type QueuedSubmission, Submission } from './submission';

/** The queue as pages see it: its size does not grow with the number of submissions. */
export const QueueView = z.object({
  /** The first of them, without the reports that were known before. */
  shown: z.array(Submission),
  /** How many there are in all. */
  count: z.number(),
  /** Why nothing goes out to the service by itself, and until when; null while it does. */
  pause: z.nullable(Backoff),
  /**
   * The highest id of any report that was ever seen, null where ids are no numbers: what has a
   * higher one has been made since.
   */
  newestId: z.nullable(z.string()),
});
export type QueueView = z.infer<typeof QueueView>;

/** The views that a change of the queue concerns. */
export interface QueueViews {
  /** What ordinary windows see, on the disk. Absent: it stays as it is. */
  ordinary?: QueueView;
  /** What private windows see, in memory: the whole queue. */
  ofPrivateWindows: QueueView;
}

export const EMPTY_QUEUE: QueueView = { shown: [], count: 0, pause: null, newestId: null };

/** The view of a queue, the oldest first, with what goes for all of it. */
export function viewOf(
  queue: readonly QueuedSubmission[],
  common: Pick<QueueView, 'pause' | 'newestId'>,
): QueueView {
  const count = queue.filter(({ state }) => state !== 'done').length;
  return { shown: shownOf(queue), count, ...common };
}

const MOST_SHOWN = 20;
/** Addresses can be long, and the view is written at each step. */
const MOST_CHARACTERS = 50_000;

/** What a person has to look at comes before what goes on by itself. */
const SHOWN_STATES = ['needs-attention', 'failed', 'sending', 'checking', 'waiting'];

/**
 * Takes the first of all submissions, up to what a page can show.
 * @param queue the oldest first, as are those that are taken
 */
export function shownOf(queue: readonly QueuedSubmission[]): Submission[] {
  const shown = new Set<QueuedSubmission>();
  let characters = 0;
  for (const state of SHOWN_STATES) {
    for (const submission of queue) {
      if (submission.state !== state) continue;
      characters += submission.url.length;
      if (shown.size === MOST_SHOWN || (shown.size > 0 && characters > MOST_CHARACTERS)) break;
      shown.add(submission);
    }
  }
  return queue
    .filter((one): one is Submission => shown.has(one))
    .map((one) => ({ ...one, knownIds: [] }));
}
