import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { createKeepAwake } from '@/lib/background/keep-awake';
import { activeBackoff, NO_BACKOFF } from '@/lib/jobs/backoff';
import { createClock } from '@/lib/jobs/clock';
import { keysToRemove } from '@/lib/jobs/job-items';
import { createJobsShell } from '@/lib/jobs/jobs-shell';
import { entriesOf, withChunkSize } from '@/lib/jobs/jobs-state';
import { backoffItem, createJobsStorage } from '@/lib/jobs/jobs-storage';
import { createdReportOf } from '@/lib/jobs/operation';
import * as steps from '@/lib/jobs/steps';
import { hasUnstored } from '@/lib/jobs/storing';
import type {
  Answer,
  Job,
  JobAction,
  Operation,
  Press,
  RecentOperation,
  Reply,
} from '@/lib/jobs/types';
import { fromText } from '@/lib/storage/stored-values';
import { emptyBrowser } from '../../support/empty-browser';
import { FAILURES } from '../../support/sample-failures';
import {
  creation,
  finishedCreation,
  refused,
  sampleBackoff,
  sampleJob,
} from '../../support/sample-job';
import { sampleReport } from '../../support/sample-report';
import { settle, waitUntil } from '../../support/wait-until';
import release from '../background/stored-1.0.0.json';
import { newJobPress } from './reducer';
import { NOW } from './sample-state';

const { local, session } = fakeBrowser.storage;
const ioError = async () => {
  throw new Error('I/O error');
};
const CONNECTION = 'connection/a/';

/**
 * Starts the jobs of a worker, with the recent operations of an earlier worker. The test dispatches the answers
 * to requests.
 */
async function open(published: readonly RecentOperation[] = [], publishes = true) {
  const { signal } = new AbortController();
  const shell = createJobsShell({
    clock: createClock(() => NOW),
    isOnline: () => true,
    signal,
    now: () => NOW,
  });
  const storage = createJobsStorage({
    connectionId: 'a',
    shell,
    keepAwake: createKeepAwake(() => {}),
    signal,
  });
  let replyTo: (reply: Reply) => void = () => {};
  shell.onCommand((command) => {
    if (command.kind === 'reply') replyTo(command.reply);
    if (!publishes || command.kind !== 'publish' || command.ended.length === 0) return;
    shell.dispatch({ type: 'published', jobIds: command.ended });
  });
  await storage.load(async () => ({ recentOperations: published, backoff: null }));

  /** Resolves when no write and no removal is in flight. */
  const settled = () =>
    waitUntil(() =>
      expect(shell.state().storage).toMatchObject({ write: null, isRemoving: false }),
    );
  await settled();

  async function press(press: Press): Promise<Reply> {
    const reply = await new Promise<Reply>((resolve) => {
      replyTo = resolve;
      shell.dispatch({ type: 'pressed', press });
    });
    await settled();
    return reply;
  }

  /** Stores the status `sending` of an operation that is about to be sent. */
  async function send(operationId: string): Promise<void> {
    const preparation = { kind: 'ready', canUseList: false } as const;
    shell.dispatch({ type: 'prepared', operationId, preparation });
    await settled();
  }

  async function answer(operationId: string, result: Answer['result']): Promise<void> {
    await send(operationId);
    shell.dispatch({ type: 'answered', operationId, answer: { result, isGone: false } });
    await settled();
  }

  return {
    shell,
    storage,
    settled,
    press,
    send,
    answer,
    job: (id: string) => shell.state().jobs.get(id),
    header: (id: string) => shell.state().jobs.get(id)?.header,
    counts: (id: string) => shell.state().jobs.get(id)?.counts,
    operations(id: string): Operation[] {
      const job = shell.state().jobs.get(id);
      return job === undefined ? [] : entriesOf(job).map(({ operation }) => operation);
    },
    add(id: string, operations: readonly Operation[], overrides: Partial<Job> = {}) {
      const header = withChunkSize(sampleJob(id, operations, overrides));
      return press(newJobPress(id, operations, { header, isConfirmed: true }));
    },
    act: (jobId: string, kind: Exclude<JobAction['kind'], 'resume'>) =>
      press({ kind: 'act', jobId, action: { kind } }),
  };
}

const creations = (count: number) =>
  Array.from({ length: count }, (_, at) => creation({ url: `https://host.example/${at}` }));

async function openWithBatch(operations: readonly Operation[]) {
  const opened = await open();
  await opened.add('b', operations, { isBatch: true });
  return opened;
}

