import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect } from 'vitest';
import { type ClientHistory, clientHistories } from './client-histories';

/** Number of histories. The same SEED creates the same histories. */
export const HISTORIES = Number(process.env.HISTORIES ?? 50);
const SEED = Number(process.env.SEED ?? 1);

/** Time limit that suffices for 10,000 histories on a slow machine. */
export const TIMEOUT = { timeout: 3_600_000 };

/** Time to search for a shorter history that also fails. */
const LONGEST_SHRINKING_MS = 20_000;

/** Checks random histories. After a failure, reports the seed and the shortest failing history found. */
export async function checkHistories(
  check: (history: ClientHistory) => void | Promise<void>,
  wanted = HISTORIES,
  histories = clientHistories,
): Promise<void> {
  const count = Math.max(3, Math.round(wanted));
  // biome-ignore lint/suspicious/noConsole: shows how to repeat the run.
  console.info(`${count} histories with SEED=${SEED}`);
  let failedAt: number | null = null;
  const property = fc.asyncProperty(histories, async (history) => {
    if (failedAt !== null && performance.now() - failedAt > LONGEST_SHRINKING_MS) return;
    try {
      await check(history);
    } catch (error) {
      failedAt ??= performance.now();
      throw error;
    }
  });
  await fc.assert(property, { numRuns: count, seed: SEED });
}

/** Expects equal values. Vitest's own comparison takes ten times as long. */
export function expectSame(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}
