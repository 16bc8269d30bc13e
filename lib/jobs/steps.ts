import {
  type Failure,
  isReportGone,
  isServiceWide,
  isShutOut,
  isThrottled,
  isUnreadable,
  isWorthRepeating,
  mayHaveActed,
} from '@/lib/failure';
import type { Report } from '@/lib/report/report';
import { hasFailed, type Result } from '@/lib/result';
import { BEFORE_DECIDING_AGAIN, BETWEEN_LOOKUPS, timeIn } from '@/lib/waiting-time';
import { isCreation, isEdit, isIn, isUndecided } from './operation';
import type {
  CreatedReport,
  Creation,
  Edit,
  EditFacts,
  Operation,
  Status,
  UndecidedEdit,
  UnverifiedCreation,
} from './types';

// The steps of an operation, each from one stored status to the next:
//
//  queued ──► sending ──► done, gone          the service has carried out the operation
//     ▲          ├──────► queued              not carried out, for example 429; or an unanswered edit
//     │          ├──────► needsAttention      the service refuses this operation
//     │          └──────► unverified          a creation without a usable answer
//     │                      ├──► done        found
//     ├──────────────────────┤                the report does not exist
//     │                      └──► needsAttention (unverifiable)
//     └──► needsAttention (password)          the password is lost
//
// An operation that a person takes back is never queued again and never needs attention. It ends as
// cancelled instead, unless its request has succeeded. An edit without an answer stays `sending`
// (undecided) until a read of its report decides.

/** The most automatic repetitions of a creation. */
const MAX_REPEATED_CREATIONS = 3;

/** The most newest lists that may fail before a person decides about a creation. */
const MAX_FAILED_DECISIONS = 3;

/** The most automatic repetitions of an edit, while other requests succeed. */
const MAX_REPEATED_EDITS = 4;

/** The number of failed probes in a day without a successful request. */
const FAILURES_IN_A_DAY = 105;

/** Returns an operation whose request begins. */
export function asSending<One extends Operation>(operation: One): One {
  return { ...operation, status: { name: 'sending' }, attempts: operation.attempts + 1 };
}

/** After a request that was not sent, or that the service has not carried out. */
export function asNotSent(operation: Operation): Operation {
  return { ...withStatus(operation, { name: 'queued' }), attempts: operation.attempts - 1 };
}

/**
 * After a press on *Cancel* or *Undo*. A sent operation ends when its outcome is known.
 * @param isSent whether the request of an operation in the status `sending` was sent
 */
export function afterCancelOrUndo(operation: Operation, isSent: boolean): Operation {
  const { status } = operation;
  if (isUndecided(operation)) return operation;
  const isInFlight = status.name === 'sending' && isSent;
  if (isInFlight || status.name === 'unverified') return { ...operation, isTakenBack: true };
  const attempts = operation.attempts - (status.name === 'sending' ? 1 : 0);
  const mayBeDone = status.name !== 'needsAttention' && isEdit(operation) && attempts > 0;
  const waiting = { ...operation, attempts };
  return mayBeDone ? asUndecided(waiting) : asCancelled(waiting);
}

export function asDone(operation: Operation, report: CreatedReport | null = null): Operation {
  return withStatus(operation, { name: 'done', report: isCreation(operation) ? report : null });
}

export function asGone(operation: Operation): Operation {
  return withStatus(operation, { name: 'gone' });
}

export function asCancelled(operation: Operation): Operation {
  return withStatus(operation, { name: 'cancelled' });
}

export function asRefused(operation: Operation, failure: Failure): Operation {
  return withStatus(operation, { name: 'needsAttention', reason: 'refused', failure });
}

export function afterLostPassword(operation: Operation): Operation {
  return withStatus(operation, { name: 'needsAttention', reason: 'password', failure: null });
}

/** After a person has pressed *Send again*. The worker will read a new baseline. */
export function afterRetry(operation: Operation): Operation {
  return { ...operation, status: { name: 'queued' }, attempts: 0, baseline: null };
}

