import { setTimeout as pause } from 'node:timers/promises';

/**
 * Calls `ask` repeatedly until its answer is neither undefined nor false, and returns the answer. The pause
 * between calls grows from 20 to 100 ms, because each call takes processor time from the page.
 * @param what what the caller waits for; part of the error
 * @param timeout in milliseconds
 * @throws after the timeout
 */
export async function until<Answer>(
  what: string,
  ask: () => Promise<Answer | undefined | false> | Answer | undefined | false,
  timeout = 30_000,
): Promise<Answer> {
  const start = Date.now();
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    const waited = Date.now() - start;
    if (waited > timeout) throw new Error(`Waited ${timeout / 1000} s in vain: ${what}.`);
    await pause(Math.min(Math.max(20, waited / 10), 100));
  }
}
