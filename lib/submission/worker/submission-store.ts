import type { ReadableItem, StoredFamily, StoredItem, UnreadableEntry } from '@/lib/stored-item';
import type { QueueView, QueueViews } from '@/lib/submission/queue-view';
import type { FinishedSubmission, Submission } from '@/lib/submission/submission';

/** Where the submissions of one connection are stored, each under its own id. */
export interface SubmissionStore {
  /** All that can be read, in no order, and what cannot be. */
  readAll(): Promise<{ values: Submission[]; unreadable: UnreadableEntry[] }>;
  /**
   * Stores some submissions, those of private windows in memory, and the views that show them; what
   * goes to one place at once or not at all.
   */
  write(submissions: readonly Submission[], views: QueueViews): Promise<void>;
  /** Stores the views alone. */
  writeViews(views: QueueViews): Promise<void>;
  remove(submissionIds: readonly string[]): Promise<void>;
  /** What pages of ordinary windows paint from. */
  view: ReadableItem<QueueView>;
  /** What pages of private windows paint from. */
  privateView: ReadableItem<QueueView>;
  /** Reports' passwords: in memory only, gone when the browser closes. */
  passwords: StoredFamily<string>;
  /** Submissions that are done, the latest last; in memory, like the pages that may ask for them. */
  finished: StoredItem<FinishedSubmission[]>;
}
