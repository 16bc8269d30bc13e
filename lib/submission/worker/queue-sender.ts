import type { Failure } from '@/lib/failure';
import { hasFailed } from '@/lib/outcome';
import { Privacy } from '@/lib/report/privacy';
import { type ReportDetails, toSummary } from '@/lib/report/report';
import type { Backoff } from '@/lib/submission/backoff';
import type { Submission } from '@/lib/submission/submission';
import * as steps from '@/lib/submission/submission-steps';
import type { QueueFinisher } from './queue-finisher';
import type { QueueHold } from './queue-hold';
import type { QueueIndex } from './queue-index';
import type { QueueRecord } from './queue-record';
import type { QueueSearch } from './queue-search';
import type { QueueTools } from './queue-tools';
import type { QueueWaiters } from './queue-waiters';

/** Sends submissions, each stored as sent before its request goes out. */
export interface QueueSender {
  /**
   * Sends a submission that waits. Resolves when its answer is known and, where there was none, has
   * been looked for once.
   */
  send(waiting: Submission): Promise<void>;
  /**
   * Deals with a submission that could not be stored: nothing goes out that is not.
   * @param before the pause when it was tried
   */
  failToStore(waiting: Submission, before: Backoff | null): Promise<void>;
}

/** Makes the sender of one queue. */
export function createQueueSender(
  { client, signal, knownIds, detectMissingPermission, now }: QueueTools,
  index: QueueIndex,
  record: QueueRecord,
  hold: QueueHold,
  waiters: QueueWaiters,
  finisher: QueueFinisher,
  { search }: QueueSearch,
): QueueSender {
  /** Whether the store was asked for what it knows; lists that were read since are noted anyway. */
  let hasAsked = false;

  async function knownBefore({ url, sends }: Submission): Promise<steps.Known> {
    const newestId = record.newestId();
    // Where ids are numbers, the highest stands for all that were there before the first request.
    if (hasAsked && sends === 0 && newestId !== null)
      return { knownIds: [], newestKnownId: newestId };
    const stored = await knownIds(url).catch(() => null);
    hasAsked = stored !== null;
    const ids = [...(stored ?? []), ...record.finishedReports()];
    record.noteIds(ids);
    return { knownIds: ids, newestKnownId: record.newestId() };
  }

  async function succeed(
    sending: Submission,
    details: ReportDetails | null,
    before: Backoff | null,
  ): Promise<void> {
    hold.succeed(before);
    if (details !== null) {
      // The next one does not have to wait until this one is stored.
      void finisher.finish(sending, toSummary(details));
      return;
    }
    await record.keepIfPossible(steps.checking(sending, null, now()));
    await search(sending.id);
  }

  async function fail(
    sending: Submission,
    failure: Failure,
    before: Backoff | null,
  ): Promise<void> {
    hold.fail(before, failure);
    await record.keepIfPossible(steps.afterFailure(sending, failure, now()));
    await search(sending.id);
  }

  async function failToStore(waiting: Submission, before: Backoff | null): Promise<void> {
    const { id } = waiting;
    const failure: Failure = { code: 'not-stored' };
    if (record.isStored(id)) {
      index.put(waiting);
      hold.fail(before, failure);
    } else {
      // Its password may have been kept.
      await record.remove(id).catch(() => {});
      waiters.tell(id, { failure });
    }
  }

  return {
    async send(waiting) {
      const { id, url, privacy } = waiting;
      const before = hold.pause;
      // From here on nothing else of its page goes out, and nobody takes it back.
      index.put(steps.sent(waiting, waiting));
      const needsPassword = privacy === Privacy.Password;
      const password = needsPassword ? await record.password(id) : undefined;
      if (needsPassword && password === undefined) {
        return record.keep(steps.withoutPassword(waiting));
      }
      const sending = steps.sent(waiting, await knownBefore(waiting));
      try {
        await record.keep(sending);
      } catch {
        return failToStore(waiting, before);
      }
      if (signal.aborted) return;
      const draft = { url, privacy, ...(password !== undefined && { password }) };
      const outcome = await client.create(draft, signal);
      if (signal.aborted) return;
      if (hasFailed(outcome))
        await fail(sending, await detectMissingPermission(outcome.failure), before);
      else await succeed(sending, outcome.value, before);
    },
    failToStore,
  };
}
