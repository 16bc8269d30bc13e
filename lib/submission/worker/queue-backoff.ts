import { isDue, timeIn } from '@/lib/due-work';
import type { Failure } from '@/lib/failure';
import { type Backoff, backoffAfter, endsWithAnswer, isThrottled } from '@/lib/submission/backoff';

/** Whether the queue may send, after failures that were about more than one report. */
export interface QueueBackoff {
  /** Null while nothing speaks against sending. One that is over stays until it was tested. */
  readonly current: Backoff | null;
  /** Takes over the pause of an earlier worker. */
  restore(stored: Backoff | null): void;
  /** Whether nothing may go out yet. */
  isOn(): boolean;
  /** Whether the service itself wants no request yet, not even a search. */
  forbidsSearch(): boolean;
  /** Whether any answer of the service would end the pause. */
  endsWithAnswer(): boolean;
  /**
   * Pauses where a failure is about more than one report, and goes on where it is not.
   * @param before the pause when the request went out, which this failure may prolong
   */
  fail(before: Backoff | null, failure: Failure): void;
  /** An answer ends the pause that it was to test, and none that another request has met since. */
  succeed(before: Backoff | null): void;
  /** Lets the next request test now whether the pause is over. */
  testNow(): void;
  end(): void;
}

/**
 * Makes the backoff of one queue.
 * @param now milliseconds since the epoch
 */
export function createQueueBackoff(now: () => number): QueueBackoff {
  let current: Backoff | null = null;

  function isOn(): boolean {
    return current !== null && !isDue(current.until, now());
  }

  function succeed(before: Backoff | null): void {
    if (current === before) current = null;
  }

  return {
    get current() {
      return current;
    },
    restore(stored) {
      current = stored;
    },
    isOn,
    forbidsSearch: () => current !== null && isThrottled(current.failure) && isOn(),
    endsWithAnswer: () => current !== null && endsWithAnswer(current),
    fail(before, failure) {
      succeed(before);
      const next = backoffAfter(before, failure, now());
      if (next !== null && (current === null || current.until < next.until)) current = next;
    },
    succeed,
    testNow() {
      if (current !== null) current = { ...current, until: timeIn(0, now()) };
    },
    end() {
      current = null;
    },
  };
}
