import type { StoredItem } from '@/lib/stored-item';
import type { QueueView } from '@/lib/submission/queue-view';
import type { FinishedSubmission, Submission } from '@/lib/submission/submission';

/** Where the submissions of one connection are kept, each under its own id. */
export interface SubmissionStore {
  /** All that are kept and can be read, in no order. */
  readAll(): Promise<Submission[]>;
  /** Stores some submissions and the view of them all, at once or not at all. */
  write(submissions: readonly Submission[], view: QueueView): Promise<void>;
  remove(submissionIds: readonly string[]): Promise<void>;
  forgetPasswords(submissionIds: readonly string[]): Promise<void>;
  /** What pages paint from. */
  view: StoredItem<QueueView>;
  /** A report's password: in memory only, gone when the browser closes. */
  password(submissionId: string): StoredItem<string>;
  /** Submissions that are done, the latest last; in memory, like the pages that may ask for them. */
  finished: StoredItem<FinishedSubmission[]>;
}
