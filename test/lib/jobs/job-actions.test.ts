import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import type { Subject } from '@/lib/jobs/operation';
import { referTo } from '@/lib/report/report-reference';
import { emptyBrowser } from '../../support/empty-browser';
import { sampleReport } from '../../support/sample-report';
import { openJobs } from '../../support/stored-jobs';

const { local } = fakeBrowser.storage;

/**
 * Limit for the processor time of a cancellation, in microseconds. An idle computer needs less than
 * 100 ms. A time that grows with the square of the size is far above this limit.
 */
const MOST_PROCESSOR_TIME = 300_000;

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

describe('a cancelled batch of 20,000 operations', () => {
  it.each(['creations', 'deletions'] as const)(
    'takes one write and little time: %s',
    async (of) => {
      const { background, queue } = openJobs();
      await background.createJob('', { id: 'b', isBatch: true, subjects: SUBJECTS[of] });
      const set = vi.spyOn(local, 'set');
      const before = process.cpuUsage();
      await background.updateJob('', 'b', { kind: 'cancel' });
      expect(process.cpuUsage(before).user).toBeLessThan(MOST_PROCESSOR_TIME);
      expect(set).toHaveBeenCalledOnce();
      expect(queue.value.batches).toMatchObject([{ counts: { queued: 0, cancelled: 20_000 } }]);
      expect(queue.value.recentOperations).toHaveLength(100);
    },
  );
});
