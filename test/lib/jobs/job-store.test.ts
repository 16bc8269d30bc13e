import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { createClock } from '@/lib/jobs/clock';
import type { RecentOperation } from '@/lib/jobs/job';
import { rawOperations } from '@/lib/jobs/job-items';
import { createJobStore } from '@/lib/jobs/job-store';
import { createdReportOf, type Operation } from '@/lib/jobs/operation';
import { cancelled, done, sending } from '@/lib/jobs/steps';
import { emptyBrowser } from '../../support/empty-browser';
import { creation, finishedCreation, refused, sampleJob } from '../../support/sample-job';
import { sampleReport } from '../../support/sample-report';

const { local, session } = fakeBrowser.storage;
const ioError = async () => {
  throw new Error('I/O error');
};

/** Like a new worker, with the published recent operations. */
async function open(published: readonly RecentOperation[] = []) {
  const { signal } = new AbortController();
  const store = createJobStore(
    'a',
    createClock(() => 0),
    signal,
    () => 0,
  );
  await store.load(async () => published);
  return store;
}

const creations = (count: number) =>
  Array.from({ length: count }, (_, at) => creation({ url: `https://host.example/${at}` }));

async function createBatch(id: string, operations: readonly Operation[]) {
  const store = await open();
  const job = sampleJob(id, operations, { isBatch: true });
  await store.commit({ added: [{ job, operations }] });
  return { store, job };
}

beforeEach(() => {
  vi.restoreAllMocks();
  emptyBrowser();
});

describe('the job store', () => {
  it('stores private jobs in memory, and others on the disk', async () => {
    const store = await open();
    const operations = [creation()];
    for (const id of ['private-one', 'ordinary']) {
      const job = sampleJob(id, operations, { isPrivate: id === 'private-one' });
      await store.commit({ added: [{ job, operations }] });
    }
    expect(JSON.stringify(await local.get())).not.toContain('private-one');
    await session.clear();
    expect([...(await open()).jobs()].map(({ job }) => job.id)).toEqual(['ordinary']);
  });

  it('writes one chunk for a step of a batch of any size', async () => {
    const { store, job } = await createBatch('b', creations(1000));
    const set = vi.spyOn(local, 'set');
    const [entry] = store.newOf('b');
    if (entry)
      await store.commit({ operations: [{ ...entry, operation: sending(entry.operation) }] });
    expect(set.mock.calls.flatMap(([values]) => Object.keys(values))).toEqual([
      `connection/a/operations/${job.id}-0`,
    ]);
  });

  it('has no paused finished batch, even from an earlier version', async () => {
    const { store, job } = await createBatch('b', creations(1));
    const [entry] = store.newOf('b');
    const pauseReason = { code: 'password' } as const;
    await store.commit({ jobs: [{ ...job, isPaused: true, pauseReason }] });
    expect(store.job('b')).toMatchObject({ isPaused: true, pauseReason });
    if (entry) await store.record({ operations: [{ ...entry, operation: done(entry.operation) }] });
    const unpaused = { isPaused: false, pauseReason: null };
    expect(store.job('b')).toMatchObject(unpaused);
    const stored = { ...store.job('b'), isPaused: true, pauseReason };
    await local.set({ 'connection/a/job/b': stored });
    expect((await open()).job('b')).toMatchObject(unpaused);
  });

  it('reads no operations of a finished batch at its start', async () => {
    const { store } = await createBatch('b', creations(120));
    const entries = await store.entries('b');
    await store.commit({
      operations: entries.map((one) => ({ ...one, operation: done(one.operation) })),
    });
    const get = vi.spyOn(local, 'get');
    const again = await open();
    expect(again.counts('b')).toMatchObject({ done: 120, queued: 0 });
    expect(JSON.stringify(get.mock.calls)).not.toContain('operations/');
    expect(await again.entries('b')).toHaveLength(120);
  });

  it('changes nothing if storage refuses a commit', async () => {
    const { store } = await createBatch('b', creations(2));
    const [entry] = store.newOf('b');
    vi.spyOn(local, 'set').mockImplementation(ioError);
    const changed = entry ? [{ ...entry, operation: cancelled(entry.operation) }] : [];
    await expect(store.commit({ operations: changed })).rejects.toThrow();
    expect(store.counts('b')).toMatchObject({ queued: 2, cancelled: 0 });
    expect(store.recent()).toEqual([]);
  });

  it('stores a refused outcome later', async () => {
    const { store } = await createBatch('b', creations(2));
    const [entry] = store.newOf('b');
    const failing = vi.spyOn(local, 'set').mockImplementation(ioError);
    if (entry) await store.record({ operations: [{ ...entry, operation: done(entry.operation) }] });
    expect([store.counts('b').done, store.hasUnstored()]).toEqual([1, true]);
    failing.mockRestore();
    await store.retryStoring();
    expect(store.hasUnstored()).toBe(false);
    expect((await open()).counts('b')).toMatchObject({ done: 1, queued: 1 });
  });

  it('leaves unreadable operations in storage, and continues with the others', async () => {
    await createBatch('b', creations(3));
    const key = 'connection/a/operations/b-0';
    const stored = async () => rawOperations((await local.get(key))[key]);
    const [first, , last] = await stored();
    await local.set({ [key]: [first, { status: 'flying' }, last] });
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const store = await open();
    expect(log).toHaveBeenCalledOnce();
    const [entry] = store.newOf('b');
    if (entry) await store.record({ operations: [{ ...entry, operation: done(entry.operation) }] });
    expect(await stored()).toMatchObject([
      { status: { name: 'done' } },
      { status: 'flying' },
      { status: { name: 'queued' } },
    ]);
  });

  it('restores an operation that needs attention after a start', async () => {
    const failure = { code: 'notAllowed', message: null } as const;
    await createBatch('b', [refused(creation(), failure)]);
    expect(await (await open()).entries('b')).toMatchObject([
      { operation: { status: { name: 'needsAttention', failure } } },
    ]);
  });

  it('stores a published outcome after a worker stop', async () => {
    await createBatch('b', creations(1));
    const store = await open([finishedCreation('b', sampleReport('9'), { isBatch: true })]);
    expect([store.counts('b').done, store.hasUnstored()]).toEqual([1, true]);
    await store.retryStoring();
    const again = await open();
    expect(again.job('b')?.finished).toMatchObject({ counts: { done: 1, queued: 0 } });
    expect(await again.entries('b')).toMatchObject([
      { operation: { status: { name: 'done', report: { id: '9' } } } },
    ]);
  });

  it('publishes the report of a stored creation after a worker stop', async () => {
    const store = await open();
    const [job, operation] = [sampleJob('s', [creation()]), creation()];
    await store.commit({ added: [{ job, operations: [operation] }] });
    vi.spyOn(local, 'remove').mockImplementation(ioError);
    const ended = done(operation, createdReportOf(sampleReport('9')));
    await store.record({ operations: [{ job, index: 0, operation: ended }] });
    const { url, privacy } = sampleReport('9');
    expect((await open()).recent()).toMatchObject([
      { jobId: 's', operation: ended, report: { id: '9', url, privacy } },
    ]);
  });
});
