import fc, { type Arbitrary } from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { Operation } from '@/lib/jobs/types';
import type { ReportList } from '@/lib/report/report';
import { z } from '@/lib/schema';
import {
  anyScenario,
  cancelledDuringRequests,
  creations,
  editBatches,
  listChanges,
  newKeys,
  updatesWithStoppedWorker,
} from './arbitraries';
import type { StorageFault } from './browser';
import { SCENARIOS, SEED, TIMEOUT } from './property-runs';
import { runScenario } from './run-scenario';
import type { Scenario } from './scenario';
import type { Service } from './service';
import type { SimulationOptions } from './simulation';
import { printTolerated } from './tolerated-violations';
import { type StorageCall, writtenValues } from './worker-lifetime';

afterAll(printTolerated);

/** Expects that no scenario violates a guarantee. fast-check reports the shortest counterexample. */
function expectNoViolations(scenarios: Arbitrary<Scenario>): Promise<void> {
  const property = fc.asyncProperty(scenarios, async (scenario) => {
    expect((await runScenario(scenario)).violations).toEqual([]);
  });
  return fc.assert(property, { numRuns: SCENARIOS, ...SEED });
}

describe('a random scenario', () => {
  it('violates no guarantee', TIMEOUT, () => expectNoViolations(anyScenario));

  it('violates no guarantee with batches of updates and deletions', TIMEOUT, () =>
    expectNoViolations(editBatches),
  );

  it(
    'violates no guarantee with operations that are cancelled during their requests',
    TIMEOUT,
    () => expectNoViolations(cancelledDuringRequests),
  );

  it('loses no past result despite new keys, lost settings and changes of the clock', TIMEOUT, () =>
    expectNoViolations(newKeys),
  );

  it('violates no guarantee with frequent refreshes of the list', TIMEOUT, () =>
    expectNoViolations(listChanges),
  );
});

/** Expects that at least one of 500 scenarios has a violation that matches `expected`. */
async function expectViolation(
  scenarios: Arbitrary<Scenario>,
  createOptions: () => SimulationOptions,
  expected: RegExp,
): Promise<void> {
  let isFound = false;
  const property = fc.asyncProperty(scenarios, async (scenario) => {
    const { violations } = await runScenario(scenario, createOptions());
    isFound ||= violations.some((violation) => expected.test(violation));
    return !isFound;
  });
  const { seed } = await fc.check(property, { numRuns: 500, endOnFailure: true, ...SEED });
  // An error in a scenario also ends the search, but is not a violation.
  expect(isFound, `no counterexample with the seed ${seed}`).toBe(true);
}

describe('random scenarios find the fault of a worker that omits', () => {
  it('the lookup after a lost answer', TIMEOUT, async () => {
    const emptyList: ReportList = { reports: [], unreadable: 0, total: null, next: null };
    const changeService = (service: Service): Service => ({
      ...service,
      list: () => ({ afterMs: 100, result: () => ({ value: emptyList }) }),
    });
    await expectViolation(creations, () => ({ changeService }), /^doubled/);
  });

  it('the storage of an update before its request', TIMEOUT, async () => {
    const isUpdate = (value: unknown) => Operation.safeParse(value).data?.subject.kind === 'update';
    const fault: StorageFault = { ignores: (call) => writtenValues(call).flat().some(isUpdate) };
    await expectViolation(updatesWithStoppedWorker, () => ({ fault }), /^lost/);
  });

  it('the publication of an outcome before the removal of its job', TIMEOUT, async () => {
    // Delays each write that contains more recent operations than at the last removal.
    const createOptions = (): SimulationOptions => {
      let latestCount = 0;
      let publishedCount = 0;
      const delays = (call: StorageCall) => {
        const recent = writtenValues(call).find(isRecentOperations) as unknown[] | undefined;
        latestCount = recent?.length ?? latestCount;
        if (call.verb === 'remove') publishedCount = latestCount;
        return recent !== undefined && latestCount > publishedCount;
      };
      return { fault: { delays } };
    };
    await expectViolation(updatesWithStoppedWorker, createOptions, /is shown nowhere/);
  });
});

/** The fields by which the test recognizes a recent operation. */
const RecognizedOperation = z.object({ endedAt: z.number(), operation: Operation });

function isRecentOperations(value: unknown): boolean {
  const { data = [] } = z.array(RecognizedOperation).safeParse(value);
  return data.length > 0;
}
