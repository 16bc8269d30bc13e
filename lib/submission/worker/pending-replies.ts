import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import type { Creation, QueuedSubmission } from '@/lib/submission/submission';

/** Pages that are still to be told what has come of a submission. */
export interface PendingReplies {
  /** Resolves when there is something to say about a submission. */
  outcomeOf(id: string): Promise<Outcome<Creation>>;
  /** The ids of the submissions that somebody waits for. */
  ids(): string[];
  tell(id: string, outcome: Outcome<Creation>): void;
  /** Tells everybody that nothing more will be said here. */
  close(): void;
}

/** Makes the replies of one queue. */
export function createPendingReplies(): PendingReplies {
  const pending = new Map<string, ((outcome: Outcome<Creation>) => void)[]>();

  function tell(id: string, outcome: Outcome<Creation>): void {
    for (const reply of pending.get(id) ?? []) reply(outcome);
    pending.delete(id);
  }

  return {
    outcomeOf: (id) =>
      new Promise((reply) => {
        pending.set(id, [...(pending.get(id) ?? []), reply]);
      }),
    ids: () => [...pending.keys()],
    tell,
    close() {
      for (const id of pending.keys()) tell(id, { failure: { code: 'interrupted' } });
    },
  };
}

/**
 * What there is to say about a submission that nothing is done for at the moment; null: it is on
 * its way.
 * @param putOffBy why it does not go out for now, where it waits
 */
export function creationOf(
  submission: QueuedSubmission,
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
    default:
      return null;
  }
}
