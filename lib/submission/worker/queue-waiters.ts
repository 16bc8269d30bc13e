import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import type { Creation, Submission } from '@/lib/submission/submission';

/** Pages that wait to be told what has come of a submission. */
export interface QueueWaiters {
  /** Resolves when there is something to say about a submission. */
  outcomeOf(id: string): Promise<Outcome<Creation>>;
  /** The ids of the submissions that somebody waits for. */
  ids(): string[];
  tell(id: string, outcome: Outcome<Creation>): void;
  /** Tells everybody that nothing more will be said here. */
  close(): void;
}

/** Makes the waiters of one queue. */
export function createQueueWaiters(): QueueWaiters {
  const waiters = new Map<string, ((outcome: Outcome<Creation>) => void)[]>();

  function tell(id: string, outcome: Outcome<Creation>): void {
    for (const answer of waiters.get(id) ?? []) answer(outcome);
    waiters.delete(id);
  }

  return {
    outcomeOf: (id) =>
      new Promise((answer) => {
        waiters.set(id, [...(waiters.get(id) ?? []), answer]);
      }),
    ids: () => [...waiters.keys()],
    tell,
    close() {
      for (const id of waiters.keys()) tell(id, { failure: { code: 'interrupted' } });
    },
  };
}

/**
 * What there is to say about a submission that nothing is done for at the moment; null: it is on
 * its way.
 * @param putOffBy why it does not go out for now, where it waits
 */
export function whatCame(
  submission: Submission,
  putOffBy: Failure | null,
): Outcome<Creation> | null {
  switch (submission.state) {
    case 'waiting':
      return putOffBy && { value: { state: 'queued', failure: putOffBy } };
    case 'checking':
      return {
        value: submission.failure
          ? { state: 'queued', failure: submission.failure }
          : { state: 'created', report: null },
      };
    case 'failed':
      return { failure: submission.failure };
    case 'needs-attention':
      return {
        failure: submission.reason === 'unconfirmed' ? submission.failure : { code: 'interrupted' },
      };
    case 'sending':
      return null;
  }
}
