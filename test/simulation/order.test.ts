import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findings } from './findings';
import { type History, type Step, told } from './history';
import { play } from './play';

/** Addresses of one page, or of as many pages. */
const urls = fc.oneof(
  fc.array(fc.constantFrom(0, 1, 2), { minLength: 2, maxLength: 6 }),
  fc.shuffledSubarray([0, 3, 4, 5], { minLength: 2 }),
);

const between: Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('wait'), seconds: fc.constantFrom(0, 0.15, 3) }),
    fc.record({ do: fc.constant('go on'), ticks: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ do: fc.constantFrom('refresh', 'wake') }),
  ),
  { maxLength: 2 },
);

/** A history in which nothing goes wrong. */
const histories: Arbitrary<History> = fc
  .tuple(
    urls,
    fc.array(between, { minLength: 6, maxLength: 6 }),
    fc.array(fc.constantFrom(0.2, 1, 20)),
  )
  .map(([asked, pauses, answers]) => {
    const history: History = {
      service: {
        lag: 0,
        spelling: 'as sent',
        listsPrivacy: true,
        earlier: 'none',
        ids: 'numbers',
        times: 'not',
        clockAhead: 0,
      },
      posts: answers.map((after) => ({ fate: 'answers', after })),
      lists: [],
      steps: asked.flatMap((url, index): Step[] => [
        { do: 'create', url, privacy: 1, isPatient: true, isPrivateWindow: false },
        ...(pauses[index] ?? []),
      ]),
      stopsIdle: false,
    };
    return { ...history, toString: () => told(history) };
  });

describe('the queue', () => {
  it('sends in the order in which it was asked', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const end = await play(history);
        expect(findings(history, end)).toEqual([]);
        expect(end.posts).toEqual(end.asked.map(({ draft }) => draft));
      }),
      { numRuns: 500 },
    );
  });
});
