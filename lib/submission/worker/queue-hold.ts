import { isDue, timeIn } from '@/lib/due-work';
import type { Failure } from '@/lib/failure';
import { type Backoff, backoffAfter, endsWithAnswer, isThrottled } from '@/lib/submission/backoff';

/** Whether the queue may send, after failures that were about more than one report. */
export interface QueueHold {
  /** Null while nothing speaks against sending. One that is over is left until it was tested. */
  readonly pause: Backoff | null;
  /** Takes over the pause of an earlier worker. */
  restore(pause: Backoff | null): void;
  /** Whether nothing may go out yet. */
  isOn(): boolean;
  /** Whether the service itself wants no request yet, not even a question. */
  forbidsQuestions(): boolean;
  /** Whether any answer of the service would end the pause. */
  endsWithAnswer(): boolean;
  /**
   * Pauses where a failure is about more than one report, and goes on where it is not.
   * @param before the pause when the request went out, which this failure may prolong
   */
  fail(before: Backoff | null, failure: Failure): void;
  /** An answer ends the pause that it was to test, and none that another request has met since. */
  succeed(before: Backoff | null): void;
  /** Lets the next request test now whether it is over. */
  test(): void;
  end(): void;
}

/**
 * Makes the hold of one queue.
 * @param now milliseconds since the epoch
 */
export function createQueueHold(now: () => number): QueueHold {
  let pause: Backoff | null = null;

  function isOn(): boolean {
    return pause !== null && !isDue(pause.until, now());
  }

  function succeed(before: Backoff | null): void {
    if (pause === before) pause = null;
  }

  return {
    get pause() {
      return pause;
    },
    restore(kept) {
      pause = kept;
    },
    isOn,
    forbidsQuestions: () => pause !== null && isThrottled(pause.failure) && isOn(),
    endsWithAnswer: () => pause !== null && endsWithAnswer(pause),
    fail(before, failure) {
      succeed(before);
      const next = backoffAfter(before, failure, now());
      if (next !== null && (pause === null || pause.until < next.until)) pause = next;
    },
    succeed,
    test() {
      if (pause !== null) pause = { ...pause, until: timeIn(0, now()) };
    },
    end() {
      pause = null;
    },
  };
}
