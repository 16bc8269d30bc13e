import type { Backoff } from '@/lib/backoff';
import { timeIn } from '@/lib/due-work';
import { type Failure, storable } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import { Privacy } from '@/lib/report/privacy';
import { type ReportDetails, toSummary } from '@/lib/report/report';
import type { Submission } from '@/lib/submission/submission';
import * as steps from '@/lib/submission/submission-steps';
import type { Look } from './look-ahead';
import type { QueueLists } from './queue-lists';
import type { QueueStore } from './queue-store';
import type { RequestTools } from './queue-tools';

/**
 * Sends a submission that waits, after a look at what the service has already. Resolves when its
 * answer is known and, where there was none, has been looked for once; rejects for none that fails.
 * Nothing goes out that is not stored as sent.
 */
export type SendSubmission = (id: string) => Promise<void>;

/** A submission that was sent, what came back, and the pause that there was before. */
interface Sent {
  sending: Submission;
  outcome: Outcome<ReportDetails | null>;
  before: Backoff | null;
}

/** Makes the sending of one queue. */
export function createSending(
  tools: RequestTools,
  queue: QueueStore,
  { search, probe, finish }: QueueLists,
): SendSubmission {
  const { client, writes, signal, pause, lookAhead, knownIds, missingPermission, now } = tools;

  async function afterSending({ sending, outcome, before }: Sent): Promise<void> {
    if (hasFailed(outcome)) {
      const { failure } = outcome;
      if (failure.code === 'notAllowed') return afterForbidden(sending, failure);
      pause.fail(before, storable(failure, sending.isPrivateWindow));
      await queue.saveIfPossible(steps.afterFailure(sending, failure, now()));
    } else {
      pause.succeed(before);
      pause.accept();
      if (outcome.value !== null) return finish(sending, toSummary(outcome.value));
      await queue.saveIfPossible(steps.checking(sending, null, now()));
    }
    await search(sending.id);
  }

  /** Whether nothing is allowed, or this creation alone, the list tells. */
  async function afterForbidden(sending: Submission, failure: Failure): Promise<void> {
    await probe();
    if (signal.aborted) return;
    const after =
      pause.current === null ? steps.refused(sending, failure) : steps.notActedOn(sending);
    await queue.saveIfPossible(after);
  }

  /** Whether a submission has to wait, for what the service has told another request meanwhile. */
  function isHeldBack(waiting: Submission): boolean {
    if (!pause.isOn()) return false;
    queue.put(waiting);
    queue.saveView();
    return true;
  }

  /** Looks at the service, and sends. Null where nothing was sent. */
  async function request(id: string): Promise<Sent | null> {
    const waiting = queue.get(id);
    // It may have been cancelled before its turn.
    if (waiting?.state !== 'waiting' || isHeldBack(waiting)) return null;
    const { url, privacy } = waiting;
    const before = pause.current;
    // From here on nobody takes it back.
    queue.put(steps.sent(waiting, waiting));
    const needsPassword = privacy === Privacy.Password;
    const password = needsPassword ? await queue.password(id) : undefined;
    if (needsPassword && password === undefined) {
      await queue.save(steps.withoutPassword(waiting));
      return null;
    }
    // A repeat is told from what was there before the first request.
    const isFirst = waiting.sends === 0;
    const look: Look = isFirst ? await lookAhead(url) : { ids: [], failure: null };
    if (signal.aborted) return null;
    // Before the request: a permission that is found missing afterwards may have been there for it.
    const refusal = look.failure ?? (await missingPermission());
    if (refusal !== null) pause.fail(before, storable(refusal, waiting.isPrivateWindow));
    if (isHeldBack(waiting)) return null;
    const known = await knownIds(url).catch(() => []);
    const time = client.serviceTime();
    const sending = steps.sent(waiting, {
      ...queue.known(waiting, [...known, ...look.ids]),
      isPageKnown: look.failure === null,
      requestedAt: time === null ? null : timeIn(0, time),
    });
    try {
      await queue.save(sending);
    } catch {
      queue.put(waiting);
      pause.fail(before, { code: 'notStored' });
      return null;
    }
    if (signal.aborted) return null;
    const draft = { url, privacy, ...(password !== undefined && { password }) };
    return { sending, outcome: await client.create(draft, signal), before };
  }

  return async (id) => {
    // Others may report the page for as long as a creation waits after its look.
    const sent = await writes(() => request(id), { signal });
    if (sent && !signal.aborted) await afterSending(sent);
  };
}
