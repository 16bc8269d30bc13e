import type { QueuedSubmission } from './submission';

/** What would be dropped with a queue. */
export interface QueueCount {
  /** Submissions in any state. */
  reports: number;
  /** How many of them the service may have made already. */
  sent: number;
}

export function countOf(queue: readonly QueuedSubmission[]): QueueCount {
  const queued = queue.filter(({ state }) => state !== 'done');
  const sent = queued.filter(({ state }) => state === 'sending' || state === 'checking');
  return { reports: queued.length, sent: sent.length };
}