/** Returns the keys of the stored chunks of jobs on disk, without the connection's prefix. */
async function chunkKeys(): Promise<string[]> {
  const prefix = `${CONNECTION}operations/`;
  const keys = Object.keys(await local.get()).filter((key) => key.startsWith(prefix));
  return keys.map((key) => key.slice(CONNECTION.length)).sort();
}

async function storedChunk(key: string): Promise<unknown> {
  return fromText((await local.get(`${CONNECTION}${key}`))[`${CONNECTION}${key}`]);
}

/** Stores a batch as version 1.0.0 has stored it. */
async function storeOfFormerVersion(
  operations: readonly Operation[],
  overrides: Partial<Job> = {},
): Promise<void> {
  const job = sampleJob('b', operations, { isBatch: true, ...overrides });
  const chunks = [operations.slice(0, 50), operations.slice(50)].map((chunk, at) => [
    `${CONNECTION}operations/b-${at}`,
    JSON.stringify(chunk),
  ]);
  await local.set({ [`${CONNECTION}job/b`]: job, ...Object.fromEntries(chunks) });
}

beforeEach(() => {
  vi.restoreAllMocks();
  emptyBrowser();
});

describe('the stored jobs', () => {
  it('are in memory if they are private, and on the disk if not', async () => {
    const { add } = await open();
    await add('private-one', [creation()], { isPrivate: true });
    await add('ordinary', [creation()]);
    expect(JSON.stringify(await local.get())).not.toContain('private-one');
    await session.clear();
    expect([...(await open()).shell.state().jobs.keys()]).toEqual(['ordinary']);
  });

  it('are in order of creation, even if their keys have another order', async () => {
    const { add } = await open();
    await add('z', [creation()], { createdAt: 1 });
    await add('a', [creation()], { createdAt: 2 });
    expect([...(await open()).shell.state().jobs.keys()]).toEqual(['z', 'a']);
  });

  it('change in one chunk of at most 8 kB when an operation of a large batch changes', async () => {
    const { send, shell, settled } = await openWithBatch(creations(1000));
    const set = vi.spyOn(local, 'set');
    await send('b-0');
    const report = sampleReport('9', { url: 'https://host.example/0' });
    const answer = { result: { value: report }, isGone: false };
    shell.dispatch({ type: 'answered', operationId: 'b-0', answer });
    await settled();
    const written = set.mock.calls.map(([values]) => Object.keys(values));
    expect(written).toEqual([
      ['connection/a/operations/b-10-0'],
      ['connection/a/operations/b-10-0'],
    ]);
    for (const [values] of set.mock.calls) {
      expect(JSON.stringify(values).length).toBeLessThan(8_000);
    }
  });

  it('of a finished batch are in large chunks, and in small chunks after a retry', async () => {
    const { act, add, operations } = await open();
    const before = [...creations(1_199), refused(creation(), FAILURES['422'])];
    await add('b', before, { isBatch: true });
    expect(await chunkKeys()).toHaveLength(120);
    await act('b', 'cancel');
    expect(await chunkKeys()).toEqual(
      ['b-500-0', 'b-500-1', 'b-500-2'].map((one) => `operations/${one}`),
    );
    await act('b', 'retry');
    const keys = await chunkKeys();
    expect([keys.length, keys.includes('operations/b-10-119')]).toEqual([120, true]);
    const after = operations('b').map(({ subject, status }) => [subject, status.name]);
    expect(after).toEqual(
      before.map(({ subject }, at) => [subject, at === 1_199 ? 'queued' : 'cancelled']),
    );
  });

  it('are not removed when a refused earlier removal is repeated', async () => {
    const { act, add, shell, settled } = await open();
    await add('b', [...creations(20), refused(creation(), FAILURES['422'])], { isBatch: true });
    const failing = vi.spyOn(local, 'remove').mockImplementation(ioError);
    await act('b', 'cancel');
    await act('b', 'retry');
    failing.mockRestore();
    shell.dispatch({ type: 'woken' });
    await settled();
    expect((await open()).counts('b')).toMatchObject({ queued: 1, cancelled: 20 });
  });

  it('have no pause in a finished batch', async () => {
    const { act, add, header } = await open();
    const pauseReason = { code: 'password' } as const;
    await add('b', creations(1), { isBatch: true, isPaused: true, pauseReason });
    expect(header('b')).toMatchObject({ isPaused: true, pauseReason });
    await act('b', 'cancel');
    expect(header('b')).toMatchObject({ isPaused: false, pauseReason: null });
  });

  it('have no pause in a finished batch that an earlier version has stored', async () => {
    const { act, header } = await openWithBatch(creations(1));
    await act('b', 'cancel');
    const pauseReason = { code: 'password' } as const;
    await local.set({ [`${CONNECTION}job/b`]: { ...header('b'), isPaused: true, pauseReason } });
    expect((await open()).header('b')).toMatchObject({ isPaused: false, pauseReason: null });
  });

  it('of a finished batch are not read when the worker starts', async () => {
    const { act } = await openWithBatch(creations(120));
    await act('b', 'cancel');
    const get = vi.spyOn(local, 'get');
    const again = await open();
    expect(again.counts('b')).toMatchObject({ cancelled: 120, queued: 0 });
    expect(JSON.stringify(get.mock.calls)).not.toContain('operations/');
    await again.storage.readOperations('b');
    expect(again.operations('b')).toHaveLength(120);
  });

  it('stay unchanged if storage refuses a press', async () => {
    const { act, counts, shell } = await openWithBatch(creations(2));
    const before = await local.get();
    const failing = vi.spyOn(local, 'set').mockImplementation(ioError);
    expect(await act('b', 'cancel')).toEqual({ kind: 'notStored' });
    expect(counts('b')).toMatchObject({ queued: 2, cancelled: 0 });
    expect(shell.state().recent).toEqual([]);
    failing.mockRestore();
    expect(await local.get()).toEqual(before);
  });

  it('include an answer after a second write if storage refuses the first write', async () => {
    const { counts, send, settled, shell } = await openWithBatch(creations(2));
    await send('b-0');
    const failing = vi.spyOn(local, 'set').mockImplementation(ioError);
    const answer = { result: { value: sampleReport('9') }, isGone: false };
    shell.dispatch({ type: 'answered', operationId: 'b-0', answer });
    await settled();
    expect([counts('b')?.done, hasUnstored(shell.state())]).toEqual([1, true]);
    failing.mockRestore();
    shell.dispatch({ type: 'woken' });
    await settled();
    expect(hasUnstored(shell.state())).toBe(false);
    expect((await open()).counts('b')).toMatchObject({ done: 1, queued: 1 });
  });

  it('keep unreadable operations unchanged when other operations change', async () => {
    await openWithBatch(creations(3));
    const key = 'operations/b-10-0';
    const [first, , last] = (await storedChunk(key)) as Operation[];
    await local.set({ [`${CONNECTION}${key}`]: [first, { status: 'flying' }, last] });
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { answer } = await open();
    expect(log).toHaveBeenCalledOnce();
    await answer('b-0', { value: sampleReport('9') });
    expect(await storedChunk(key)).toMatchObject([
      { status: { name: 'done' } },
      { status: 'flying' },
      { status: { name: 'queued' } },
    ]);
  });

  it('include an operation that needs attention after a start of the worker', async () => {
    const failure = { code: 'notAllowed', message: null } as const;
    await openWithBatch([refused(creation(), failure)]);
    const { operations, storage } = await open();
    await storage.readOperations('b');
    expect(operations('b')).toMatchObject([{ status: { name: 'needsAttention', failure } }]);
  });

  it('receive an outcome that the last worker has published but not stored', async () => {
    await openWithBatch(creations(1));
    const ended = finishedCreation('b', sampleReport('9'), { isBatch: true });
    const { counts } = await open([ended]);
    expect(counts('b')).toMatchObject({ done: 1 });
    const again = await open();
    expect(again.header('b')?.finished).toMatchObject({ counts: { done: 1, queued: 0 } });
    await again.storage.readOperations('b');
    expect(again.operations('b')).toMatchObject([
      { status: { name: 'done', report: { id: '9' } } },
    ]);
  });

  it('publish the report of a creation that the last worker has stored but not published', async () => {
    const { add, answer } = await open([], false);
    await add('s', [creation()]);
    await answer('s-0', { value: sampleReport('9') });
    const key = `${CONNECTION}operations/s-0`;
    const [sending] = (await storedChunk('operations/s-0')) as Operation[];
    if (sending === undefined) throw new Error('The job is not stored.');
    const ended = steps.asDone(sending, createdReportOf(sampleReport('9')));
    await local.set({ [key]: [ended] });
    const { url, privacy } = sampleReport('9');
    expect((await open()).shell.state().recent).toMatchObject([
      { jobId: 's', operation: ended, report: { id: '9', url, privacy } },
    ]);
  });

  it('include a single job until its outcome is published', async () => {
    const { add, answer, settled, shell } = await open([], false);
    await add('s', [creation()]);
    await answer('s-0', { value: sampleReport('9') });
    expect(Object.keys(await local.get())).toContain('connection/a/job/s');
    shell.dispatch({ type: 'published', jobIds: ['s'] });
    await settled();
    expect(await local.get()).toEqual({});
  });

  it('are removed again when the worker wakes, after storage has refused the removal', async () => {
    const { add, answer, settled, shell } = await open();
    await add('s', [creation()]);
    const failing = vi.spyOn(local, 'remove').mockImplementation(ioError);
    await answer('s-0', { value: sampleReport('9') });
    expect(Object.keys(await local.get())).toContain('connection/a/job/s');
    failing.mockRestore();
    shell.dispatch({ type: 'woken' });
    await settled();
    expect(await local.get()).toEqual({});
  });
});

