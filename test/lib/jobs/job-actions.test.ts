import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import type { Subject } from '@/lib/jobs/types';
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

/** Runs work, and returns its processor time in microseconds. */
async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return process.cpuUsage(before).user;
}

describe.each(['creations', 'deletions'] as const)('a cancelled batch of 20,000 %s', (of) => {
  it('is stored by one write', async () => {
    const { background, queue } = openJobs();
    await background.createJob('', { id: 'b', isBatch: true, subjects: SUBJECTS[of] });
    const set = vi.spyOn(local, 'set');
    await background.updateJob('', 'b', { kind: 'cancel' });
    expect(set).toHaveBeenCalledOnce();
    expect(queue.value.batches).toMatchObject([{ counts: { queued: 0, cancelled: 20_000 } }]);
    expect(queue.value.recentOperations).toHaveLength(100);
  });

  it('needs less than eight times the processor time of its creation', async () => {
    const [creating, cancelling]: [number[], number[]] = [[], []];
    for (const id of ['a', 'b', 'c']) {
      const { background } = openJobs();
      const job = { id, isBatch: true, subjects: SUBJECTS[of] };
      creating.push(await processorTime(() => background.createJob('', job)));
      cancelling.push(await processorTime(() => background.updateJob('', id, { kind: 'cancel' })));
      emptyBrowser();
    }
    expect(Math.min(...cancelling) / Math.min(...creating)).toBeLessThan(8);
  });
});
