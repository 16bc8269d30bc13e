import { signal } from '@preact/signals';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { storage } from 'wxt/utils/storage';
import { createCommands } from '@/components/app/page-commands';
import { doneLines } from '@/components/batch/run/result-rows';
import { type BatchResult, createBatchResult } from '@/components/batch/run/result-state';
import { watchStored } from '@/lib/browser/browser-storage';
import type { Failure } from '@/lib/failure';
import { NO_COUNTS } from '@/lib/jobs/job';
import { chunkKeys } from '@/lib/jobs/job-items';
import { createdReportOf } from '@/lib/jobs/operation';
import type { Backoff, JobLine, Operation, Status } from '@/lib/jobs/types';
import type { Report } from '@/lib/report/report';
import type { Result } from '@/lib/result';
import { creation, sampleBackoff, sampleLine } from '../../../support/sample-job';
import { sampleReport } from '../../../support/sample-report';
import { waitUntil } from '../../../support/wait-until';

const failure: Failure = { code: 'invalid', message: 'No.', fields: [] };

const url = (index: number) => `https://host.example/b-${index}`;
const operation = (index: number, status: Status = { name: 'queued' }): Operation =>
  creation({ url: url(index) }, { status });
const REPORT = sampleReport('7', { url: url(0), score: 87 });
const doneOperation = (index: number): Operation =>
  operation(index, { name: 'done', report: createdReportOf(REPORT) });
const store = (operations: Operation[], id = 'b', isPrivate = false) =>
  storage.setItems(
    chunkKeys('c', { id, isPrivate, size: 1 }).map((key) => ({ key, value: operations })),
  );
const FOUR = [
  doneOperation(0),
  operation(1, { name: 'needsAttention', reason: 'refused', failure }),
  operation(2),
  operation(3, { name: 'sending' }),
];
const LINE = sampleLine('b', operation(0), { isBatch: true, size: 4 });

async function openResult() {
  await store(FOUR);
  const batches = signal<readonly JobLine[]>([LINE]);
  const backoff = signal<Backoff | null>(null);
  const clock = { time: 0 };
  const deleting = signal<readonly string[]>([]);
  const deleted = signal<readonly string[] | undefined>([]);
  const storedReport = signal<Report | null | undefined>(REPORT);
  const updateJob = vi.fn(async (): Promise<Result<boolean>> => ({ value: true }));
  const openId = signal<string | null>('b');
  const result = createBatchResult({
    openId,
    reportAt: () => storedReport.value,
    connectionId: 'c',
    batches,
    backoff,
    deleting,
    deleted,
    watch: watchStored,
    background: { updateJob },
    commands: createCommands(signal(new Set())),
    now: () => clock.time,
  });
  // Reads the time left from the start, like the page.
  void result.secondsLeft.value;
  await waitUntil(() => expect(result.operations.value.size).toBe(4));
  const states = () => [...result.operations.value].map(([, { status }]) => status.name);
  return {
    result,
    openId,
    batches,
    backoff,
    deleting,
    clock,
    states,
    storedReport,
    deleted,
    updateJob,
  };
}

/** Returns the numbers of the operations without a report, in the order of the rows. */
function numbersOf({ withoutReport, filter }: BatchResult): number[] {
  const { above, below } = withoutReport.value[filter.value];
  return [...above, ...below];
}

