import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks again and again until the answer is neither undefined nor false, and gives that answer: after
 * 20 ms at first, and after a tenth of the time waited so far later on, since asking a page takes the
 * processor from what is waited for. Throws after `timeout` milliseconds, saying `what` was waited for.
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