/**
 * After the answer to a creation.
 * @param result the report of the answer; null for a success without a report
 */
export function afterCreationAnswer(
  operation: Creation,
  result: Result<CreatedReport | null>,
  now: number,
): Operation {
  if (!hasFailed(result)) {
    const report = result.value;
    return report === null ? asUnverified(operation, null, now) : asDone(operation, report);
  }
  const { failure } = result;
  const isNotReached = failure.code === 'webServerAnswer';
  // A service may redirect after it has created a report.
  const isNotDone = isNotActedOn(failure) && failure.code !== 'redirected';
  if (isNotReached || isNotDone) return asNotSent(operation);
  const mayBeDone = mayHaveActed(failure) && failure.code !== 'pageFailed';
  return mayBeDone ? asUnverified(operation, failure, now) : asRefused(operation, failure);
}

/** After the answer to an edit. An edit without an answer is sent again. */
export function afterEditAnswer(
  operation: Edit,
  result: Result<unknown>,
  facts: EditFacts,
): Operation {
  if (!hasFailed(result)) return asDone(operation);
  const { failure } = result;
  if (failure.code === 'gone' && failure.what === 'report') {
    return operation.subject.kind === 'delete' ? asDone(operation) : asGone(operation);
  }
  // The service may have carried out an earlier request.
  const mayBeDone = mayHaveActedOnEdit(failure) || operation.attempts > 1;
  if (operation.isTakenBack && mayBeDone) return asUndecided(operation);
  if (isNotActedOn(failure)) return asNotSent(operation);
  if (!isWithoutAnswer(failure)) return asRefused(operation, failure);
  const othersSucceed =
    facts.othersSucceed || (failure.code === 'goneUnconfirmed' && failure.isListed);
  // All attempts during one outage count as one.
  if (!othersSucceed && facts.failures < FAILURES_IN_A_DAY) {
    const attempts = Math.max(1, operation.attempts - 1);
    return { ...withStatus(operation, { name: 'queued' }), attempts };
  }
  const isTooOften = !othersSucceed || operation.attempts > MAX_REPEATED_EDITS;
  return isTooOften ? asRefused(operation, failure) : withStatus(operation, { name: 'queued' });
}

/** Whether the outcome of an edit is unknown after a failure. */
function isWithoutAnswer(failure: Failure): boolean {
  const { code } = failure;
  if (isNotActedOn(failure) || code === 'pageFailed') return false;
  const isRepeated = mayHaveActed(failure) && isWorthRepeating(failure);
  return isRepeated || code === 'goneUnconfirmed' || code === 'webServerAnswer';
}

/** Whether the service may have carried out an edit in spite of a failure. */
function mayHaveActedOnEdit(failure: Failure): boolean {
  return isWithoutAnswer(failure) || (isUnreadable(failure) && !isNotActedOn(failure));
}

/** After the browser has stopped the worker. */
export function afterRestart(operation: Operation, now: number): Operation {
  if (!isIn(operation, 'sending') || isUndecided(operation)) return operation;
  const failure: Failure = { code: 'interrupted' };
  if (isCreation(operation)) return asUnverified(operation, failure, now);
  if (!isEdit(operation)) return operation;
  return afterEditAnswer(operation, { failure }, { othersSucceed: true, failures: 0 });
}

/** Whether the next lookup of a creation is the last, and reads the newest list. */
export function isDeciding({ status }: UnverifiedCreation): boolean {
  return BETWEEN_LOOKUPS[status.lookups] === undefined;
}

/** The outcome of a lookup that has not found the report. */
export type LookupOutcome =
  /** The newest list proves that the report does not exist, see `isAbsent`. */
  | 'absent'
  /** The lists are inconclusive. */
  | 'inconclusive'
  /** The newest list has failed, after the list of the page has succeeded. */
  | 'noNewestList'
  /** The lookup got no answer, and does not count. */
  | 'failed';

