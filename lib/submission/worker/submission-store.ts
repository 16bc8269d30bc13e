import type { StoredFamily, StoredItem, UnreadableEntry } from '@/lib/stored-item';
import type { QueueView } from '@/lib/submission/queue-view';
import type { FinishedSubmission, Submission } from '@/lib/submission/submission';

/** Where the submissions of one connection are stored, each under its own id. */
export interface SubmissionStore {
  /** All that can be read, in no order, and what cannot be. */
  readAll(): Promise<{ values: Submission[]; unreadable: UnreadableEntry[] }>;
  /** Stores some submissions and the view of them all, at once or not at all. */
  write(submissions: readonly Submission[], view: QueueView): Promise<void>;
  remove(submissionIds: readonly string[]): Promise<void>;
  /** What pages paint from. */
  view: Pick<StoredItem<QueueView>, 'read' | 'write'>;
  /** Reports' passwords: in memory only, gone when the browser closes. */
  passwords: Pick<StoredFamily<string>, 'read' | 'write' | 'remove'>;
  /** Submissions that are done, the latest last; in memory, like the pages that may ask for them. */
  finished: Pick<StoredItem<FinishedSubmission[]>, 'read' | 'write'>;
}
