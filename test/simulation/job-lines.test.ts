import fc from 'fast-check';
import { expect, it } from 'vitest';
import { JOB_KEYS } from '@/lib/jobs/job-items';
import { Job } from '@/lib/jobs/types';
import { readFirst } from '@/lib/shared-state/first-read';
import { keyOf } from '@/lib/storage/keys';
import { readByPrefix } from '@/lib/storage/stored-values';
import { readSharedState } from '../support/stored-queue';
import { anyScenario } from './arbitraries';
import { SCENARIOS, SEED, TIMEOUT } from './property-runs';
import { replyOrNull } from './requested-operation';
import { runScenario } from './run-scenario';
import type { Simulation } from './simulation';
import { untilIdle } from './virtual-time';

function needsAttention({ finished }: Job): boolean {
  return finished !== null && finished.counts.needsAttention > 0;
}

/** Returns the stored single jobs that are open or need attention, newest first. */
async function storedSingleJobs(connectionId: string): Promise<Job[]> {
  const prefix = keyOf(connectionId, JOB_KEYS.jobs);
  const jobs = [
    ...(await readByPrefix('local', prefix, Job)),
    ...(await readByPrefix('session', prefix, Job)),
  ];
  return jobs
    .filter(({ isBatch }) => !isBatch)
    .filter((job) => job.finished === null || needsAttention(job))
    .sort((one, other) => other.createdAt - one.createdAt);
}

/** Limit for the single jobs that extension pages list. */
const MAX_SHOWN_JOBS = 25;

/** Opens a new extension page. Returns violations about the jobs that the page shows. */
async function newPageViolations({ browser }: Simulation): Promise<string[]> {
  // Before an extension page reads the stored state, the page lets the worker migrate the state.
  const firstRead = await replyOrNull(readFirst([], () => browser.callBackground('prepare')));
  const hasWorkerStopped = firstRead === null;
  if (hasWorkerStopped) return [];
  // A planned stop may end the worker before the worker publishes the job. Stops are planned once.
  do {
    browser.wake();
    await untilIdle();
  } while (!browser.isWorkerRunning());
  const { connection, queue } = await readSharedState();
  if (connection === null) return [];
  const { singles, all, recentOperations } = queue;
  const finishedIds = recentOperations.map(({ jobId }) => jobId);
  const jobs = (await storedSingleJobs(connection.id)).filter(
    ({ id }) => !finishedIds.includes(id),
  );
  const shownIds = singles.map(({ id }) => id);
  const violations: string[] = [];
  const [newest] = jobs;
  if (newest !== undefined && shownIds[0] !== newest.id) {
    violations.push(`${newest.id} is the newest and not the first`);
  }
  const counted = all.create + all.update + all.delete + all.needsAttention;
  if (counted !== jobs.length) violations.push(`${counted} of ${jobs.length} are counted`);
  if (jobs.length > MAX_SHOWN_JOBS) return violations;
  for (const job of jobs) {
    if (needsAttention(job) && !shownIds.includes(job.id)) {
      violations.push(`${job.id} needs attention and is not shown`);
    }
  }
  return violations;
}

it(
  'a new extension page lists the newest job first, then jobs that need attention, and counts all jobs',
  TIMEOUT,
  async () => {
    const scenarioAndPosition = fc.tuple(anyScenario, fc.nat({ max: 30 }));
    const property = fc.asyncProperty(scenarioAndPosition, async ([scenario, position]) => {
      const violations: string[] = [];
      const check = async (simulation: Simulation) => {
        violations.push(...(await newPageViolations(simulation)));
      };
      const steps = scenario.steps.toSpliced(position, 0, { do: 'check', index: 0 });
      await runScenario({ ...scenario, steps }, { checks: [check] });
      expect(violations).toEqual([]);
    });
    await fc.assert(property, { numRuns: SCENARIOS, ...SEED });
  },
);