describe('the removal of a batch', () => {
  it('ends before the reply, even if storage is full', async () => {
    const { act } = await openWithBatch(creations(20));
    await act('b', 'cancel');
    vi.spyOn(local, 'set').mockImplementation(ioError);
    expect(await act('b', 'remove')).toEqual({ kind: 'done', hadEffect: true });
    expect(await local.get()).toEqual({});
    expect((await open()).job('b')).toBeUndefined();
  });

  it('leaves the batch unchanged if storage refuses the removal', async () => {
    const { act, counts } = await openWithBatch(creations(20));
    await act('b', 'cancel');
    vi.spyOn(local, 'remove').mockImplementation(ioError);
    expect(await act('b', 'remove')).toEqual({ kind: 'notStored' });
    expect(counts('b')).toMatchObject({ cancelled: 20 });
    expect((await open()).counts('b')).toMatchObject({ cancelled: 20 });
  });

  it('leaves the whole batch for the next worker after Undo', async () => {
    const { act, answer, job } = await openWithBatch(creations(20));
    await answer('b-0', { value: sampleReport('9', { url: 'https://host.example/0' }) });
    await act('b', 'cancel');
    const before = job('b');
    const stored = await local.get();
    await act('b', 'remove');
    expect(await local.get()).not.toEqual(stored);
    expect(await act('b', 'restore')).toEqual({ kind: 'done', hadEffect: true });
    expect(await local.get()).toEqual(stored);
    const again = await open();
    await again.storage.readOperations('b');
    expect(again.job('b')).toEqual(before);
  });

  it('includes chunks of other sizes, which a stopped worker may have left', () => {
    const job = { id: 'b', isPrivate: false, size: 20, chunkSize: 500 };
    const keys = keysToRemove('a', { job, keepsHeader: false });
    expect(keys.map((key) => key.split('/').slice(2).join('/'))).toEqual([
      'job/b',
      'operations/b-0',
      'operations/b-10-0',
      'operations/b-10-1',
      'operations/b-500-0',
      'password/b',
    ]);
  });
});

