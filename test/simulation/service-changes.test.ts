import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SEED, TIMEOUT } from './property-runs';
import { NO_OUTCOMES, type PlannedOutcomes } from './scenario';
import { LOST_ANSWER, SLOW_ANSWER } from './scenario-builder';
import { runServiceChanges } from './service-changes';
import { type ServiceStep, serviceChanges } from './service-changes-scenario';

/** Few scenarios in the ordinary suite, because each scenario has three services. */
const RUNS = Number(process.env.SCENARIOS ?? 8);

const CREATE = { do: 'create', isPrivate: false } as const;
const BATCH = { do: 'create a batch', size: 5 } as const;
const THROTTLED = { kind: 'says 429', retryAfter: 60 } as const;
const wait = (seconds: number): ServiceStep => ({ do: 'wait', seconds });

describe('nothing of one connection reaches another, and no job is lost or doubled', () => {
  it.each<[when: string, outcomes: Partial<PlannedOutcomes>, steps: ServiceStep[]]>([
    ['while a creation is in flight', { creations: [SLOW_ANSWER] }, [CREATE, wait(1)]],
    ['while a creation is unverified', { creations: [LOST_ANSWER] }, [CREATE, wait(7)]],
    ['during a backoff', { creations: [THROTTLED] }, [CREATE, wait(3)]],
    ['while a batch runs', { creations: [SLOW_ANSWER, SLOW_ANSWER] }, [BATCH, wait(1)]],
    ['while a deletion can be undone', {}, [{ do: 'delete', index: 0 }, wait(3)]],
    ['during a reading of all reports', {}, [{ do: 'read all reports' }]],
  ])('after a change %s', async (_, outcomes, steps) => {
    for (const account of ['client', 'team'] as const) {
      const change: ServiceStep[] = [{ do: 'use', account }, CREATE, { do: 'delete', index: 0 }];
      const scenario = { outcomes: { ...NO_OUTCOMES, ...outcomes }, stopsIdleWorker: true };
      const allSteps = [...steps, ...change, wait(70), ...change];
      expect(await runServiceChanges({ ...scenario, steps: allSteps })).toEqual([]);
    }
  });

  it('after a connection is disconnected while another connection waits for its answer', async () => {
    const steps: ServiceStep[] = [
      CREATE,
      wait(1),
      { do: 'use', account: 'client' },
      { do: 'disconnect', account: 'client', dropsOpenJobs: true },
      wait(70),
      { do: 'disconnect', account: 'agency', dropsOpenJobs: true },
      wait(1),
      { do: 'use', account: 'team' },
      CREATE,
    ];
    const outcomes = { ...NO_OUTCOMES, creations: [SLOW_ANSWER] };
    expect(await runServiceChanges({ outcomes, steps, stopsIdleWorker: true })).toEqual([]);
  });

  it('after two checks that end at the same time put a connection in use again', async () => {
    const connectAgency: ServiceStep = { do: 'connect', account: 'agency', isAnother: true };
    const steps: ServiceStep[] = [
      { do: 'delete', index: 0 },
      wait(3),
      { do: 'use', account: 'team' },
      wait(1),
      CREATE,
      wait(1),
      connectAgency,
      connectAgency,
      wait(70),
    ];
    // Both checks wait for the answer of the team.
    const outcomes = { ...NO_OUTCOMES, creations: [SLOW_ANSWER] };
    expect(await runServiceChanges({ outcomes, steps, stopsIdleWorker: false })).toEqual([]);
  });

  it('after random changes of the connection', TIMEOUT, () =>
    fc.assert(
      fc.asyncProperty(serviceChanges, async (scenario) => {
        expect(await runServiceChanges(scenario)).toEqual([]);
      }),
      { numRuns: RUNS, ...SEED },
    ),
  );
});
