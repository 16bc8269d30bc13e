import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import type { ReportDetails } from '@/lib/report/report';
import type { Submission } from '@/lib/submission/submission';
import { holdAnswers } from '../../../support/held-answers';
import { createQueueDisk, startQueue } from '../../../support/queue-worker';
import { quiescence } from '../../../support/quiescence';
import { sampleDetails } from '../../../support/sample-report';
import { type SubmissionState, sampleSubmission } from '../../../support/sample-submission';

const url = 'https://host.example/new';
const draft = { url, privacy: 1 } as const;
const failure: Failure = { code: 'unreachable' };
const nextAt = '2026-11-02T12:05:00.000Z';
const interrupted = { failure: { code: 'interrupted' } };

const checking: SubmissionState = { state: 'checking', checks: 1, nextAt, failure };
const failed: SubmissionState = { state: 'failed', failure };
const unconfirmed: SubmissionState = { state: 'needs-attention', reason: 'unconfirmed', failure };
const withoutPassword: SubmissionState = { state: 'needs-attention', reason: 'password' };

/** A queue that sends two requests whose answers are held back. */
async function startBusy() {
  const started = startQueue();
  const creates = holdAnswers<Outcome<ReportDetails>>();
  started.client.create.mockImplementation(creates.call);
  const answers = ['a', 'b'].map((id) =>
    started.queue.create(id, { url: `https://host.example/${id}`, privacy: 1 }, false),
  );
  await creates.asked(2);
  return { ...started, creates, answers };
}

describe('discarding', () => {
  it.each([failed, unconfirmed, withoutPassword, checking])(
    'takes out one that is %j, with its password, and leaves the others',
    async (state) => {
      const other = sampleSubmission('b', failed);
      const disk = createQueueDisk(sampleSubmission('a', state, { privacy: 2 }), other);
      await disk.store.passwords.write(
        new Map([
          ['a', 'hunter2'],
          ['b', 'other'],
        ]),
      );
      const { queue, client, store } = startQueue(disk);
      await expect(queue.discard('a')).resolves.toBe(true);
      expect(store.stored).toEqual([other]);
      expect(store.view.stored).toMatchObject({ shown: [{ id: 'b' }], count: 1 });
      expect([...store.passwords.stored.keys()]).toEqual(['b']);
      await queue.runDue();
      expect(client.create).not.toHaveBeenCalled();
      expect(client.list).not.toHaveBeenCalled();
      await expect(queue.nextDue()).resolves.toBeNull();
    },
  );

  it('takes out one that waits, and tells who asked for it', async () => {
    const { queue, creates, answers, states } = await startBusy();
    const waiting = queue.create('c', draft, false);
    await quiescence();
    await expect(queue.discard('c')).resolves.toBe(true);
    await expect(waiting).resolves.toEqual(interrupted);
    creates.answer(0, { value: sampleDetails('3') });
    creates.answer(1, { value: sampleDetails('4') });
    await Promise.all(answers);
    await queue.runDue();
    expect(creates.count).toBe(2);
    expect(states()).toEqual({});
  });

  it('takes out one that is being searched for, and leaves it out', async () => {
    const { queue, client, store } = startQueue();
    client.create.mockResolvedValue({ failure });
    const lists = holdAnswers<never>();
    client.list.mockImplementation(lists.call);
    const creating = queue.create('a', draft, false);
    await lists.asked(1);
    await expect(queue.discard('a')).resolves.toBe(true);
    await expect(creating).resolves.toEqual(interrupted);
    lists.answer(0, { failure } as never);
    await queue.runDue();
    expect(store.stored).toEqual([]);
    expect(store.view.stored).toMatchObject({ shown: [], count: 0 });
  });

  it('comes too late for one whose request is out', async () => {
    const { queue, creates, answers, states } = await startBusy();
    await expect(queue.discard('a')).resolves.toBe(false);
    expect(states()).toEqual({ a: 'sending', b: 'sending' });
    creates.answer(0, { value: sampleDetails('3') });
    creates.answer(1, { value: sampleDetails('4') });
    await expect(answers[0]).resolves.toHaveProperty('value.report.id', '3');
  });

  it('of one that is not there does no harm', async () => {
    const kept = sampleSubmission('a', failed);
    const { queue, store } = startQueue(createQueueDisk(kept));
    await expect(queue.discard('none')).resolves.toBe(true);
    expect(store.stored).toEqual([kept]);
  });
});

