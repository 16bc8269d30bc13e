import { describe, expect, it, vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import { createQueueDisk, type StartedQueue, startQueue } from '../../../support/queue-worker';
import { sampleSubmission } from '../../../support/sample-submission';

const url = 'https://host.example/new';
const draft = { url, privacy: 1 } as const;
const refused: Failure = { code: 'refused', status: 418, message: null };
const noSpace = new Error('No space left');

/** The ids and states that were told, in order. */
const told = ({ onAttention }: StartedQueue) =>
  onAttention.mock.calls.map(([{ id, state }]) => `${id}: ${state}`);

describe('that a submission needs attention', () => {
  it('is told once, with what was asked for, after it was stored', async () => {
    const started = startQueue();
    const { queue, client, store, onAttention } = started;
    client.create.mockResolvedValueOnce({ failure: refused });
    onAttention.mockImplementation(() => {
      expect(store.stored).toMatchObject([{ id: 'a', state: 'failed' }]);
    });
    await queue.create('a', draft, false);
    await queue.create('b', { ...draft, url: `${url}/2` }, false);
    await queue.create('a', draft, false);
    expect(told(started)).toEqual(['a: failed']);
    expect(onAttention.mock.lastCall?.[0]).toMatchObject({ url });
  });

  it('is not told of one that is created, waits or is looked for', async () => {
    const started = startQueue();
    const { queue, client } = started;
    await queue.create('a', draft, false);
    client.create.mockResolvedValueOnce({ failure: { code: 'unreachable' } });
    await queue.create('b', draft, false);
    client.create.mockResolvedValueOnce({ failure: { code: 'keyRefused', message: null } });
    await queue.create('c', { ...draft, privacy: 0 }, false);
    expect(Object.values(started.states())).not.toContain('failed');
    expect(told(started)).toEqual([]);
  });

  it('is told of one that lacks its password, and of one that no search has found', async () => {
    const started = startQueue(createQueueDisk(sampleSubmission('a', undefined, { privacy: 2 })));
    await started.queue.runDue();
    await vi.waitFor(() => expect(told(started)).toEqual(['a: needs-attention']));

    const lost = startQueue();
    lost.client.create.mockResolvedValue({ failure: { code: 'unreachable' } });
    await lost.queue.create('b', draft, false);
    for (let due = await lost.queue.nextDue(); due !== null; due = await lost.queue.nextDue()) {
      await lost.wakeIn(due - lost.clock.now());
    }
    expect(told(lost)).toEqual(['b: needs-attention']);
  });

  it('is told again when it is so again after a person’s word', async () => {
    const started = startQueue();
    const { queue, client } = started;
    client.create.mockResolvedValue({ failure: refused });
    await queue.create('a', draft, false);
    await queue.retry('a');
    await vi.waitFor(() => expect(told(started)).toEqual(['a: failed', 'a: failed']));
  });

  it('is not told by the next worker', async () => {
    const kept = sampleSubmission('a', { state: 'failed', failure: refused });
    const started = startQueue(createQueueDisk(kept));
    await started.queue.runDue();
    await started.queue.close();
    expect(told(started)).toEqual([]);
  });

  it('is told late where there was no room for it at first', async () => {
    const started = startQueue();
    const { queue, client, store } = started;
    client.create.mockResolvedValueOnce({ failure: refused });
    const { write } = store;
    let failures = 1;
    vi.spyOn(store, 'write').mockImplementation(async (submissions, view) => {
      const isRefusal = submissions.some(({ state }) => state === 'failed');
      if (isRefusal && failures-- > 0) throw noSpace;
      return write(submissions, view);
    });
    await queue.create('a', draft, false);
    expect(told(started)).toEqual([]);
    await queue.create('b', { url, privacy: 0 }, false);
    expect(told(started)).toEqual(['a: failed']);
  });
});

describe('that what pages see was written', () => {
  it('is told after each write, so that who reads then finds it', async () => {
    const { queue, client, store, onViewWritten } = startQueue();
    const counts: (number | undefined)[] = [];
    onViewWritten.mockImplementation(() => {
      counts.push(store.view.stored?.count);
    });
    await queue.create('a', draft, false);
    await vi.waitFor(() => expect(counts.at(-1)).toBe(0));
    expect(counts).toContain(1);
    client.create.mockResolvedValueOnce({ failure: refused });
    await queue.create('b', draft, false);
    expect(counts.at(-1)).toBe(1);
    await queue.discard('b');
    expect(counts.at(-1)).toBe(0);
  });

  it('is not told where it could not be', async () => {
    const { queue, store, onViewWritten } = startQueue();
    vi.spyOn(store, 'write').mockRejectedValue(noSpace);
    vi.spyOn(store, 'writeViews').mockRejectedValue(noSpace);
    await queue.create('a', draft, false);
    expect(onViewWritten).not.toHaveBeenCalled();
  });
});
