import { describe, expect, it, vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { Submission } from '@/lib/submission/submission';
import { createQueueDisk, startQueue } from '../../../support/queue-worker';
import { sampleDetails, sampleReport } from '../../../support/sample-report';
import { sampleSubmission } from '../../../support/sample-submission';
import {
  draft,
  failure,
  lost,
  PAUSES,
  startUnanswered,
  url,
} from '../../../support/unanswered-queue';

const created = sampleReport('3', { url });

describe('a submission that no search finds', () => {
  it('is searched for at growing pauses, and sent again after the last', async () => {
    const { queue, client, store, clock, wakeIn } = startUnanswered();
    await queue.create('a', draft, false);
    for (const [index, pause] of PAUSES.entries()) {
      const planned = { checks: index + 1, nextAt: clock.in(pause), sends: 1 };
      expect(store.stored).toMatchObject([planned]);
      await expect(queue.nextDue()).resolves.toBe(clock.now() + pause);
      await wakeIn(pause - 1);
      expect(store.stored).toMatchObject([planned]);
      await wakeIn(1);
      expect(client.create).toHaveBeenCalledTimes(index === 3 ? 2 : 1);
    }
    expect(store.stored).toMatchObject([{ sends: 2, checks: 1, nextAt: clock.in(10_000) }]);
  });

  it('is sent four times at the most, and then needs a person', async () => {
    const { queue, client, store, clock, wakeIn } = startUnanswered();
    await queue.create('a', draft, false);
    const sentAt = [clock.now()];
    for (;;) {
      const due = await queue.nextDue();
      if (due === null) break;
      const before = client.create.mock.calls.length;
      await wakeIn(due - clock.now());
      if (client.create.mock.calls.length > before) sentAt.push(clock.now());
    }
    const waits = sentAt.slice(1).map((at, index) => (at - (sentAt[index] ?? 0)) / 1000);
    expect(waits).toEqual([120, 240, 480]);
    const unconfirmed = { state: 'needs-attention', reason: 'unconfirmed', failure };
    expect(store.stored).toMatchObject([{ id: 'a', sends: 4, ...unconfirmed }]);
    await wakeIn(3600_000);
    expect(client.create).toHaveBeenCalledTimes(4);
  });

  it('is done once any list shows it, though it needs a person', async () => {
    const unconfirmed = sampleSubmission(
      'a',
      { state: 'needs-attention', reason: 'unconfirmed', failure },
      { url },
    );
    const { queue, store, onAccepted } = startQueue(createQueueDisk(unconfirmed));
    await queue.reconcile([sampleReport('4'), created], false);
    expect(store.stored).toEqual([]);
    expect(onAccepted).toHaveBeenCalledExactlyOnceWith(unconfirmed, created);
  });

  it.each<Submission>([
    sampleSubmission('a', { state: 'failed', failure }, { url }),
    sampleSubmission('a', { state: 'needs-attention', reason: 'password' }, { url }),
    { ...lost('a'), privacy: 0 },
  ])('is not taken for done as %j', async (kept) => {
    const { queue, store } = startQueue(createQueueDisk(kept));
    await queue.reconcile([created], false);
    expect(store.stored).toEqual([kept]);
  });

  it('needs a person where the list is refused each time', async () => {
    const { queue, client, store, wakeIn } = startUnanswered();
    const refused: Failure = { code: 'refused', status: 418, message: null };
    client.list.mockResolvedValue({ failure: refused });
    await expect(queue.create('a', draft, false)).resolves.toEqual({
      value: { state: 'queued', failure },
    });
    expect(client.list).toHaveBeenCalledTimes(1);
    for (const pause of PAUSES) await wakeIn(pause);
    expect(store.stored).toMatchObject([
      { state: 'needs-attention', reason: 'unconfirmed', failure },
    ]);
    expect(client.list).toHaveBeenCalledTimes(5);
    expect(client.create).toHaveBeenCalledTimes(1);
  });
});

describe('a submission that waits behind one of its page', () => {
  it('is said to be kept, and goes out once that one is found', async () => {
    const started = startUnanswered();
    const { queue, client, sentUrls, states } = started;
    await queue.create('a', draft, false);
    client.create.mockResolvedValue({ value: sampleDetails('4', { url: `${url}#part` }) });
    const second = queue.create('b', { url: `${url}#part`, privacy: 1 }, false);
    await expect(second).resolves.toEqual({ value: { state: 'queued', failure } });
    expect(states()).toEqual({ a: 'checking', b: 'waiting' });
    await queue.reconcile([created], false);
    await queue.runDue();
    expect(sentUrls()).toEqual([url, `${url}#part`]);
    expect(states()).toEqual({});
  });

  it('goes out once a list shows that one', async () => {
    const { queue, client, sentUrls } = startUnanswered();
    await queue.create('a', draft, false);
    client.create.mockResolvedValue({ value: sampleDetails('4', { url: `${url}#part` }) });
    await queue.create('b', { url: `${url}#part`, privacy: 1 }, false);
    await queue.reconcile([created], false);
    await vi.waitFor(() => expect(sentUrls()).toEqual([url, `${url}#part`]), { interval: 1 });
  });

  it('goes out once that one is discarded', async () => {
    const { queue, client, sentUrls } = startUnanswered();
    await queue.create('a', draft, false);
    client.create.mockResolvedValue({ value: sampleDetails('4', { url: `${url}#part` }) });
    await queue.create('b', { url: `${url}#part`, privacy: 1 }, false);
    await expect(queue.discard('a')).resolves.toBe(true);
    await vi.waitFor(() => expect(sentUrls()).toEqual([url, `${url}#part`]), { interval: 1 });
  });
});
