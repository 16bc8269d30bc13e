import { batch, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Gate } from '@/lib/task/gate/gate';

/** How the last press of Retry now goes; null where it opened the gate, or nobody has pressed. */
export type RetryState = 'running' | 'failed' | null;

/** The press that tries the gate, and what became of it. */
export interface GateRetry {
  state: ReadonlySignal<RetryState>;
  press(): void;
}

/**
 * Makes it. The background answers a press at once, and what the trial came to shows in the gate.
 * @param retryNow asks the background; false where that failed
 */
export function createGateRetry(
  gate: ReadonlySignal<Gate | null>,
  retryNow: () => Promise<boolean>,
): GateRetry {
  const state = signal<RetryState>(null);
  let before: string | null = null;

  effect(() => {
    const now = gate.value;
    if (now === null) state.value = null;
    // While one task tries it, its time is over; once that has failed there is another, or none.
    else if (state.peek() === 'running' && JSON.stringify(now) !== before) {
      if (now.until === null || Date.parse(now.until) > Date.now()) state.value = 'failed';
    }
  });

  return {
    state,
    press() {
      if (state.value === 'running' || gate.value === null) return;
      batch(() => {
        before = JSON.stringify(gate.value);
        state.value = 'running';
      });
      void retryNow().then((isAsked) => {
        if (!isAsked) state.value = null;
      });
    },
  };
}
