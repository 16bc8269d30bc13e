import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks again every 20 ms until the answer is neither undefined nor false, and gives that answer.
 * Throws after `timeout` milliseconds, saying `what` was waited for.
 */
export async function until<Answer>(
  what: string,
  ask: () => Promise<Answer | undefined | false> | Answer | undefined | false,
  timeout = 30_000,
): Promise<Answer> {
  const deadline = Date.now() + timeout;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`Waited ${timeout / 1000} s in vain: ${what}.`);
    await pause(20);
  }
}
