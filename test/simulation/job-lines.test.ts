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
import { play } from './run-scenario';
import type { World } from './simulation';
import { quiescence } from './virtual-time';

/** Returns the stored single jobs that are open or need attention, newest first. */
async function storedJobs(connectionId: string): Promise<Job[]> {
  const prefix = keyOf(connectionId, JOB_KEYS.jobs);
  const areas = [readByPrefix('local', prefix, Job), readByPrefix('session', prefix, Job)];
  const isOpenOrFailed = ({ finished }: Job) =>
    finished === null || finished.counts.needsAttention > 0;
  const jobs = (await Promise.all(areas))
    .flat()
    .filter((job) => !job.isBatch && isOpenOrFailed(job));
  return jobs.sort((one, other) => other.createdAt - one.createdAt);
}

/** Returns findings about the jobs that a new page shows. The page's first read wakes the worker. */
async function pageFindings({ browser }: World): Promise<string[]> {
  const stored = await replyOrNull(readFirst([], () => browser.ask('prepare')));
  // Without a reply, the worker has stopped during the read.
  if (stored === null) return [];
  browser.wake();
  await quiescence();
  const { connection, queue } = await readSharedState();
  if (connection === null) return [];
  const { singles, all, recentOperations } = queue;
  const isOver = (id: string) => recentOperations.some(({ jobId }) => jobId === id);
  const open = (await storedJobs(connection.id)).filter(({ id }) => !isOver(id));
  const shown = singles.map(({ id }) => id);
  const counted = all.create + all.update + all.delete + all.needsAttention;
  const needingAttention = open.filter(
    ({ id, finished }) => finished !== null && !shown.includes(id),
  );
  const [newest] = open;
  return [
    ...(newest && shown[0] !== newest.id ? [`${newest.id} is the newest and not the first`] : []),
    ...(counted === open.length ? [] : [`${counted} of ${open.length} are counted`]),
    ...(open.length <= 25
      ? needingAttention.map(({ id }) => `${id} needs attention and is not shown`)
      : []),
  ];
}

it(
  'a new extension page lists the newest job first, and lists or counts each job',
  TIMEOUT,
  async () => {
    const moments = fc.tuple(anyScenario, fc.nat({ max: 30 }));
    const property = fc.asyncProperty(moments, async ([scenario, position]) => {
      const found: string[] = [];
      const check = async (world: World) => void found.push(...(await pageFindings(world)));
      const steps = scenario.steps.toSpliced(position, 0, { do: 'check', index: 0 });
      await play({ ...scenario, steps }, { checks: [check] });
      expect(found).toEqual([]);
    });
    await fc.assert(property, { numRuns: SCENARIOS, ...SEED });
  },
);
