import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findings } from './findings';
import { type History, type Step, told } from './history';
import { play } from './play';

const after = fc.constantFrom(0.2, 1, 4, 20);

const step: Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('create'),
      url: fc.constantFrom(0, 3, 4, 5),
      privacy: fc.constant(1),
      isPatient: fc.constant(true),
      isPrivateWindow: fc.constant(false),
    }) as Arbitrary<Step>,
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('delete'),
      which: fc.nat({ max: 4 }),
      isPrivateWindow: fc.constant(false),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refresh') }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('wait'), seconds: fc.constantFrom(0.15, 0.5, 3, 7) }),
  },
);

/** A history in which everything is answered, and reports come and go while lists are on their way. */
const histories: Arbitrary<History> = fc
  .record({
    posts: fc.array(fc.record({ fate: fc.constant('answers' as const), after }), { maxLength: 8 }),
    lists: fc.array(fc.record({ fate: fc.constant('answers' as const), after }), { maxLength: 8 }),
    steps: fc.array(step, { minLength: 1, maxLength: 20 }),
  })
  // All fit into one list.
  .filter(({ steps }) => steps.filter((one) => one.do === 'create').length <= 8)
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
      stopsIdle: false,
    };
    return { ...history, toString: () => told(history) };
  });

/** `npm run endurance` plays 10,000. */
const HISTORIES = Number(process.env.HISTORIES ?? 200);

describe('the cached list', () => {
  it('ends as the service has it, in order, however it is read meanwhile', {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const end = await play(history);
        expect(findings(history, end)).toEqual([]);
        expect(end.cachedLists.at(-1)).toEqual(end.listed);
        // Nothing that was shown is missing in between, until it is deleted.
        const seen = new Set<string>();
        for (const cached of end.cachedLists) {
          for (const id of cached) seen.add(id);
          expect(cached).toEqual(expect.arrayContaining(end.listed.filter((id) => seen.has(id))));
        }
      }),
      { numRuns: HISTORIES },
    );
  });
});
