import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import type { Subject } from '@/lib/jobs/operation';
import { referTo } from '@/lib/report/report-reference';
import { emptyBrowser } from '../../support/empty-browser';
import { sampleReport } from '../../support/sample-report';
import { openJobs } from '../../support/stored-jobs';

const { local } = fakeBrowser.storage;

const numbers = Array.from({ length: 20_000 }, (_, at) => at + 1);
const SUBJECTS: Record<'creations' | 'deletions', Subject[]> = {
  creations: numbers.map((page) => ({
    kind: 'create',
    url: `https://many.example/${page}`,
    privacy: 1,
  })),
  deletions: numbers.map((id) => ({ kind: 'delete', report: referTo(sampleReport(String(id))) })),
};

beforeEach(() => {
  vi.restoreAllMocks();
  emptyBrowser();
});

/** Cancels a batch, and returns the processor time of the cancellation, in microseconds. */
async function timeToCancel(id: string, subjects: Subject[]): Promise<number> {
  const { background } = openJobs();
  await background.createJob('', { id, isBatch: true, subjects });
  const before = process.cpuUsage();
  await background.updateJob('', id, { kind: 'cancel' });
  return process.cpuUsage(before).user;
}

describe.each(['creations', 'deletions'] as const)('a cancelled batch of 20,000 %s', (of) => {
  it('takes one write', async () => {
    const { background, queue } = openJobs();
    await background.createJob('', { id: 'b', isBatch: true, subjects: SUBJECTS[of] });
    const set = vi.spyOn(local, 'set');
    await background.updateJob('', 'b', { kind: 'cancel' });
    expect(set).toHaveBeenCalledOnce();
    expect(queue.value.batches).toMatchObject([{ counts: { queued: 0, cancelled: 20_000 } }]);
    expect(queue.value.recentOperations).toHaveLength(100);
  });

  it('takes time in proportion to its size', async () => {
    const [small, large]: [number[], number[]] = [[], []];
    for (const round of [1, 2, 3]) {
      small.push(await timeToCancel(`small-${round}`, SUBJECTS[of].slice(0, 2_000)));
      emptyBrowser();
      large.push(await timeToCancel(`large-${round}`, SUBJECTS[of]));
      emptyBrowser();
    }
    // Ten times as many operations take ten times as long; with the square, a hundred times.
    expect(Math.min(...large) / Math.min(...small)).toBeLessThan(40);
  });
});
