import { describe, expect, it } from 'vitest';
import { nextJobIds } from '@/components/queue/next-jobs';
import type { JobLine, Operation, Status } from '@/lib/jobs/types';
import { creation, deletion, sampleBackoff, sampleLine, update } from '../../support/sample-job';
import { sampleReport } from '../../support/sample-report';

const sending: Status = { name: 'sending' };
const creationOf = (page: string, status: Status = { name: 'queued' }) =>
  creation({ url: `https://host.example/${page}` }, { status });
const updateOf = (reportId: string) => update({ results: 1 }, sampleReport(reportId));

/** Returns single jobs with the ids `0`, `1` and so on, the oldest first. */
const singlesOf = (...operations: Operation[]) =>
  operations.map((one, at) => sampleLine(String(at), one, { createdAt: at }));

/** Returns a batch of creations with requests in flight. */
function batchWith(inFlight: number): JobLine {
  const line = sampleLine('b', creationOf('batch'), { isBatch: true, size: 9 });
  return { ...line, counts: { ...line.counts, sending: inFlight } };
}

function nextOf(singles: JobLine[], batches: JobLine[] = []): string[] {
  return [...nextJobIds({ backoff: null, singles, batches })];
}

describe('nextJobIds', () => {
  it('returns the two oldest creations and the two oldest edits', () => {
    const creations = ['a', 'b', 'c'].map((page) => creationOf(page));
    const updates = ['1', '2', '3'].map(updateOf);
    const singles = singlesOf(...creations, ...updates).reverse();
    expect(nextOf(singles)).toEqual(['0', '1', '3', '4']);
  });

  it('returns no job during a backoff', () => {
    const backoff = sampleBackoff({ code: 'offline' });
    const singles = singlesOf(creationOf('a'));
    expect(nextJobIds({ backoff, singles, batches: [] }).size).toBe(0);
  });

  it('counts requests in flight, and allows a third request for a single creation', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((page) => creationOf(page, sending));
    const queued = creationOf('d');
    expect(nextOf(singlesOf(a as Operation, queued))).toEqual(['1']);
    expect(nextOf(singlesOf(a as Operation, b as Operation, queued))).toEqual([]);
    expect(nextOf(singlesOf(queued), [batchWith(2)])).toEqual(['0']);
    expect(nextOf(singlesOf(c as Operation, queued), [batchWith(2)])).toEqual([]);
  });

  it('omits a job whose page or report has an earlier open operation', () => {
    expect(nextOf(singlesOf(creationOf('a'), creationOf('a')))).toEqual(['0']);
    expect(nextOf(singlesOf(updateOf('1'), updateOf('1'), updateOf('2')))).toEqual(['0', '2']);
  });

  it('omits deletions that a person can undo, and later updates of the same reports', () => {
    expect(nextOf(singlesOf(deletion(sampleReport('1')), updateOf('1')))).toEqual([]);
  });
});
