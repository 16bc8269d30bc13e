import { isShutOut, isThrottled } from '@/lib/backoff';
import { timeIn } from '@/lib/due-work';
import { type Failure, isOutcomeUnknown, isWorthRepeating } from '@/lib/failure';
import { BETWEEN_SEARCHES } from '@/lib/pauses';
import { type QueuedSubmission, type Submission, SubmissionFacts } from './submission';

// The steps of a submission's state machine, each from one stored state to the next:
//
//   waiting ──► sending ──► done              the service has answered with the report
//      ▲           ├──────► waiting           it takes none for now, whichever
//      │           ├──────► failed            it refuses this one
//      │           └──────► checking          nobody knows
//      │                       ├──► done      the list shows it
//      └───────────────────────┤              the list has not shown it for long enough
//                              └──► needs-attention  sent often enough, or of no use to send again,
//                                      or what the service shows does not tell

/** How often a request is repeated without a person's word. */
const MOST_REPEATS = 3;

/** One that was just asked for. */
export function unsent(
  asked: Pick<Submission, 'id' | 'order' | 'url' | 'privacy' | 'isPrivateWindow'>,
): Submission {
  const known = { knownIds: [], newestKnownId: null, isPageKnown: false, requestedAt: null };
  return { ...asked, ...known, sends: 0, state: 'waiting' };
}

/** What the worker is about to send. */
export function sent(submission: Submission, known: Known): Submission {
  const { sends, newestKnownId, isPageKnown, requestedAt } = submission;
  // What the first request has made may still turn up after a repeat.
  const before = sends === 0 ? known : { newestKnownId, isPageKnown, requestedAt };
  const knownIds = [...new Set([...(sends === 0 ? [] : submission.knownIds), ...known.knownIds])];
  const facts = { ...factsOf(submission), ...before, knownIds };
  return { ...facts, sends: sends + 1, state: 'sending' };
}

/** Which reports were there before a request, and when it goes out. */
export type Known = Pick<Submission, 'knownIds' | 'newestKnownId' | 'isPageKnown' | 'requestedAt'>;

/** After a request that was answered with a failure, or not at all. */
export function afterFailure(submission: Submission, failure: Failure, now: number): Submission {
  if (isThrottled(failure) || isShutOut(failure)) return notActedOn(submission);
  if (isOutcomeUnknown(failure)) return checking(submission, failure, now);
  return refused(submission, failure);
}

/** After a request that the service has not acted on, and that says nothing about this submission. */
export function notActedOn(submission: Submission): Submission {
  const facts = factsOf(submission);
  return { ...facts, sends: facts.sends - 1, state: 'waiting' };
}

/** The service does not want this one. */
export function refused(submission: Submission, failure: Failure): Submission {
  return { ...factsOf(submission), state: 'failed', failure };
}

/**
 * The submission as it is searched for.
 * @param failure null: the service accepted it without showing it
 */
export function checking(submission: Submission, failure: Failure | null, now: number): Submission {
  const nextAt = timeIn(0, now);
  return { ...factsOf(submission), state: 'checking', checks: 0, nextAt, failure };
}

/**
 * After a search that did not find it; null when it was accepted and no list has to show it.
 * @param isSeen whether the service has shown all that is new, and nothing that may be
 */
export function afterEmptySearch(
  submission: Submission & { state: 'checking' },
  isSeen: boolean,
  now: number,
): Submission | null {
  const { checks, failure, sends, isPageKnown } = submission;
  const pause = BETWEEN_SEARCHES[checks];
  if (pause !== undefined) {
    const nextAt = timeIn(pause * 1000 * 2 ** Math.max(0, sends - 1), now);
    return { ...submission, checks: checks + 1, nextAt };
  }
  if (failure === null) return null;
  // Of a page that was not looked up before, its report may be there and not be told from others.
  const canBeTold = isSeen && isPageKnown;
  const isRepeated = canBeTold && isWorthRepeating(failure) && sends <= MOST_REPEATS;
  if (isRepeated) return { ...factsOf(submission), state: 'waiting' };
  return unconfirmed(submission, failure);
}

/** A person has to decide. */
export function unconfirmed(submission: Submission, failure: Failure): Submission {
  return { ...factsOf(submission), state: 'needs-attention', reason: 'unconfirmed', failure };
}

/** How a submission goes on after the worker, or the browser, was stopped. */
export function afterRestart(submission: Submission, now: number): Submission {
  if (submission.state !== 'sending') return submission;
  return checking(submission, { code: 'interrupted' }, now);
}

/** A person wants it sent, again or at last. */
export function retried(submission: Submission): Submission {
  return { ...factsOf(submission), sends: 0, state: 'waiting' };
}

/** The submission waits for its password. */
export function withoutPassword(submission: Submission): Submission {
  return { ...factsOf(submission), state: 'needs-attention', reason: 'password' };
}

/** Its report is there. */
export function done(submission: QueuedSubmission): QueuedSubmission {
  return { ...factsOf(submission), state: 'done' };
}

/** The submission without its state. */
function factsOf(submission: QueuedSubmission): SubmissionFacts {
  return SubmissionFacts.parse(submission);
}
