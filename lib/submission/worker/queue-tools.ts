import type { Failure } from '@/lib/failure';
import type { Report } from '@/lib/report/report';
import type { Client } from '@/lib/service/client';
import type { Submission } from '@/lib/submission/submission';
import type { SubmissionStore } from './submission-store';

/** A submission whose report the service has made; null where it does not show which. */
export interface Accepted {
  submission: Submission;
  report: Report | null;
}

/** What the queue is given. */
export interface QueueTools {
  store: SubmissionStore;
  client: Client;
  signal: AbortSignal;
  isOnline(): boolean;
  /** The ids of all reports that are known here of a page, or listed. */
  knownIds(url: string): Promise<string[]>;
  /** Tells a missing permission from a service that cannot be reached. */
  detectMissingPermission(failure: Failure): Promise<Failure>;
  /** Called with reports that the service has made. Never rejects. */
  onAccepted(accepted: readonly Accepted[]): Promise<void>;
  /** Called when nothing is under way any more after some reports were made. */
  onDrained(): void;
  /** Makes sure that the worker is woken by then, in milliseconds since the epoch. */
  wakeBy(time: number): void;
  now(): number;
}
