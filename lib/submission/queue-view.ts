import { z } from '@/lib/schema';
import { Backoff } from './backoff';
import { Submission } from './submission';

/** The queue as pages see it: its size does not grow with the number of submissions. */
export const QueueView = z.object({
  /** The first of them, without the reports that were known before. */
  shown: z.array(Submission),
  /** How many there are in all. */
  count: z.number(),
  /** Null: the queue is at work, or has nothing to do. */
  pause: z.nullable(Backoff),
  /**
   * The highest id of any report that was ever seen, null where ids are no numbers: what has a
   * higher one has been made since.
   */
  newestId: z.nullable(z.string()),
});
export type QueueView = z.infer<typeof QueueView>;

export const EMPTY_QUEUE: QueueView = { shown: [], count: 0, pause: null, newestId: null };

const MOST_SHOWN = 20;
/** Addresses can be long, and the view is written at each step. */
const MOST_CHARACTERS = 50_000;

/** Takes the first of all submissions, up to what a page can show. */
export function shownOf(submissions: Iterable<Submission>): Submission[] {
  const shown: Submission[] = [];
  let characters = 0;
  for (const submission of submissions) {
    characters += submission.url.length;
    if (shown.length === MOST_SHOWN || (shown.length > 0 && characters > MOST_CHARACTERS)) break;
    shown.push({ ...submission, knownIds: [] });
  }
  return shown;
}
