import type { Failure } from '@/lib/failure';
import type { Report } from '@/lib/report/report';

/** How long a deletion can be undone, in milliseconds. */
export const UNDO_MS = 6000;

/** A report that a person has deleted and the service may still have. */
export type Deletion = {
  /** The report as it was last listed. */
  report: Report;
  /** When the request goes out, ISO 8601 in UTC. Until then it can be undone. */
  dueAt: string;
} & (
  | { state: 'waiting' }
  /** The request is out, or was when the browser stopped the worker. */
  | { state: 'sending' }
  /** The report is still there, and shown again. */
  | { state: 'failed'; failure: Failure }
);

/** Whether a report is out of sight because of its deletion. */
export function isHidden(deletions: readonly Deletion[], id: string): boolean {
  return deletions.some(({ report, state }) => report.id === id && state !== 'failed');
}
