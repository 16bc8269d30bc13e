import type { Report } from '@/lib/report/report';
import type { Submission } from '@/lib/submission/submission';
import type { QueueRecord } from './queue-record';
import type { Accepted, QueueTools } from './queue-tools';
import type { QueueWaiters } from './queue-waiters';

/**
 * Takes submissions out of the queue whose reports are there. Those that end while others are being
 * stored are stored together, so that a quick service does not wait for the browser's store.
 */
export interface QueueFinisher {
  /** How many are not stored yet. */
  readonly size: number;
  /** Resolves when it is stored; from the call on, it is no longer in the queue. Never rejects. */
  finish(submission: Submission, report: Report | null): Promise<void>;
}

/**
 * Makes the finisher of one queue.
 * @param onStored called when nothing is left to store
 */
export function createQueueFinisher(
  record: QueueRecord,
  waiters: QueueWaiters,
  onAccepted: QueueTools['onAccepted'],
  onStored: () => void,
): QueueFinisher {
  /** Those that are stored in the next turn. */
  let next: Accepted[] = [];
  let lastTurn: Promise<void> = Promise.resolve();
  let size = 0;

  async function storeNext(): Promise<void> {
    const accepted = next;
    next = [];
    await record.finish(accepted, () => onAccepted(accepted));
    for (const { submission, report } of accepted) {
      waiters.tell(submission.id, { value: { state: 'created', report } });
    }
    size -= accepted.length;
    if (size === 0) onStored();
  }

  return {
    get size() {
      return size;
    },
    finish(submission, report) {
      record.markFinished(submission, report);
      if (next.length === 0) lastTurn = lastTurn.then(storeNext);
      next.push({ submission, report });
      size += 1;
      return lastTurn;
    },
  };
}
