import { describe, expect, it, vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import { createQueueDisk, startQueue } from '../../../support/queue-worker';
import { sampleReport } from '../../../support/sample-report';

const url = 'https://host.example/new';
const draft = { url, privacy: 1 } as const;
const noSpace = new Error('No space left');
const refused: Failure = { code: 'refused', status: 418, message: null };

/** A queue whose first submission was refused, which the store could not be told. */
async function refuseUntold() {
  const disk = createQueueDisk();
  const started = startQueue(disk);
  const { queue, client, store } = started;
  const { write } = store;
  client.create.mockImplementationOnce(async () => {
    vi.spyOn(store, 'write').mockRejectedValueOnce(noSpace);
    return { failure: refused };
  });
  await expect(queue.create('a', draft, false)).resolves.toEqual({ failure: refused });
  expect(store.stored).toMatchObject([{ id: 'a', state: 'sending' }]);
  return { ...started, disk, write };
}

describe('what a store could not be told', () => {
  it('is told with the next submission', async () => {
    const { queue, client, store } = await refuseUntold();
    client.create.mockReturnValueOnce(new Promise(() => {}));
    void queue.create('b', draft, false);
    await vi.waitFor(() =>
      expect(store.stored).toMatchObject([
        { id: 'a', state: 'failed' },
        { id: 'b', state: 'sending' },
      ]),
    );
  });

  it('does not pass for the next one of its page after a restart', async () => {
    const { queue, client, disk } = await refuseUntold();
    const made = sampleReport('7', { url });
    client.create.mockResolvedValueOnce({ value: { ...made, extraFields: [] } });
    await expect(queue.create('b', draft, false)).resolves.toHaveProperty('value.report.id', '7');
    await queue.close();
    const again = startQueue(disk);
    again.client.list.mockResolvedValue({
      value: { reports: [made], unreadable: 0, total: null },
    });
    await again.queue.runDue();
    await again.queue.reconcile([made]);
    expect(again.store.stored).toMatchObject([{ id: 'a', state: 'failed' }]);
  });

  it('keeps no other from being stored that there is room for', async () => {
    const { queue, store, write } = await refuseUntold();
    vi.spyOn(store, 'write').mockImplementation(async (submissions, view) => {
      if (submissions.some(({ id }) => id === 'a')) throw noSpace;
      await write(submissions, view);
    });
    await expect(queue.create('b', draft, false)).resolves.toHaveProperty('value.state', 'created');
    expect(store.stored).toMatchObject([{ id: 'a', state: 'sending' }]);
  });

  it('is told no more once the submission is taken back', async () => {
    const { queue, store } = await refuseUntold();
    await queue.discard('a');
    await queue.create('b', draft, false);
    expect(store.stored).toEqual([]);
    expect(store.written.filter(({ id }) => id === 'a')).toHaveLength(1);
  });
});

it('a submission that is asked for again while it cannot be stored is sent once', async () => {
  const { queue, client, store } = startQueue();
  let fail = () => {};
  vi.spyOn(store, 'remove').mockImplementationOnce(
    () =>
      new Promise((_, reject) => {
        fail = () => reject(noSpace);
      }),
  );
  vi.spyOn(store, 'write').mockRejectedValueOnce(noSpace);
  const first = queue.create('a', draft, false);
  await vi.waitFor(() => expect(store.remove).toHaveBeenCalled());
  const second = queue.create('a', draft, false);
  fail();
  const failure: Failure = { code: 'not-stored' };
  await expect(Promise.all([first, second])).resolves.toEqual([{ failure }, { failure }]);
  await queue.runDue();
  expect(client.create).not.toHaveBeenCalled();
});
