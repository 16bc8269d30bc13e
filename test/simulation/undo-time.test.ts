import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deletionStep, removeFate } from './deletion-history';
import { findings } from './findings';
import { type History, type Step, told } from './history';
import { play } from './play';

const step: Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: deletionStep },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait'), seconds: fc.constantFrom(0.15, 3, 6, 70) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('set the clock'),
      seconds: fc.constantFrom(3, 86_400, -3, -60, -86_400),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('kill the worker', 'restart the browser'),
      afterCalls: fc.nat({ max: 10 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('wake', 'refresh', 'go offline', 'go online') }),
  },
);

/** A history of deletions alone, in which clocks jump and workers end. */
const histories: Arbitrary<History> = fc
  .record({
    deletes: fc.array(removeFate, { maxLength: 4 }),
    steps: fc.array(step, { minLength: 1, maxLength: 12 }),
    stopsIdle: fc.boolean(),
  })
  .map((parts) => {
    const history: History = {
      ...parts,
      service: {
        lag: 0,
        spelling: 'as sent',
        listsPrivacy: true,
        earlier: 'seen',
        ids: 'numbers',
        times: 'not',
        clockAhead: 0,
      },
      posts: [],
      lists: [],
    };
    return { ...history, toString: () => told(history) };
  });

/** `npm run endurance` plays 10,000. */
const HISTORIES = Number(process.env.HISTORIES ?? 200);

describe('deletions', () => {
  it('are carried out or taken back as they were asked for, however the clock jumps', {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        expect(findings(history, await play(history))).toEqual([]);
      }),
      { numRuns: HISTORIES },
    );
  });
});