describe('sending again', () => {
  it.each([failed, unconfirmed])('one that is %j sends it anew, once', async (state) => {
    const kept = sampleSubmission('a', state, { sends: 4 });
    const { queue, client, knownIds, store, onAccepted } = startQueue(createQueueDisk(kept));
    knownIds.mockResolvedValue(['9']);
    client.create.mockImplementation(async () => {
      expect(store.stored).toMatchObject([{ state: 'sending', sends: 1, newestKnownId: '9' }]);
      return { value: sampleDetails('10') };
    });
    await Promise.all([queue.retry('a'), queue.retry('a')]);
    await queue.runDue();
    expect(client.create).toHaveBeenCalledTimes(1);
    expect(store.stored).toEqual([]);
    expect(onAccepted).toHaveBeenCalledTimes(1);
  });

  it('one that lacks its password sends it with the one that is given', async () => {
    const kept = sampleSubmission('a', withoutPassword, { privacy: 2 });
    const { queue, client, controller, store } = startQueue(createQueueDisk(kept));
    await queue.retry('a');
    await queue.runDue();
    expect(store.stored).toMatchObject([withoutPassword]);
    await queue.retry('a', 'hunter2');
    await queue.runDue();
    const sent = { url: kept.url, privacy: 2, password: 'hunter2' };
    expect(client.create).toHaveBeenCalledExactlyOnceWith(sent, controller.signal);
    expect(store.stored).toEqual([]);
    expect(store.passwords.stored.size).toBe(0);
    expect(JSON.stringify(store.written)).not.toContain('hunter2');
  });

  it('keeps the password that was refused for the next time', async () => {
    const { queue, client } = startQueue();
    client.create.mockResolvedValueOnce({
      failure: { code: 'refused', status: 418, message: null },
    });
    await queue.create('a', { url, privacy: 2, password: 'hunter2' }, false);
    await queue.retry('a');
    await queue.runDue();
    expect(client.create.mock.lastCall?.[0]).toEqual({ url, privacy: 2, password: 'hunter2' });
  });

  it.each<Submission>([sampleSubmission('a', checking)])(
    'leaves alone what goes on by itself: %j',
    async (kept) => {
      const { queue, client, store } = startQueue(createQueueDisk(kept));
      await queue.retry('a');
      await queue.retry('none');
      await queue.runDue();
      expect(client.create).not.toHaveBeenCalled();
      expect(store.stored).toEqual([kept]);
    },
  );

  it('leaves alone what waits, and what is being sent', async () => {
    const { queue, creates, answers, states } = await startBusy();
    void queue.create('c', draft, false);
    await quiescence();
    for (const id of ['a', 'c']) await queue.retry(id);
    expect(states()).toEqual({ a: 'sending', b: 'sending', c: 'waiting' });
    creates.answer(0, { value: sampleDetails('3') });
    await creates.asked(3);
    creates.answer(1, { value: sampleDetails('4') });
    creates.answer(2, { value: sampleDetails('5') });
    await Promise.all(answers);
    await queue.runDue();
    expect(creates.count).toBe(3);
  });

  it('waits while the service wants no requests', async () => {
    const { queue, client, states } = startQueue(createQueueDisk(sampleSubmission('a', failed)));
    const crowded: Failure = { code: 'tooManyRequests', retryAt: null, message: null };
    client.create.mockResolvedValue({ failure: crowded });
    await queue.create('b', draft, false);
    await queue.retry('a');
    await queue.runDue();
    expect(client.create).toHaveBeenCalledTimes(1);
    expect(states()).toEqual({ a: 'waiting', b: 'waiting' });
  });
});
