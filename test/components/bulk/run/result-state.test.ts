import { signal } from '@preact/signals';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { doneLines } from '@/components/bulk/run/result-rows';
import { createBatchResult } from '@/components/bulk/run/result-state';
import { watchStored } from '@/lib/browser/browser-storage';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import type { Report } from '@/lib/report/report';
import { keyOf } from '@/lib/storage/keys';
import type { BatchLine } from '@/lib/task/batch/batch';
import { type BatchRow, madeReport } from '@/lib/task/batch/batch-row';
import type { Gate } from '@/lib/task/gate/gate';
import type { Standing } from '@/lib/task/standing';
import { sampleReport } from '../../../support/sample-report';
import { closedGate, creation, sampleBatch } from '../../../support/sample-task';

const failure: Failure = { code: 'invalid', message: 'No.', fields: [] };
const LINE = sampleBatch('b', { size: 4 });

const local = fakeBrowser.storage.local;
const url = (row: number) => `https://host.example/b-${row}`;
const task = (row: number, state: Standing): BatchRow => creation(`b-${row}`, state);
const seventh = sampleReport('7', { url: url(0), score: 87 });
const made = (row: number): BatchRow => ({
  ...{ about: url(row), standing: { name: 'done' }, report: madeReport(seventh) },
});
const store = (rows: BatchRow[]) => local.set({ [keyOf('c', 'batch-rows/b-0')]: rows });
const FOUR = [
  made(0),
  task(1, { name: 'stuck', reason: 'refused', failure }),
  url(2),
  task(3, { name: 'sent' }),
];

/** A batch of four, whose first creation is made, and whose second is refused. */
async function openResult() {
  const batches = signal<readonly BatchLine[]>([LINE]);
  const gate = signal<Gate | null>(null);
  const clock = { time: 0 };
  const deleting = signal<readonly string[]>([]);
  const deleted = signal<readonly string[] | undefined>([]);
  const known = signal<Report | null | undefined>(seventh);
  const steerBatch = vi.fn(async (): Promise<Outcome<null>> => ({ value: null }));
  const result = createBatchResult({
    reportAt: () => known.value,
    ...{ connectionId: 'c', batches, gate, deleting, deleted, watch: watchStored },
    background: { steerBatch },
    now: () => clock.time,
  });
  await store(FOUR);
  result.open('b');
  await vi.waitFor(() => expect(result.entries.value.size).toBe(4));
  const states = () => [...result.entries.value].sort().map(([, { standing }]) => standing.name);
  return { result, batches, gate, deleting, clock, states, known, deleted, steerBatch };
}

