import fc, { type Arbitrary } from 'fast-check';
import { expect, it } from 'vitest';
import { SCENARIOS, SEED, TIMEOUT } from '../../simulation/property-runs';
import type { FailureName } from '../../support/sample-failures';
import { createEventWorld, type Step } from './event-world';

const { boolean, constant, constantFrom, nat, record } = fc;

const at = nat({ max: 5 });

const writeFailure = constantFrom<(FailureName | null)[]>(
  null,
  null,
  null,
  'unreachable',
  '500',
  '422',
  '429',
  '401',
  'timed out',
  'a redirect',
  'a firewall',
  '404',
);
const readFailure = constantFrom<(FailureName | null)[]>(
  null,
  null,
  null,
  '500',
  '422',
  '429 with a time',
);

const step: Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: record({
      do: constant('create' as const),
      page: nat({ max: 2 }),
      isConfirmed: boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: record({
      do: constant('edit' as const),
      kind: constantFrom('update' as const, 'delete' as const),
      report: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: record({
      do: constant('batch' as const),
      kind: constantFrom('create' as const, 'update' as const, 'delete' as const),
      from: fc.integer({ min: 1, max: 2 }),
      size: constantFrom(2, 3, 12),
    }),
  },
  {
    weight: 6,
    arbitrary: record({
      do: constant('act' as const),
      at,
      action: constantFrom(
        'cancel' as const,
        'cancel' as const,
        'pause' as const,
        'resume' as const,
        'retry' as const,
        'remove' as const,
      ),
    }),
  },
  {
    weight: 16,
    arbitrary: record({
      do: constant('storage' as const),
      isRefused: constantFrom(false, false, false, true),
    }),
  },
  {
    weight: 8,
    arbitrary: record({
      do: constant('prepare' as const),
      at,
      outcome: constantFrom(
        'ready' as const,
        'ready' as const,
        'ready' as const,
        'ready' as const,
        'ready' as const,
        'failed' as const,
        'lostPassword' as const,
        'noPermission' as const,
      ),
    }),
  },
  {
    weight: 8,
    arbitrary: record({
      do: constant('answer' as const),
      at,
      failure: writeFailure,
      isCarriedOut: boolean(),
    }),
  },
  { weight: 4, arbitrary: record({ do: constant('look' as const), failure: readFailure }) },
  { weight: 3, arbitrary: record({ do: constant('publish' as const) }) },
  { weight: 1, arbitrary: record({ do: constant('read' as const), failure: readFailure }) },
  { weight: 1, arbitrary: record({ do: constant('list' as const) }) },
  { weight: 2, arbitrary: record({ do: constant('retry now' as const) }) },
  {
    weight: 5,
    arbitrary: record({
      do: constant('pass' as const),
      seconds: constantFrom(1, 6, 30, 70, 900),
    }),
  },
  { weight: 1, arbitrary: record({ do: constant('restart' as const), areCarriedOut: boolean() }) },
);

it('the jobs lose no operation and send none twice after random events', TIMEOUT, () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 60, size: 'max' }), (steps) => {
      expect(createEventWorld().play(steps)).toEqual([]);
    }),
    { numRuns: 10 * SCENARIOS, ...SEED },
  );
});
