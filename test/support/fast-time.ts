import { onTestFinished, vi } from 'vitest';

/** Real time between two ticks, in milliseconds. */
const TICK_MS = 5;

/** Time by which a tick advances the fake clock, in milliseconds. */
const STEP_MS = 100;

/** Runs timers and clock of a test twenty times as fast, for tests with real connections. */
export function useFastTime(): void {
  const ticking = setInterval(() => void vi.advanceTimersByTimeAsync(STEP_MS), TICK_MS);
  // Fake timers replace the global function.
  const realClearInterval = clearInterval;
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
  onTestFinished(() => {
    realClearInterval(ticking);
    vi.useRealTimers();
  });
}
