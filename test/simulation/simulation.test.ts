import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findings } from './findings';
import { histories } from './histories';
import { play } from './play';

/** `npm run endurance` plays 10,000. */
const HISTORIES = Number(process.env.HISTORIES ?? 500);

describe('the queue', () => {
  it('loses no report and makes none twice, whatever happens', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        expect(findings(history, await play(history))).toEqual([]);
      }),
      { numRuns: HISTORIES },
    );
  });
});
