import { onTestFinished, vi } from 'vitest';

/** Real time between two steps of the fake clock. */
const TICK_MS = 5;

/** Time by which each step advances the fake clock. */
const STEP_MS = 100;

/** Makes timers and clock run twenty times as fast until the end of the test. */
export function useFastTime(): void {
  const interval = setInterval(() => void vi.advanceTimersByTimeAsync(STEP_MS), TICK_MS);
  // `useFakeTimers` replaces the global function.
  const realClearInterval = clearInterval;
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
  onTestFinished(() => {
    realClearInterval(interval);
    vi.useRealTimers();
  });
}
