import { type Backoff, backoffAfter, endsWithAnswer, isShutOut, isThrottled } from '@/lib/backoff';
import { isDue, timeIn } from '@/lib/due-work';
import type { Failure } from '@/lib/failure';

/** Whether anything may go out to a service by itself, after failures that were about more than one report. */
export interface ServicePause {
  /** Null while nothing speaks against sending. One that is over stays until it was tested. */
  readonly current: Backoff | null;
  /** Whether one creation is to show that the service takes them, before others follow. */
  readonly isUntested: boolean;
  /** Takes over the pause of an earlier worker. */
  restore(stored: Backoff | null): void;
  /** Whether nothing may go out yet. */
  isOn(): boolean;
  /** Whether not even a search may go out yet, since the service has just refused any request. */
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
  /** The service has taken a creation. */
  accept(): void;
  /** Lets the next request test now whether the pause is over. */
  testNow(): void;
  end(): void;
}

/**
 * Makes the pause of one connection.
 * @param now milliseconds since the epoch
 */
export function createServicePause(now: () => number): ServicePause {
  let current: Backoff | null = null;
  /** A service may serve its list and refuse creations: their pauses grow until it takes one. */
  let refused: Backoff | null = null;

  function isOn(): boolean {
    return current !== null && !isDue(current.until, now());
  }

  function end(): void {
    if (current !== null && isShutOut(current.failure)) refused = current;
    current = null;
  }

  function succeed(before: Backoff | null): void {
    if (current === before) end();
  }

  return {
    get current() {
      return current;
    },
    get isUntested() {
      return current !== null || refused !== null;
    },
    restore(stored) {
      current = stored;
    },
    isOn,
    forbidsSearch: () =>
      current !== null && (isThrottled(current.failure) || isShutOut(current.failure)) && isOn(),
    endsWithAnswer: () => current !== null && endsWithAnswer(current),
    fail(before, failure) {
      succeed(before);
      const former = before ?? (isShutOut(failure) ? refused : null);
      const next = backoffAfter(former, failure, now());
      if (next === null) return;
      if (current === null || !isOn() || current.until < next.until) current = next;
    },
    succeed,
    accept() {
      refused = null;
    },
    testNow() {
      if (current !== null) current = { ...current, until: timeIn(0, now()) };
    },
    end,
  };
}
