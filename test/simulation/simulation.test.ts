import fc, { type Arbitrary } from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { Operation } from '@/lib/jobs/operation';
import { RecentOperations } from '@/lib/shared-state/shared-items';
import { anyHistory, creations, listChanges, manyReports, stoppedChanges } from './arbitraries';
import type { Fault } from './browser';
import { excused } from './excuses';
import type { History } from './history';
import { play } from './play';
import { HISTORIES, SEED, TIMEOUT } from './runs';
import type { Service } from './service';
import { type StorageCall, written } from './worker-life';
import type { Options } from './world';

afterAll(() => {
  const cases = [...excused].map(([name, times]) => `${times} × ${name}`);
  // biome-ignore lint/suspicious/noConsole: shows the accepted faults to whoever runs the test.
  console.info(`Excused: ${cases.join(', ') || 'nothing'}`);
});

/** Plays histories until one breaks a promise, and reports the shortest one. */
function assertKept(histories: Arbitrary<History>): Promise<void> {
  const property = fc.asyncProperty(histories, async (history) => {
    expect((await play(history)).findings).toEqual([]);
  });
  return fc.assert(property, { numRuns: HISTORIES, ...SEED });
}

describe('a random history', () => {
  it('keeps every promise', TIMEOUT, () => assertKept(anyHistory));

  it('keeps every promise with batches of updates and deletions', TIMEOUT, () =>
    assertKept(manyReports),
  );

  it('ends with the same lists as the service', TIMEOUT, () => assertKept(listChanges));
});

/** Expects a finding within 500 histories. */
async function assertBroken(
  histories: Arbitrary<History>,
  optionsOf: () => Options,
  finding: RegExp,
): Promise<void> {
  let isFound = false;
  const property = fc.asyncProperty(histories, async (history) => {
    const { findings } = await play(history, optionsOf());
    isFound ||= findings.some((one) => finding.test(one));
    return !isFound;
  });
  const { seed } = await fc.check(property, { numRuns: 500, endOnFailure: true, ...SEED });
  // A history that fails to play proves nothing, so it fails here.
  expect(isFound, `no counterexample with the seed ${seed}`).toBe(true);
}

describe('random histories find the fault of a worker that omits', () => {
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
    const fault: Fault = { drops: (call) => written(call).flat().some(isUpdate) };
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
