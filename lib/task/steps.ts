import {
  type Failure,
  isOutcomeUnknown,
  isShutOut,
  isThrottled,
  isWorthRepeating,
  wordsOf,
} from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import { BETWEEN_LOOKS } from '@/lib/timings';
import { LONGEST_WAIT_MS, timeIn } from '@/lib/waiting-time';
import { DONE, type End, GONE, type Standing } from './standing';
import { isCreation, type Task, type TaskIn } from './task';

// The steps of a task, each from one stored standing to the next:
//
//  waiting ──► sent ──► gone           the service has answered
//     ▲          ├────► waiting        it takes nothing now; changes and deletions without an answer, too
//     │          ├────► stuck          it refuses this one: a person decides
//     │          └────► unknown        creations alone: no answer, or one that does not tell
//     │                    ├──► gone   a list shows the report
//     ├────────────────────┤           the service is shown not to have it: sent again
//     │                    └──► stuck  nobody can tell: a person decides
//     └──► stuck                       its password is gone, or it was sent often enough

/** What becomes of a task: it goes on, or it has ended. */
export type Step = { task: Task } | { end: End };

/** How often a request is repeated without a person's word. */
const MOST_REPEATS = 3;

/** The task goes out. */
export function sent(task: Task): Task {
  return withStanding({ ...task, tries: task.tries + 1 }, { name: 'sent' });
}

/** The task waits again: its request did not go out, or the service has not acted on it. */
function notActedOn(task: Task): Task {
  return withStanding({ ...task, tries: task.tries - 1 }, { name: 'waiting', until: null });
}

/**
 * After the answer to a creation.
 * @param outcome the value tells whether the answer shows the report
 */
export function afterCreation(task: Task, outcome: Outcome<boolean>, now: number): Step {
  if (!hasFailed(outcome))
    return outcome.value ? { end: DONE } : { task: unknown(task, null, now) };
  const { failure } = outcome;
  if (isNotActedOn(failure)) return { task: notActedOn(task) };
  return { task: isOutcomeUnknown(failure) ? unknown(task, failure, now) : refused(task, failure) };
}

/**
 * After the look for a report on whose page the service has failed.
 * @param hasRead whether the list could be read; where not, the failure is one of the whole service
 */
export function afterPageLook(task: TaskIn<'unknown'>, hasRead: boolean, now: number): Task {
  const failure = task.standing.failure ?? { code: 'pageFailed', message: null };
  return hasRead ? refused(task, failure) : unknown(task, asOutage(failure), now);
}

/** A failure on one page as one of the whole service. */
export function asOutage(failure: Failure): Failure {
  const message = wordsOf(failure);
  return { code: 'serviceDown', status: 500, retryAt: null, message };
}

/**
 * After the answer to a change or a deletion. Either may simply be sent again, unless the service has
 * failed on the page itself.
 * @param counts whether a request without an answer counts as a try: during an outage it does not
 */
export function afterWrite(task: Task, outcome: Outcome<unknown>, counts: boolean): Step {
  if (!hasFailed(outcome)) return { end: DONE };
  const { failure } = outcome;
  if (failure.code === 'gone' && failure.what === 'report') {
    return { end: task.work.kind === 'delete' ? DONE : GONE };
  }
  if (isNotActedOn(failure)) return { task: notActedOn(task) };
  const mayBeRepeated = isOutcomeUnknown(failure) && isWorthRepeating(failure);
  if (!mayBeRepeated || failure.code === 'pageFailed') return { task: refused(task, failure) };
  if (!counts) return { task: notActedOn(task) };
  if (task.tries > MOST_REPEATS) return { task: refused(task, failure) };
  return { task: withStanding(task, { name: 'waiting', until: null }) };
}

/** How a task goes on after the worker, or the browser, was stopped. */
export function afterRestart(task: Task, now: number): Task {
  if (task.standing.name !== 'sent') return task;
  const failure: Failure = { code: 'interrupted' };
  if (isCreation(task)) return unknown(task, failure, now);
  const step = afterWrite(task, { failure }, true);
  return 'task' in step ? step.task : task;
}

/** What a look for a report has shown, where it has not shown the report. */
export type Look =
  /** A list that goes back to before the request, or that ends: the report is not there. */
  | 'notThere'
  /** Lists that tell nothing, or none that could be read. */
  | 'cannotTell'
  /** The service gave no answer, so that the look is made again. */
  | 'failed';

/**
 * After a look that did not find the report.
 * @param nextTrial when the gate is tried next, ISO 8601; null where it is open
 */
export function afterLook(
  task: TaskIn<'unknown'>,
  look: Look,
  nextTrial: string | null,
  now: number,
): Step {
  const { looks, failure } = task.standing;
  const pause = BETWEEN_LOOKS[looks];
  if (pause !== undefined) {
    const lookAt = timeIn(pause * 1000, now);
    return { task: withStanding(task, { ...task.standing, looks: looks + 1, lookAt }) };
  }
  if (look === 'failed') {
    return { task: withStanding(task, { ...task.standing, lookAt: nextTrial ?? timeIn(0, now) }) };
  }
  if (failure === null) return { end: DONE };
  const isRepeated = look === 'notThere' && isWorthRepeating(failure) && task.tries <= MOST_REPEATS;
  if (isRepeated) return { task: withStanding(task, { name: 'waiting', until: null }) };
  return { task: withStanding(task, { name: 'stuck', reason: 'unconfirmed', failure }) };
}

/** How long a task waits for its next look, at the most, in milliseconds. */
export function longestLookWait({ standing }: TaskIn<'unknown'>): number {
  // After the last pause it is the gate that a look waits for.
  if (standing.looks === BETWEEN_LOOKS.length) return LONGEST_WAIT_MS;
  return (BETWEEN_LOOKS[standing.looks - 1] ?? 0) * 1000;
}

/** The service does not want this one. */
export function refused(task: Task, failure: Failure): Task {
  return withStanding(task, { name: 'stuck', reason: 'refused', failure });
}

/** The task waits for its password. */
export function withoutPassword(task: Task): Task {
  return withStanding(task, { name: 'stuck', reason: 'password', failure: null });
}

/** A person wants it sent, again or at last: what the service has by now is looked at anew. */
export function retried(task: Task): Task {
  const work = task.work.kind === 'create' ? { ...task.work, known: null } : task.work;
  return withStanding({ ...task, work, tries: 0 }, { name: 'waiting', until: null });
}

/** The service has not acted on the request, and says nothing about this task. */
function isNotActedOn(failure: Failure): boolean {
  return isThrottled(failure) || failure.code === 'offline' || isShutOut(failure);
}

function unknown(task: Task, failure: Failure | null, now: number): Task {
  return withStanding(task, { name: 'unknown', looks: 0, lookAt: timeIn(0, now), failure });
}

function withStanding(task: Task, standing: Standing): Task {
  return { ...task, standing };
}
