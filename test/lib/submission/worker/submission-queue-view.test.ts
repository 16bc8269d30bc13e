import { describe, expect, it, vi } from 'vitest';
import { createQueueDisk, startQueue } from '../../../support/queue-worker';

const draft = { url: 'https://host.example/new', privacy: 1 } as const;
const noSpace = new Error('No space left');

describe('what pages see of the queue', () => {
  const shown = { shown: [], count: 1, pause: null, newestId: '7' };

  it('is written at the start where it is not so any more, and otherwise left alone', async () => {
    const stale = createQueueDisk();
    await stale.store.view.write(shown);
    await startQueue(stale).queue.runDue();
    await vi.waitFor(() => expect(stale.store.view.stored).toMatchObject({ ...shown, count: 0 }));

    const right = createQueueDisk();
    await right.store.view.write({ ...shown, count: 0 });
    const { queue } = startQueue(right);
    await queue.runDue();
    await queue.close();
    expect(right.store.view.written).toHaveLength(1);
  });

  it('has the highest id before a submission goes, and afterwards where there was no room', async () => {
    const { queue, store } = startQueue();
    const seen: unknown[] = [];
    vi.spyOn(store, 'remove').mockImplementation(async () => {
      seen.push(store.view.stored?.newestId);
    });
    await queue.create('a', draft, false);
    expect(seen).toEqual(['3']);

    const full = startQueue();
    vi.spyOn(full.store.finished, 'write').mockImplementationOnce(async () => {
      vi.spyOn(full.store.view, 'write').mockRejectedValueOnce(noSpace);
    });
    await full.queue.create('a', draft, false);
    await vi.waitFor(() =>
      expect(full.store.view.stored).toMatchObject({ newestId: '3', count: 0 }),
    );
    expect(full.store.stored).toEqual([]);
  });
});
