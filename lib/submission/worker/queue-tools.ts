import type { Report } from '@/lib/report/report';
import type { ServicePause } from '@/lib/service/service-pause';
import type { Submission } from '@/lib/submission/submission';
import type { RequestTools } from './queue-requests';
import type { SubmissionStore } from './submission-store';

/** What the queue is given. */
export interface QueueTools extends RequestTools {
  store: SubmissionStore;
  /** Of the service, for all that goes out by itself. */
  pause: ServicePause;
  isOnline(): boolean;
  /** Runs the queue's writes one after the other. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Called with a report that the service has made; null where it does not show which. Never rejects. */
  onAccepted(submission: Submission, report: Report | null): Promise<void>;
  /**
   * Called when nothing is under way any more after some reports were made.
   * @param isPrivateWindow whether all of them were asked for in private windows
   */
  onDrained(isPrivateWindow: boolean): void;
  /** Makes sure that the worker is woken by then, in milliseconds since the epoch. */
  wakeBy(time: number): void;
}
