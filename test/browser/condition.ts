import { setTimeout as pause } from 'node:timers/promises';

/**
 * Calls `check` repeatedly until its value is neither undefined nor false, and returns the value.
 * @param condition the expected condition, for the error message
 * @param timeout in milliseconds
 */
export async function until<Value>(
  condition: string,
  check: () => Promise<Value | undefined | false> | Value | undefined | false,
  timeout = 30_000,
): Promise<Value> {
  const start = Date.now();
  for (;;) {
    const value = await check();
    if (value !== undefined && value !== false) return value;
    const waited = Date.now() - start;
    if (waited > timeout) throw new Error(`Waited ${timeout / 1000} s in vain: ${condition}.`);
    // The pause grows, because each call takes CPU time from the page.
    await pause(Math.min(Math.max(20, waited / 10), 100));
  }
}
