import type { QueuePause } from './backoff';
import type { Submission } from './submission';

/** The queue as pages see it: its size does not grow with the number of submissions. */
export interface QueueView {
  /** The first of them, without the reports that were known before. */
  shown: Submission[];
  /** How many there are in all. */
  count: number;
  /** Null: the queue is at work, or has nothing to do. */
  pause: QueuePause | null;
  /**
   * The highest id of any report that was ever seen, null where ids are no numbers: what has a
   * higher one has been made since.
   */
  newestId: string | null;
}

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
