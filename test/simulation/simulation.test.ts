import fc, { type Arbitrary } from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { Operation, RecentOperation } from '@/lib/jobs/types';
import { z } from '@/lib/schema';
import {
  anyScenario,
  creations,
  listChanges,
  manyReports,
  newKeys,
  stoppedChanges,
  takenBack,
} from './arbitraries';
import type { Fault } from './browser';
import { SCENARIOS, SEED, TIMEOUT } from './property-runs';
import { play } from './run-scenario';
import type { Scenario } from './scenario';
import type { Service } from './service';
import type { Options } from './simulation';
import { excused } from './tolerated-violations';
import { type StorageCall, written } from './worker-lifetime';

afterAll(() => {
  const cases = [...excused].map(([name, times]) => `${times} × ${name}`);
  // biome-ignore lint/suspicious/noConsole: shows the accepted faults to whoever runs the test.
  console.info(`Excused: ${cases.join(', ') || 'nothing'}`);
});

/** Expects that no scenario violates a guarantee. Reports the shortest scenario that does. */
function expectNoFindings(scenarios: Arbitrary<Scenario>): Promise<void> {
  const property = fc.asyncProperty(scenarios, async (scenario) => {
    expect((await play(scenario)).findings).toEqual([]);
  });
  return fc.assert(property, { numRuns: SCENARIOS, ...SEED });
}

describe('a random scenario', () => {
  it('keeps every promise', TIMEOUT, () => expectNoFindings(anyScenario));

  it('keeps every promise with batches of updates and deletions', TIMEOUT, () =>
    expectNoFindings(manyReports),
  );

  it('keeps every promise with operations that are taken back', TIMEOUT, () =>
    expectNoFindings(takenBack),
  );

  it('keeps past results despite new keys, lost settings and changes of the clock', TIMEOUT, () =>
    expectNoFindings(newKeys),
  );

  it('keeps every promise with frequent refreshes of the list', TIMEOUT, () =>
    expectNoFindings(listChanges),
  );
});

/** Expects that at least one of 500 scenarios has a finding. */
async function expectFinding(
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
  // An error in a scenario also ends the search, but is no finding.
  expect(isFound, `no counterexample with the seed ${seed}`).toBe(true);
}

describe('random scenarios find the fault of a worker that omits', () => {
  it('the lookup after a lost answer', TIMEOUT, async () => {
    const outcome = () => ({ value: { reports: [], unreadable: 0, total: null, next: null } });
    const changeService = (service: Service): Service => ({
      ...service,
      list: () => ({ after: 100, outcome }),
    });
    await expectFinding(creations, () => ({ changeService }), /^doubled/);
  });

  it('the storage of an update before its request', TIMEOUT, async () => {
    const isUpdate = (value: unknown) => Operation.safeParse(value).data?.subject.kind === 'update';
    const fault: Fault = { ignores: (call) => written(call).flat().some(isUpdate) };
    await expectFinding(stoppedChanges, () => ({ fault }), /^lost/);
  });

  it('the publication of an outcome before the removal of its job', TIMEOUT, async () => {
    const optionsOf = (): Options => {
      let latest = 0;
      let published = 0;
      const delays = (call: StorageCall) => {
        const [recent] = written(call).flatMap((value) => {
          const { data = [] } = z.array(RecentOperation).safeParse(value);
          return data.length > 0 ? [data] : [];
        });
        latest = recent?.length ?? latest;
        if (call.verb === 'remove') published = latest;
        return recent !== undefined && latest > published;
      };
      return { fault: { delays } };
    };
    await expectFinding(stoppedChanges, optionsOf, /is shown nowhere/);
  });
});