/** After a lookup that has not found the report. */
export function afterLookup(
  operation: UnverifiedCreation,
  outcome: LookupOutcome,
  now: number,
): Operation {
  const { status, attempts } = operation;
  const { lookups, failure } = status;
  if (outcome === 'failed') return withStatus(operation, { ...status, lookupAt: timeIn(0, now) });
  const pause = BETWEEN_LOOKUPS[lookups];
  if (pause !== undefined) {
    const lookupAt = timeIn(pause * 1000, now);
    return withStatus(operation, { ...status, lookups: lookups + 1, lookupAt });
  }
  const failedDecisions = (status.failedDecisions ?? 0) + 1;
  if (outcome === 'noNewestList' && failedDecisions < MAX_FAILED_DECISIONS) {
    const lookupAt = timeIn(BEFORE_DECIDING_AGAIN * 1000, now);
    return withStatus(operation, { ...status, failedDecisions, lookupAt });
  }
  if (failure === null) return asDone(operation);
  const isRepeated =
    outcome === 'absent' && isWorthRepeating(failure) && attempts <= MAX_REPEATED_CREATIONS;
  if (isRepeated) return withStatus(operation, { name: 'queued' });
  if (outcome === 'absent' && operation.isTakenBack) return asCancelled(operation);
  return withStatus(operation, { name: 'needsAttention', reason: 'unverifiable', failure });
}

/**
 * After the read of the report of an undecided edit. Returns the same operation if the read got no
 * answer.
 */
export function afterCheck(
  operation: UndecidedEdit,
  read: Result<Pick<Report, 'privacy' | 'generatedAt'>>,
): Operation {
  if (!hasFailed(read)) {
    return showsChange(operation, read.value) ? asDone(operation) : asCancelled(operation);
  }
  const { failure } = read;
  if (isReportGone(failure)) {
    return operation.subject.kind === 'delete' ? asDone(operation) : asGone(operation);
  }
  const isListed = failure.code === 'goneUnconfirmed' && failure.isListed;
  return isServiceWide(failure) && !isListed ? operation : asCancelled(operation);
}

/** Whether a report shows the change of an edit. */
function showsChange(
  { subject }: Edit,
  { privacy, generatedAt }: Pick<Report, 'privacy' | 'generatedAt'>,
): boolean {
  if (subject.kind === 'delete') return false;
  const { report, update } = subject;
  const isSet = update.privacy === undefined || privacy === update.privacy;
  const isNew = (generatedAt ?? '') > (report.generatedAt ?? '');
  return isSet && (update.results !== 1 || isNew);
}

/** Returns the longest wait for the next lookup, in milliseconds. */
export function longestLookupWait({ status }: UnverifiedCreation): number {
  const { lookups, failedDecisions } = status;
  const pause = failedDecisions ? BEFORE_DECIDING_AGAIN : BETWEEN_LOOKUPS[lookups - 1];
  return (pause ?? 0) * 1000;
}

/** Whether the service has not carried out the request, for a reason outside the operation. */
function isNotActedOn(failure: Failure): boolean {
  return isThrottled(failure) || failure.code === 'offline' || isShutOut(failure);
}

function asUnverified(operation: Creation, failure: Failure | null, now: number): Operation {
  return withStatus(operation, {
    name: 'unverified',
    lookups: 0,
    lookupAt: timeIn(0, now),
    failure,
  });
}

/** Returns a taken-back edit whose request got no answer. */
function asUndecided(operation: Operation): Operation {
  return { ...operation, status: { name: 'sending', isUndecided: true }, isTakenBack: true };
}

function withStatus(operation: Operation, status: Status): Operation {
  return { ...operation, status: operation.isTakenBack ? takenBackStatus(status) : status };
}

/**
 * Returns the status of a taken-back operation: cancelled instead of queued or `needsAttention`.
 */
function takenBackStatus(status: Status): Status {
  if (status.name === 'queued') return { name: 'cancelled' };
  if (status.name !== 'needsAttention') return status;
  return { name: 'cancelled', ...(status.reason === 'unverifiable' && { mayExist: true }) };
}
