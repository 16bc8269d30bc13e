import { batch, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Backoff } from '@/lib/jobs/backoff';

/** How the last press of Retry now goes; null where it has ended the backoff, or nobody has pressed. */
export type RetryState = 'running' | 'failed' | null;

/** The press that has the backoff probed, and what became of it. */
export interface BackoffRetry {
  state: ReadonlySignal<RetryState>;
  press(): void;
}

/**
 * Makes it. The background answers a press at once, and the result of the probe shows in the backoff.
 * @param retryNow calls the background; false where that failed
 */
export function createBackoffRetry(
  backoff: ReadonlySignal<Backoff | null>,
  retryNow: () => Promise<boolean>,
): BackoffRetry {
  const state = signal<RetryState>(null);
  let before: string | null = null;

  effect(() => {
    const now = backoff.value;
    if (now === null) state.value = null;
    // While a probe is in flight, its time is over; once it has failed there is another, or none.
    else if (state.peek() === 'running' && JSON.stringify(now) !== before) {
      if (now.until === null || Date.parse(now.until) > Date.now()) state.value = 'failed';
    }
  });

  return {
    state,
    press() {
      if (state.value === 'running' || backoff.value === null) return;
      batch(() => {
        before = JSON.stringify(backoff.value);
        state.value = 'running';
      });
      void retryNow().then((isCalled) => {
        if (!isCalled) state.value = null;
      });
    },
  };
}
