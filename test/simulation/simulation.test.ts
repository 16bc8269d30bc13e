import fc, { type Arbitrary } from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { Operation } from '@/lib/jobs/operation';
import { RecentOperations } from '@/lib/shared-state/shared-items';
import {
  anyScenario,
  creations,
  listChanges,
  manyReports,
  newKeys,
  stoppedChanges,
} from './arbitraries';
import type { Fault } from './browser';
import { excused } from './excuses';
import { play } from './play';
import { SCENARIOS, SEED, TIMEOUT } from './runs';
import type { Scenario } from './scenario';
import type { Service } from './service';
import { type StorageCall, written } from './worker-life';
import type { Options } from './world';

afterAll(() => {
  const cases = [...excused].map(([name, times]) => `${times} × ${name}`);
  // biome-ignore lint/suspicious/noConsole: shows the accepted faults to whoever runs the test.
  console.info(`Excused: ${cases.join(', ') || 'nothing'}`);
});

/** Plays scenarios until one violates a guarantee, and reports the shortest such scenario. */
function assertKept(scenarios: Arbitrary<Scenario>): Promise<void> {
  const property = fc.asyncProperty(scenarios, async (scenario) => {
    expect((await play(scenario)).findings).toEqual([]);
  });
  return fc.assert(property, { numRuns: SCENARIOS, ...SEED });
}

describe('a random scenario', () => {
  it('keeps every promise', TIMEOUT, () => assertKept(anyScenario));

  it('keeps every promise with batches of updates and deletions', TIMEOUT, () =>
    assertKept(manyReports),
  );

  it('keeps past results with new keys, lost settings and another clock', TIMEOUT, () =>
    assertKept(newKeys),
  );

  it('ends with the same lists as the service', TIMEOUT, () => assertKept(listChanges));
});

/** Expects a finding within 500 scenarios. */
async function assertBroken(
  scenarios: Arbitrary<Scenario>,
  optionsOf: () => Options,
  finding: RegExp,
): Promise<void> {
  let isFound = false;
  const property = fc.asyncProperty(scenarios, async (scenario) => {
    const { findings } = await play(scenario, optionsOf());
    isFound ||= findings.some((one) => finding.test(one));
    return !isFound;
  });
  const { seed } = await fc.check(property, { numRuns: 500, endOnFailure: true, ...SEED });
  // A scenario that fails to play proves nothing, so it fails here.
  expect(isFound, `no counterexample with the seed ${seed}`).toBe(true);
}

describe('random scenarios find the fault of a worker that omits', () => {
  it('the lookup after a lost answer', TIMEOUT, async () => {
    const outcome = () => ({ value: { reports: [], unreadable: 0, total: null, next: null } });
    const changeService = (service: Service): Service => ({
      ...service,
      list: () => ({ after: 100, outcome }),
    });
    await assertBroken(creations, () => ({ changeService }), /^doubled/);
  });

  it('the storage of an update before its request', TIMEOUT, async () => {
    const isUpdate = (value: unknown) => Operation.safeParse(value).data?.subject.kind === 'update';
    const fault: Fault = { ignores: (call) => written(call).flat().some(isUpdate) };
    await assertBroken(stoppedChanges, () => ({ fault }), /^lost/);
  });

  it('the publication of an outcome before the removal of its job', TIMEOUT, async () => {
    const optionsOf = (): Options => {
      let latest = 0;
      let published = 0;
      const delays = (call: StorageCall) => {
        const [recent] = written(call).flatMap((value) => {
          const { data = [] } = RecentOperations.safeParse(value);
          return data.length > 0 ? [data] : [];
        });
        latest = recent?.length ?? latest;
        if (call.verb === 'remove') published = latest;
        return recent !== undefined && latest > published;
      };
      return { fault: { delays } };
    };
    await assertBroken(stoppedChanges, optionsOf, /is shown nowhere/);
  });
});
