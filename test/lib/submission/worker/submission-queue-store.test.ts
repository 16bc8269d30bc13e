import { describe, expect, it, vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { Submission } from '@/lib/submission/submission';
import { listOf } from '../../../support/fake-client';
import { createQueueDisk, type StartedQueue, startQueue } from '../../../support/queue-worker';
import { sampleReport } from '../../../support/sample-report';
import { sampleSubmission } from '../../../support/sample-submission';

const url = 'https://host.example/new';
const draft = { url, privacy: 1 } as const;
const secret = { url, privacy: 2, password: 'hunter2' } as const;
const created = sampleReport('3', { url });
const notStored: Failure = { code: 'notStored' };
const noSpace = new Error('No space left');
const refused: Failure = { code: 'refused', status: 418, message: null };

describe('a password', () => {
  it.each<[string, (started: StartedQueue) => void]>([
    ['has succeeded', () => {}],
    [
      'was found',
      ({ client }) => {
        client.create.mockResolvedValue({ failure: { code: 'unreachable' } });
        client.list.mockResolvedValue({ value: listOf({ ...created, privacy: 2 }) });
      },
    ],
    [
      'was accepted without a word',
      ({ client }) => client.create.mockResolvedValue({ value: null }),
    ],
    ['could not be stored', ({ store }) => vi.spyOn(store, 'write').mockRejectedValue(noSpace)],
  ])('is in memory alone, and gone once the submission %s', async (_, prepare) => {
    const started = startQueue();
    const { queue, store } = started;
    prepare(started);
    await queue.create('a', secret, false);
    for (let due = await queue.nextDue(); due !== null; due = await queue.nextDue()) {
      await started.wakeIn(due - started.clock.now());
    }
    expect(store.stored).toEqual([]);
    expect(store.passwords.stored.size).toBe(0);
    expect(store.passwords.written).toEqual([['a']]);
    const stored = [store.written, store.view.written, store.finished.written];
    expect(JSON.stringify(stored)).not.toMatch(/hunter2|"password"/);
  });

  it('is sent though the browser’s memory has no space for it', async () => {
    const { queue, client, store } = startQueue();
    vi.spyOn(store.passwords, 'write').mockRejectedValue(noSpace);
    await queue.create('a', secret, false);
    expect(client.create.mock.lastCall?.[0]).toEqual(secret);
  });
});

describe('a store that is full', () => {
  it('learns of a refusal with the next submission, so that no worker looks for it', async () => {
    const { queue, client, store } = startQueue();
    client.create.mockResolvedValueOnce({ failure: refused });
    const { write } = store;
    let failures = 1;
    vi.spyOn(store, 'write').mockImplementation(async (submissions, view) => {
      const isRefusal = submissions.some(({ state }) => state === 'failed');
      if (isRefusal && failures-- > 0) throw noSpace;
      return write(submissions, view);
    });
    await queue.create('a', draft, false);
    expect(store.stored).toMatchObject([{ id: 'a', state: 'sending' }]);
    await queue.create('b', { url, privacy: 0 }, false);
    expect(store.stored).toMatchObject([{ id: 'a', state: 'failed' }]);
  });

  it('takes no new submission, and nothing of it is sent', async () => {
    const kept = sampleSubmission('z', { state: 'failed', failure: refused });
    const { queue, client, store } = startQueue(createQueueDisk(kept));
    vi.spyOn(store, 'write').mockRejectedValueOnce(noSpace);
    await expect(queue.create('a', draft, false)).resolves.toEqual({ failure: notStored });
    await queue.runDue();
    expect(client.create).not.toHaveBeenCalled();
    expect(store.stored).toEqual([kept]);
    await expect(queue.nextDue()).resolves.toBeNull();
    await expect(queue.create('a', draft, false)).resolves.toHaveProperty('value.report.id', '3');
  });

  it('keeps what is stored, sends nothing of it, and is tried again at growing pauses', async () => {
    const kept = sampleSubmission('a');
    const { queue, client, clock, store, wakeIn } = startQueue(createQueueDisk(kept));
    const write = vi.spyOn(store, 'write').mockRejectedValue(noSpace);
    await expect(queue.create('a', draft, false)).resolves.toEqual({
      value: { state: 'queued', failure: notStored },
    });
    const waits: number[] = [];
    while (waits.length < 4) {
      const wait = ((await queue.nextDue()) ?? 0) - clock.now();
      waits.push(wait / 1000);
      await wakeIn(wait);
    }
    expect(waits).toEqual([5, 10, 20, 40]);
    expect(client.create).not.toHaveBeenCalled();
    expect(client.list).not.toHaveBeenCalled();
    expect(store.stored).toEqual([kept]);
    write.mockRestore();
    await wakeIn(300_000);
    expect(client.create).toHaveBeenCalledTimes(1);
    expect(store.stored).toEqual([]);
  });

  it('is not said to have space because a list was read', async () => {
    const { queue, client, store } = startQueue(createQueueDisk(sampleSubmission('a')));
    vi.spyOn(store, 'write').mockRejectedValueOnce(noSpace);
    await queue.runDue();
    await queue.reconcile([], false);
    await queue.backOnline();
    await queue.runDue();
    expect(client.create).not.toHaveBeenCalled();
    await queue.retryNow();
    await queue.runDue();
    expect(client.create).toHaveBeenCalledTimes(1);
  });

  it('costs no answer: what is refused is told, and what is made is made once', async () => {
    const { queue, client, store, disk, stop } = startQueue();
    vi.spyOn(store, 'write').mockImplementation(async (submissions) => {
      const isSent = ({ state }: Submission) => state === 'waiting' || state === 'sending';
      if (!submissions.every(isSent)) throw noSpace;
    });
    client.create.mockResolvedValueOnce({ failure: refused });
    await expect(queue.create('a', draft, false)).resolves.toEqual({ failure: refused });
    vi.spyOn(store, 'remove').mockRejectedValue(noSpace);
    const made = { value: { state: 'created', report: created } };
    await expect(queue.create('b', draft, false)).resolves.toEqual(made);
    await stop();
    vi.restoreAllMocks();
    const next = startQueue(disk);
    await expect(next.queue.create('b', draft, false)).resolves.toEqual(made);
    expect(next.client.create).not.toHaveBeenCalled();
  });

  it('lets a search go on that cannot be written down', async () => {
    const { queue, client, store, wakeIn } = startQueue();
    client.create.mockImplementation(async () => {
      vi.spyOn(store, 'write').mockRejectedValue(noSpace);
      return { failure: { code: 'unreachable' } };
    });
    await queue.create('a', draft, false);
    expect(store.stored).toMatchObject([{ state: 'sending' }]);
    client.list.mockResolvedValue({ value: listOf(created) });
    await wakeIn(5_000);
    expect(store.stored).toEqual([]);
    expect(client.create).toHaveBeenCalledTimes(1);
  });

  it('that takes nothing out leads to nothing made twice', async () => {
    const { queue, store, disk, stop } = startQueue();
    vi.spyOn(store, 'remove').mockRejectedValue(noSpace);
    vi.spyOn(store.finished, 'write').mockRejectedValue(noSpace);
    await expect(queue.create('a', draft, false)).resolves.toHaveProperty('value.report.id', '3');
    await stop();
    vi.restoreAllMocks();
    const next = startQueue(disk);
    next.client.list.mockResolvedValue({ value: listOf(created) });
    await next.queue.runDue();
    expect(next.client.create).not.toHaveBeenCalled();
    expect(next.store.stored).toEqual([]);
  });
});

describe('a store that cannot be read', () => {
  it('takes no submission, sends nothing, and is read again with the next', async () => {
    const { queue, client, store } = startQueue(createQueueDisk(sampleSubmission('z')));
    const readAll = vi.spyOn(store, 'readAll').mockRejectedValue(new Error('Cannot read'));
    await expect(queue.create('a', draft, false)).resolves.toEqual({ failure: notStored });
    await expect(queue.runDue()).rejects.toThrow('Cannot read');
    await expect(queue.reconcile([created], false)).resolves.toBeUndefined();
    expect(client.create).not.toHaveBeenCalled();
    readAll.mockRestore();
    await expect(queue.create('a', draft, false)).resolves.toHaveProperty('value.report.id', '3');
    expect(client.create).toHaveBeenCalledTimes(2);
  });
});