describe('the place of a batch', () => {
  beforeEach(() => fakeBrowser.reset());

  it('shows the state of each creation, or only creations in a chosen state', async () => {
    const { result, states } = await openResult();
    expect(states()).toEqual(['done', 'stuck', 'waiting', 'sent']);
    result.choose('waiting');
    expect(result.shown.value).toEqual([3, 2]);
    expect(result.failedAddresses()).toBe('https://host.example/b-1');
  });

  it('follows changes of its rows, and shows dropped creations as cancelled', async () => {
    const { result, states } = await openResult();
    await store([...FOUR.slice(0, 2), task(2, { name: 'sent' }), made(3)]);
    await vi.waitFor(() => expect(states()).toEqual(['done', 'stuck', 'sent', 'done']));
    await store([
      ...FOUR.slice(0, 2),
      { about: url(2), standing: { name: 'cancelled' }, report: null },
      made(3),
    ]);
    await vi.waitFor(() => expect(states()).toEqual(['done', 'stuck', 'cancelled', 'done']));
    result.choose('cancelled');
    expect(result.shown.value).toEqual([2]);
  });

  it('follows rows that are kept in memory, as those of a private window are', async () => {
    const { result, batches, states } = await openResult();
    const { session } = fakeBrowser.storage;
    const storeSecret = (rows: BatchRow[]) =>
      session.set({ [keyOf('c', 'batch-rows/secret-0')]: rows });
    batches.value = [LINE, { ...LINE, id: 'secret', keeping: 'memory', size: 2 }];
    await storeSecret([url(0), url(1)]);
    result.open('secret');
    await vi.waitFor(() => expect(states()).toEqual(['waiting', 'waiting']));
    await storeSecret([made(0), url(1)]);
    await vi.waitFor(() => expect(states()).toEqual(['done', 'waiting']));
  });

  it('lists the reports that are made apart from the other rows, those that need a person first', async () => {
    const { result, deleting } = await openResult();
    expect(result.reports.value).toEqual([seventh]);
    expect([result.filter.value, result.shown.value]).toEqual(['all', [1, 3, 2]]);
    expect(result.counts.value).toEqual({ all: 3, failed: 1, waiting: 2, cancelled: 0 });
    deleting.value = ['7'];
    expect(result.reports.value).toEqual([]);
    // The service may not show what it has made.
    await store([{ about: url(0), standing: { name: 'done' }, report: null }, ...FOUR.slice(1)]);
    await vi.waitFor(() => expect(result.shown.value).toEqual([1, 3, 2, 0]));
  });

  it('shows all other rows once none is left in a chosen state', async () => {
    const { result } = await openResult();
    result.choose('failed');
    expect([result.filter.value, result.shown.value]).toEqual(['failed', [1]]);
    await store([...FOUR.slice(0, 1), url(1), ...FOUR.slice(2)]);
    await vi.waitFor(() => expect(result.filter.value).toBe('all'));
    expect(result.shown.value).toEqual([3, 1, 2]);
  });

  it('shows all rows again when another batch is opened', async () => {
    const { result } = await openResult();
    result.choose('failed');
    result.open(null);
    result.open('b');
    await vi.waitFor(() => expect(result.shown.value).toEqual([1, 3, 2]));
  });

  it('shows the current data of each report, and none while that is not read', async () => {
    const { result, known } = await openResult();
    const report = () => result.entries.value.get(0)?.report;
    expect(report()).toEqual(seventh);
    known.value = { ...seventh, score: 12 };
    expect(report()?.score).toBe(12);
    known.value = null;
    expect(report()).toBeNull();
  });

  it('lists what it has made by its own rows where nothing else is known, unless it was deleted', async () => {
    const { result, known, deleted } = await openResult();
    const linkOf = ({ id }: Report) => `https://reports.example/${id}`;
    const copied = () => doneLines(result.entries.value, linkOf);
    known.value = undefined;
    expect(result.reports.value).toMatchObject([
      { id: '7', url: url(0), result: 'good', score: 87, privacy: 1, failedChecks: null },
    ]);
    expect(copied()).toBe(`${url(0)}\t87\thttps://reports.example/7`);
    // What was deleted is not read yet, and then it is.
    deleted.value = undefined;
    expect(result.reports.value).toEqual([]);
    deleted.value = ['7'];
    expect([result.reports.value, copied()]).toEqual([[], `${url(0)}\t\t`]);
  });

  it('counts creations without an answer, whose reports are looked for', async () => {
    const { result } = await openResult();
    expect(result.lookedFor.value).toBe(0);
    const lookAt = '2026-11-02T12:00:05.000Z';
    await store([...FOUR.slice(0, 3), task(3, { name: 'unknown', looks: 0, lookAt, failure })]);
    await vi.waitFor(() => expect(result.lookedFor.value).toBe(1));
    expect(result.entries.value.get(3)).toMatchObject({ standing: { name: 'unknown', failure } });
  });

  it('shows a change that is stored while the rows are being read', async () => {
    const { result, states } = await openResult();
    result.open(null);
    result.open('b');
    await store([...FOUR.slice(0, 3), made(3)]);
    await vi.waitFor(() => expect(states()).toEqual(['done', 'stuck', 'waiting', 'done']));
  });

  it('estimates the time left by the pace since the last pause, and gives none while paused', async () => {
    const { result, batches, gate, clock } = await openResult();
    const pass = (seconds: number, fields: Partial<BatchLine>) => {
      clock.time += seconds * 1000;
      batches.value = [{ ...LINE, ...fields }];
      return result.secondsLeft.value;
    };
    expect(pass(1, { done: 4, waiting: 100 })).toBeNull();
    expect(pass(9, { done: 14, waiting: 90 })).toBeCloseTo(64, 0);
    expect(pass(1, { done: 14, waiting: 90, isPaused: true })).toBeNull();
    expect(pass(600, { done: 14, waiting: 90 })).toBeNull();
    expect(pass(10, { done: 24, waiting: 80 })).toBeCloseTo(80, 0);
    gate.value = closedGate({ code: 'offline' });
    expect(result.secondsLeft.value).toBeNull();
  });

  it('says where an act was pressed that it failed, until the next one', async () => {
    const { result, steerBatch } = await openResult();
    const failed = { failure: { code: 'notStored' } } as const;
    steerBatch.mockResolvedValueOnce(failed);
    result.act({ kind: 'pause' });
    await expect.poll(() => result.failureOf('pause', 'resume')).toEqual(failed.failure);
    expect(result.failureOf('retry')).toBeNull();
    steerBatch.mockResolvedValueOnce(failed);
    result.remove('other');
    await expect.poll(() => result.removalFailure('other')).toEqual(failed.failure);
    expect([result.failureOf('pause'), result.removalFailure('b')]).toEqual([null, null]);
    // Nobody has pressed that.
    steerBatch.mockResolvedValueOnce(failed);
    result.markSeen();
    expect(result.removalFailure('other')).toEqual(failed.failure);
    result.act({ kind: 'retry' });
    await expect.poll(() => result.removalFailure('other')).toBeNull();
  });

  it('tells unconfirmed creations from refused creations, and copies both as failed', async () => {
    const { result, states } = await openResult();
    const unconfirmed = task(2, { name: 'stuck', reason: 'unconfirmed', failure });
    await store([...FOUR.slice(0, 2), unconfirmed, ...FOUR.slice(3)]);
    await vi.waitFor(() => expect(states()).toEqual(['done', 'stuck', 'stuck', 'sent']));
    result.choose('failed');
    expect(result.shown.value).toEqual([1, 2]);
    expect(result.failedAddresses().split('\n')).toHaveLength(2);
  });
});