describe('the result of a batch', () => {
  beforeEach(() => fakeBrowser.reset());

  it('shows all creations, or only the creations in a chosen state', async () => {
    const { result, states } = await openResult();
    expect(states()).toEqual(['done', 'needsAttention', 'queued', 'sending']);
    result.choose('waiting');
    expect(numbersOf(result)).toEqual([3, 2]);
    expect(result.failedAddresses()).toBe('https://host.example/b-1');
  });

  it('follows changes of its operations, and marks cancelled creations', async () => {
    const { result, states } = await openResult();
    await store([...FOUR.slice(0, 2), operation(2, { name: 'sending' }), doneOperation(3)]);
    await waitUntil(() => expect(states()).toEqual(['done', 'needsAttention', 'sending', 'done']));
    await store([...FOUR.slice(0, 2), operation(2, { name: 'cancelled' }), doneOperation(3)]);
    await waitUntil(() =>
      expect(states()).toEqual(['done', 'needsAttention', 'cancelled', 'done']),
    );
    result.choose('cancelled');
    expect(numbersOf(result)).toEqual([2]);
  });

  it('counts the shown operations as soon as all operations are read', async () => {
    const { result, batches } = await openResult();
    const expected = { ...NO_COUNTS, done: 1, needsAttention: 1, queued: 1, sending: 1 };
    expect(result.line.value?.counts).toEqual(expected);
    // The worker publishes its counts before or after the operations.
    batches.value = [{ ...LINE, counts: { ...NO_COUNTS, done: 4 } }];
    expect(result.line.value?.counts).toEqual(expected);
    batches.value = [{ ...LINE, size: 5, counts: { ...NO_COUNTS, done: 5 } }];
    expect(result.line.value?.counts).toEqual({ ...NO_COUNTS, done: 5 });
  });

  it('follows the operations of a private window, which are in memory', async () => {
    const { openId, batches, states } = await openResult();
    batches.value = [LINE, { ...LINE, id: 'secret', isPrivate: true, size: 2 }];
    await store([operation(0), operation(1)], 'secret', true);
    openId.value = 'secret';
    await waitUntil(() => expect(states()).toEqual(['queued', 'queued']));
    await store([doneOperation(0), operation(1)], 'secret', true);
    await waitUntil(() => expect(states()).toEqual(['done', 'queued']));
  });

  it('lists created reports separately from operations without a report', async () => {
    const { result, deleting } = await openResult();
    expect(result.reports.value).toEqual([REPORT]);
    expect([result.filter.value, numbersOf(result)]).toEqual(['all', [1, 3, 2]]);
    deleting.value = ['7'];
    expect(result.reports.value).toEqual([]);
    expect(result.reportOf(doneOperation(0))).toBeNull();
    // The service may answer a creation without the report.
    await store([operation(0, { name: 'done', report: null }), ...FOUR.slice(1)]);
    await waitUntil(() => expect(numbersOf(result)).toEqual([1, 3, 2, 0]));
  });

  it('shows all rows when the last row leaves the chosen state', async () => {
    const { result } = await openResult();
    result.choose('failed');
    expect([result.filter.value, numbersOf(result)]).toEqual(['failed', [1]]);
    await store([...FOUR.slice(0, 1), operation(1), ...FOUR.slice(2)]);
    await waitUntil(() => expect(result.filter.value).toBe('all'));
    expect(numbersOf(result)).toEqual([3, 1, 2]);
  });

  it('shows all rows of another batch, even after a filter was chosen', async () => {
    const { result, openId, batches } = await openResult();
    result.choose('failed');
    batches.value = [LINE, { ...LINE, id: 'other' }];
    await store(FOUR, 'other');
    openId.value = 'other';
    await waitUntil(() => expect(numbersOf(result)).toEqual([1, 3, 2]));
    expect(result.filter.value).toBe('all');
  });

  it('shows the current data of each report, and no data until the report is read', async () => {
    const { result, storedReport } = await openResult();
    const [first] = FOUR;
    const report = () => first && result.reportOf(first);
    expect(report()).toEqual(REPORT);
    storedReport.value = { ...REPORT, score: 12 };
    expect(report()?.score).toBe(12);
    storedReport.value = null;
    expect(report()).toBeNull();
  });

  it('shows the results of its operations if the history lacks their reports', async () => {
    const { result, storedReport, deleted } = await openResult();
    const linkOf = ({ id }: Report) => `https://reports.example/${id}`;
    const copiedText = () => doneLines(result.operations.value, result.reportOf, linkOf);
    storedReport.value = undefined;
    expect(result.reports.value).toMatchObject([
      { id: '7', url: url(0), result: 'good', score: 87, privacy: 1, failedChecks: null },
    ]);
    expect(copiedText()).toBe(`${url(0)}\t87\thttps://reports.example/7`);
    // The ids of deleted reports are undefined until they are read.
    deleted.value = undefined;
    expect(result.reports.value).toEqual([]);
    deleted.value = ['7'];
    expect([result.reports.value, copiedText()]).toEqual([[], `${url(0)}\t\t`]);
  });

  it('shows a change that is stored while the rows are read', async () => {
    const { openId, states } = await openResult();
    openId.value = null;
    openId.value = 'b';
    await store([...FOUR.slice(0, 3), doneOperation(3)]);
    await waitUntil(() => expect(states()).toEqual(['done', 'needsAttention', 'queued', 'done']));
  });

  it('estimates the remaining time from the pace after the last pause', async () => {
    const { result, batches, backoff, clock } = await openResult();
    const secondsLeftAfter = (
      seconds: number,
      { isPaused = false, ...counts }: { done: number; queued: number; isPaused?: boolean },
    ) => {
      clock.time += seconds * 1000;
      batches.value = [{ ...LINE, counts: { ...NO_COUNTS, ...counts }, isPaused }];
      return result.secondsLeft.value;
    };
    expect(secondsLeftAfter(1, { done: 4, queued: 100 })).toBeNull();
    expect(secondsLeftAfter(9, { done: 14, queued: 90 })).toBeCloseTo(64, 0);
    expect(secondsLeftAfter(1, { done: 14, queued: 90, isPaused: true })).toBeNull();
    expect(secondsLeftAfter(600, { done: 14, queued: 90 })).toBeNull();
    expect(secondsLeftAfter(10, { done: 24, queued: 80 })).toBeCloseTo(80, 0);
    backoff.value = sampleBackoff({ code: 'offline' });
    expect(result.secondsLeft.value).toBeNull();
  });

  it('shows the failure of an action at its button until the next action', async () => {
    const { result, updateJob } = await openResult();
    const failed = { failure: { code: 'notStored' } } as const;
    updateJob.mockResolvedValueOnce(failed);
    result.act({ kind: 'pause' });
    await waitUntil(() => expect(result.failureOf('pause', 'resume')).toEqual(failed.failure));
    expect(result.failureOf('retry')).toBeNull();
    updateJob.mockResolvedValueOnce(failed);
    void result.remove('other');
    await waitUntil(() => expect(result.removalFailure('other')).toEqual(failed.failure));
    expect([result.failureOf('pause'), result.removalFailure('b')]).toEqual([null, null]);
    // The page marks a batch as seen without a press.
    updateJob.mockResolvedValueOnce(failed);
    result.markSeen();
    expect(result.removalFailure('other')).toEqual(failed.failure);
    result.act({ kind: 'retry' });
    await waitUntil(() => expect(result.removalFailure('other')).toBeNull());
  });

  it('counts and copies unconfirmed creations as failed', async () => {
    const { result, states } = await openResult();
    const unverifiable = operation(2, { name: 'needsAttention', reason: 'unverifiable', failure });
    await store([...FOUR.slice(0, 2), unverifiable, ...FOUR.slice(3)]);
    await waitUntil(() =>
      expect(states()).toEqual(['done', 'needsAttention', 'needsAttention', 'sending']),
    );
    result.choose('failed');
    expect(numbersOf(result)).toEqual([1, 2]);
    expect(result.failedAddresses().split('\n')).toHaveLength(2);
  });
});
