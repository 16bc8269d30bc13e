import fc, { type Arbitrary } from 'fast-check';

// What happens to deletions in one simulated history. Times are in seconds.

/** What becomes of one request to delete a report, and whether the service does it. */
export type RemoveFate =
  | { fate: 'answers'; after: number }
  | { fate: 'breaks off' | 'fails with 502' | 'is silent'; isDone: boolean }
  | { fate: 'refuses' };

/** What a person does about deletions. */
export type DeletionStep =
  /** `which`: among those reports that are listed, from the first. */
  | { do: 'delete'; which: number; isPrivateWindow: boolean }
  /** `which`: among all deletions that were asked for, from the last. */
  | { do: 'undo'; which: number }
  | { do: 'disconnect anyway' };

export const removeFate: Arbitrary<RemoveFate> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ fate: fc.constant('answers'), after: fc.constantFrom(0.2, 4, 20) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      fate: fc.constantFrom('breaks off', 'fails with 502', 'is silent'),
      isDone: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ fate: fc.constant('refuses') }) },
);

export const deletionStep: Arbitrary<DeletionStep> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('delete'),
      which: fc.nat({ max: 4 }),
      isPrivateWindow: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('undo'), which: fc.nat({ max: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('disconnect anyway') }) },
);
