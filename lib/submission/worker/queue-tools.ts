import type { Report } from '@/lib/report/report';
import type { Client } from '@/lib/service/client';
import type { Limiter } from '@/lib/service/limiter';
import type { MissingPermission } from '@/lib/service/permission-telling';
import type { ServicePause } from '@/lib/service/service-pause';
import type { Submission } from '@/lib/submission/submission';
import type { LookAhead } from './look-ahead';
import type { SubmissionStore } from './submission-store';

/** What the queue's requests need. */
export interface RequestTools {
  client: Client;
  /** Of the service: each creation waits for a turn here. */
  writes: Limiter;
  signal: AbortSignal;
  /** Of the service, for all that goes out by itself. */
  pause: ServicePause;
  /** Shows which reports of a page are there before one is asked for. */
  lookAhead: LookAhead;
  /** The ids of all reports that are known here of a page, or listed. */
  knownIds(url: string): Promise<string[]>;
  /** Finds out which reports are known to be private windows' own. Never rejects. */
  recognizePrivate(reports: readonly Report[]): Promise<void>;
  isPrivate(reportId: string): boolean;
  missingPermission: MissingPermission;
  now(): number;
}

/** What the queue is given. */
export interface QueueTools extends RequestTools {
  store: SubmissionStore;
  /** Whether a request may reach the service; false is certain, true is not. */
  isOnline(): boolean;
  /** Runs the queue's writes one after the other. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Called with a report that the service has made; null where it does not show which. Never rejects. */
  onAccepted(submission: Submission, report: Report | null): Promise<void>;
  /** Called when a submission goes no further without a person's word. */
  onAttention(submission: Submission): void;
  /** Called when what pages see of the queue was written. */
  onViewWritten(): void;
  /**
   * Called when nothing is under way any more after some reports were made.
   * @param isPrivateWindow whether all of them were asked for in private windows
   */
  onDrained(isPrivateWindow: boolean): void;
  /** Makes sure that the worker is woken by then, in milliseconds since the epoch. */
  wakeBy(time: number): void;
}
