import { onTestFinished, vi } from 'vitest';

/** Milliseconds of the test's clock in each tick, which lasts 5 ms. */
const STEP_MS = 100;

/**
 * Runs the timers and the clock of a test twenty times as fast, so that a test over real connections
 * does not wait for the product's seconds.
 */
export function useFastTime(): void {
  const ticking = setInterval(() => void vi.advanceTimersByTimeAsync(STEP_MS), 5);
  const stop = clearInterval;
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
  onTestFinished(() => {
    stop(ticking);
    vi.useRealTimers();
  });
}