describe('chunks of another size', () => {
  const operations = (...keys: string[]) => keys.map((key) => `operations/${key}`);

  it('are removed by the next worker if the worker was stopped before their removal', async () => {
    const { act, add } = await open();
    await add('b', creations(20), { isBatch: true });
    await add('c', creations(10), { isBatch: true });
    vi.spyOn(local, 'remove').mockImplementation(ioError);
    await act('b', 'cancel');
    vi.restoreAllMocks();
    await open();
    await waitUntil(async () => expect(await chunkKeys()).toEqual(operations('b-500-0', 'c-10-0')));
  });

  it('are removed without the new chunks after the first write of a worker', async () => {
    await storeOfFormerVersion(creations(60));
    const ends = creations(60).map((_, index) =>
      finishedCreation('b', sampleReport('9'), { isBatch: true, index, endedAt: index + 1 }),
    );
    await open(ends);
    await settle();
    await waitUntil(async () => expect(await chunkKeys()).toEqual(operations('b-500-0')));
    const again = await open();
    await again.storage.readOperations('b');
    expect(again.operations('b')).toHaveLength(60);
  });
});

describe('a batch of version 1.0.0', () => {
  it('continues, and keeps its chunks while it is open', async () => {
    await storeOfFormerVersion(creations(60));
    const { answer, counts } = await open();
    const set = vi.spyOn(local, 'set');
    await answer('b-0', { value: sampleReport('9') });
    expect(counts('b')).toMatchObject({ done: 1, queued: 59 });
    const keys = set.mock.calls.flatMap(([values]) => Object.keys(values));
    expect(new Set(keys)).toEqual(new Set(['connection/a/operations/b-0']));
  });

  it('is stored in few chunks when it ends', async () => {
    await storeOfFormerVersion(creations(60));
    const { act } = await open();
    await act('b', 'cancel');
    expect(await chunkKeys()).toEqual(['operations/b-500-0']);
    const again = await open();
    await again.storage.readOperations('b');
    expect(again.operations('b').map(({ status }) => status.name)).toEqual(
      Array(60).fill('cancelled'),
    );
  });

  it('can be retried after its end', async () => {
    const operations = creations(60).map((one) => refused(one, FAILURES['422']));
    const [first] = operations;
    if (first === undefined) throw new Error('The batch is empty.');
    const finished = {
      // Version 1.0.0 stored these statuses, without later ones.
      counts: {
        queued: 0,
        sending: 0,
        unverified: 0,
        needsAttention: 60,
        done: 0,
        gone: 0,
        cancelled: 0,
      },
      first,
      hasUnverifiable: false,
    };
    await storeOfFormerVersion(operations, { finished });
    const { act, storage } = await open();
    await storage.readOperations('b');
    await act('b', 'retry');
    expect((await open()).counts('b')).toMatchObject({ queued: 60, needsAttention: 0 });
    expect(await chunkKeys()).toHaveLength(6);
  });
});

