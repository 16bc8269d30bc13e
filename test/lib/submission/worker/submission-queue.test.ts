import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import type { ReportDetails } from '@/lib/report/report';
import { holdAnswers } from '../../../support/held-answers';
import { createQueueDisk, startQueue } from '../../../support/queue-worker';
import { quiescence } from '../../../support/quiescence';
import { sampleDetails, sampleReport } from '../../../support/sample-report';
import { sampleSubmission } from '../../../support/sample-submission';

const url = 'https://host.example/new';
const draft = { url, privacy: 1 } as const;
const created = sampleReport('3', { url });
const refused: Failure = { code: 'refused', status: 418, message: null };

/** A queue whose requests are answered by hand. */
function startHeld(...[disk]: Parameters<typeof startQueue>) {
  const started = startQueue(disk);
  const creates = holdAnswers<Outcome<ReportDetails>>();
  started.client.create.mockImplementation(creates.call);
  const create = (id: string, path = id) =>
    started.queue.create(id, { url: `https://host.example/${path}`, privacy: 1 }, false);
  return { ...started, creates, create };
}

describe('a submission', () => {
  it('is stored with what is known of its page before the request goes out', async () => {
    const { queue, client, clock, store, knownIds } = startQueue();
    knownIds.mockResolvedValue(['9', '10', '2']);
    client.create.mockImplementation(async () => {
      const facts = { url, order: clock.now(), sends: 1, knownIds: ['9', '10', '2'] };
      expect(store.stored).toEqual([
        sampleSubmission('a', { state: 'sending' }, { ...facts, newestKnownId: '10' }),
      ]);
      return { failure: refused };
    });
    await queue.create('a', draft, false);
    expect(knownIds).toHaveBeenCalledExactlyOnceWith(url);
    expect(client.create).toHaveBeenCalledTimes(1);
  });

  it('goes out though it cannot be told what was known of its page', async () => {
    const { queue, knownIds } = startQueue();
    knownIds.mockRejectedValue(new Error('No answer'));
    await expect(queue.create('a', draft, false)).resolves.toHaveProperty('value.report.id', '3');
  });

  it('is removed and told of once it has succeeded', async () => {
    const { queue, client, controller, store, onAccepted, onDrained } = startQueue();
    const creating = queue.create('a', draft, false);
    await expect(creating).resolves.toStrictEqual({ value: { state: 'created', report: created } });
    expect(client.create).toHaveBeenCalledExactlyOnceWith(draft, controller.signal);
    expect(client.list).not.toHaveBeenCalled();
    const told = { id: 'a', url, privacy: 1, isPrivateWindow: false, state: 'sending' };
    expect(onAccepted).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(told), created);
    expect(store.stored).toEqual([]);
    expect(store.view.stored).toMatchObject({ shown: [], count: 0, pause: null });
    await queue.runDue();
    expect(onDrained).toHaveBeenCalledExactlyOnceWith(false);
  });

  it('leaves the others as they are', async () => {
    const kept = [
      sampleSubmission('b', { state: 'failed', failure: refused }),
      sampleSubmission('c', { state: 'needs-attention', reason: 'unconfirmed', failure: refused }),
      sampleSubmission('d', { state: 'needs-attention', reason: 'password' }),
    ];
    const { queue, store, wakeIn } = startQueue(createQueueDisk(...kept));
    await queue.create('a', draft, false);
    await wakeIn(3600_000);
    expect(store.stored).toEqual(kept);
    expect(store.written.every(({ id }) => id === 'a')).toBe(true);
  });
});

describe('submissions at the same time', () => {
  it('go out two at once, in the order in which they were asked for', async () => {
    const { create, creates, sentUrls, states } = startHeld();
    const all = ['a', 'b', 'c', 'd'].map((id) => create(id));
    await creates.asked(2);
    await quiescence();
    expect(creates.count).toBe(2);
    expect(states()).toEqual({ a: 'sending', b: 'sending', c: 'waiting', d: 'waiting' });
    creates.answer(1, { value: sampleDetails('5') });
    await creates.asked(3);
    creates.answer(0, { failure: refused });
    await creates.asked(4);
    creates.answer(2, { value: sampleDetails('6') });
    creates.answer(3, { value: sampleDetails('7') });
    await Promise.all(all);
    const paths = ['a', 'b', 'c', 'd'];
    expect(sentUrls()).toEqual(paths.map((path) => `https://host.example/${path}`));
    expect(states()).toEqual({ a: 'failed' });
  });

  it('of one page know what the earlier have become', async () => {
    const { create, creates, store } = startHeld();
    const first = create('a', 'page');
    const second = create('b', 'page');
    await creates.asked(1);
    creates.answer(0, { value: sampleDetails('3') });
    await creates.asked(2);
    expect(store.stored).toMatchObject([{ id: 'b', newestKnownId: '3' }]);
    creates.answer(1, { failure: refused });
    await Promise.all([first, second]);
  });

  it('read the list again once, when all are done', async () => {
    const { create, creates, onDrained, queue } = startHeld();
    const all = ['a', 'b', 'c'].map((id) => create(id));
    await creates.asked(2);
    creates.answer(0, { value: sampleDetails('4') });
    await creates.asked(3);
    creates.answer(1, { value: sampleDetails('5') });
    await quiescence();
    expect(onDrained).not.toHaveBeenCalled();
    creates.answer(2, { value: sampleDetails('6') });
    await Promise.all(all);
    await queue.runDue();
    expect(onDrained).toHaveBeenCalledTimes(1);
  });
});
