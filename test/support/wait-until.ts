import { vi } from 'vitest';

/**
 * Waits until a check does not throw, and resolves with the check's value. The default limit of
 * `vi.waitFor`, a second, is too short on a busy machine.
 */
export function waitUntil<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 30_000, interval: 5 });
}

/** Enough turns of the event loop for timers and promises that follow from each other. */
const SETTLE_TURNS = 5;

/** Waits until due timers and promises have run, before a test checks that nothing has happened. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < SETTLE_TURNS; turn += 1)
    await new Promise((resolve) => setTimeout(resolve));
}