describe('the password of a job', () => {
  const password = 'secret-7';
  const operations = [creation({ privacy: 2 })];
  const press = newJobPress('p', operations, { password });

  it('is stored in memory only, before the job', async () => {
    const opened = await open();
    const order: string[] = [];
    const { set: setLocal } = local;
    const { set: setSession } = session;
    vi.spyOn(local, 'set').mockImplementation((values: Record<string, unknown>) => {
      order.push('job');
      return setLocal.call(local, values);
    });
    vi.spyOn(session, 'set').mockImplementation((values: Record<string, unknown>) => {
      order.push('password');
      return setSession.call(session, values);
    });
    await opened.press(press);
    expect(order).toEqual(['password', 'job']);
    expect(JSON.stringify(await local.get())).not.toContain(password);
    expect(await opened.storage.password('p')).toBe(password);
  });

  it('is removed with the job', async () => {
    const { answer, press: pressOn } = await open();
    await pressOn(press);
    await answer('p-0', { value: sampleReport('9') });
    expect(await session.get()).toEqual({});
  });

  it('stops its queued job if the browser has lost the password', async () => {
    const opened = await open();
    await opened.press(press);
    await session.clear();
    const again = await open();
    await again.storage.stopWithoutPassword();
    await again.settled();
    expect(again.operations('p')).toMatchObject([
      { status: { name: 'needsAttention', reason: 'password' } },
    ]);
  });
});

describe('the stored backoff', () => {
  it('has neither the message of the service nor ids of operations', async () => {
    const { answer, shell, storage, add } = await open();
    await add('s', [creation()]);
    const failure = { ...FAILURES['429'], message: 'Ann has sent too much.' };
    await answer('s-0', { failure });
    await storage.backoffStored();
    expect(await backoffItem('a').read()).toMatchObject({
      failure: FAILURES['429'],
      count: 1,
      operationIds: [],
    });
    expect(shell.state().service.backoff).toMatchObject({ failure, operationIds: ['s-0'] });
    expect((await open()).shell.state().service.backoff).toMatchObject({ count: 1 });
    shell.dispatch({ type: 'readEnded', operationId: null, failure: FAILURES['401'] });
    await storage.backoffStored();
    expect(await backoffItem('a').read()).toMatchObject({ kind: 'needsPerson' });
  });

  it('is ignored if release 1.0.0 has stored it', async () => {
    const [, former] =
      Object.entries(release.local).find(([key]) => key.endsWith('/backoff')) ?? [];
    expect(former).toMatchObject({ until: expect.any(String) });
    await local.set({ [`${CONNECTION}backoff`]: former });
    expect((await open()).shell.state().service.backoff).toBe(NO_BACKOFF);
  });

  it('is replaced by the published backoff, and an absent stored backoff means no backoff', async () => {
    const backoff = sampleBackoff(FAILURES['500'], { operationIds: ['s-0'], count: 3 });
    const backoffAfter = async () => {
      const { signal } = new AbortController();
      const shell = createJobsShell({
        clock: createClock(() => NOW),
        isOnline: () => true,
        signal,
        now: () => NOW,
      });
      const storage = createJobsStorage({
        connectionId: 'a',
        shell,
        keepAwake: (work) => work,
        signal,
      });
      await storage.load(async () => ({ recentOperations: [], backoff }));
      return activeBackoff(shell.state().service.backoff);
    };
    expect(await backoffAfter()).toBeNull();
    await backoffItem('a').write({ ...backoff, operationIds: [] });
    expect(await backoffAfter()).toEqual(backoff);
  });
});
