import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import type { ReportDetails } from '@/lib/report/report';
import type { Submission } from '@/lib/submission/submission';
import { listOf } from '../../../support/fake-client';
import { holdAnswers } from '../../../support/held-answers';
import { createQueueDisk, serveList, startQueue } from '../../../support/queue-worker';
import { sampleDetails, sampleReport } from '../../../support/sample-report';
import { sampleSubmission } from '../../../support/sample-submission';

const url = 'https://host.example/new';
const draft = { url, privacy: 1 } as const;
const created = sampleReport('3', { url });
const made = { value: { state: 'created', report: created } };
const failure: Failure = { code: 'unreachable' };
const refused: Failure = { code: 'refused', status: 418, message: null };

describe('asking again with the same id', () => {
  it('joins what is under way, and sends nothing', async () => {
    const { queue, client } = startQueue();
    const creates = holdAnswers<Outcome<ReportDetails>>();
    client.create.mockImplementation(creates.call);
    const asked = [1, 2, 3].map(() => queue.create('a', draft, false));
    await creates.asked(1);
    asked.push(queue.create('a', draft, false));
    creates.answer(0, { value: sampleDetails('3', { url }) });
    await expect(Promise.all(asked)).resolves.toMatchObject(asked.map(() => made));
    expect(creates.count).toBe(1);
  });

  it.each<[Submission, Outcome<unknown>]>([
    [sampleSubmission('a', { state: 'failed', failure: refused }), { failure: refused }],
    [
      sampleSubmission('a', { state: 'needs-attention', reason: 'unconfirmed', failure }),
      { failure },
    ],
    [
      sampleSubmission('a', { state: 'needs-attention', reason: 'password' }),
      { failure: { code: 'interrupted' } },
    ],
  ])('tells how it stands where it is %j', async (kept, outcome) => {
    const { queue, client, store } = startQueue(createQueueDisk(kept));
    await expect(queue.create('a', draft, false)).resolves.toEqual(outcome);
    expect(client.create).not.toHaveBeenCalled();
    expect(store.stored).toEqual([kept]);
  });

  it.each([
    [false, created],
    [true, null],
  ])(
    'of what is done, private window or not: %j, makes nothing twice',
    async (isPrivate, report) => {
      const { queue, client } = startQueue();
      await queue.create('a', draft, isPrivate);
      await expect(queue.create('a', draft, isPrivate)).resolves.toEqual({
        value: { state: 'created', report },
      });
      expect(client.create).toHaveBeenCalledTimes(1);
    },
  );

  it('of what is done makes nothing twice in the next worker either', async () => {
    const { queue, disk, stop } = startQueue();
    await queue.create('a', draft, false);
    await stop();
    const next = startQueue(disk);
    await expect(next.queue.create('a', draft, false)).resolves.toEqual(made);
    expect(next.client.create).not.toHaveBeenCalled();
  });

  it('is remembered of the latest 50 alone', async () => {
    const { queue, store } = startQueue();
    for (let index = 0; index < 52; index += 1) {
      await queue.create(`${index}`, { url: `https://host.example/${index}`, privacy: 1 }, false);
    }
    const ids = store.finished.stored?.map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: 50 }, (_, index) => `${index + 2}`));
  });

  it('after it was discarded is asking for a new one', async () => {
    const { queue, client } = startQueue();
    client.create.mockResolvedValueOnce({ failure: refused });
    await queue.create('a', draft, false);
    await queue.discard('a');
    await expect(queue.create('a', draft, false)).resolves.toEqual(made);
    expect(client.create).toHaveBeenCalledTimes(2);
  });
});

describe('a worker that was stopped', () => {
  async function startCutOff() {
    const first = startQueue();
    const creates = holdAnswers<never>();
    first.client.create.mockImplementation(creates.call);
    const draftThen = { url, privacy: 2, password: 'hunter2' } as const;
    void first.queue.create('a', draftThen, false);
    await creates.asked(1);
    await first.stop();
    return { ...startQueue(first.disk), draft: draftThen };
  }

  it('while a request was out is followed by one that searches, and sends nothing', async () => {
    const { queue, client, store, states } = await startCutOff();
    expect(states()).toEqual({ a: 'sending' });
    client.list.mockResolvedValue({ value: listOf({ ...created, privacy: 2 }) });
    await queue.runDue();
    expect(client.create).not.toHaveBeenCalled();
    expect(store.stored).toEqual([]);
  });

  it('is followed by one that the page can ask again', async () => {
    const started = await startCutOff();
    const report = { ...created, privacy: 2 as const };
    serveList(started, report);
    const asking = started.queue.create('a', started.draft, false);
    await expect(asking).resolves.toEqual({ value: { state: 'created', report } });
    expect(started.client.create).not.toHaveBeenCalled();
  });

  it('is followed by one that sends again in the end, with the password', async () => {
    const { queue, client, clock, wakeIn } = await startCutOff();
    const asking = queue.create('a', draft, false);
    const interrupted: Failure = { code: 'interrupted' };
    await expect(asking).resolves.toEqual({ value: { state: 'queued', failure: interrupted } });
    while (client.create.mock.calls.length === 0) {
      await wakeIn(((await queue.nextDue()) ?? 0) - clock.now());
    }
    expect(client.create.mock.lastCall?.[0]).toEqual({ url, privacy: 2, password: 'hunter2' });
  });

  it('between the two steps of taking one out that is done, is followed up', async () => {
    const sending = sampleSubmission('a', { state: 'sending' }, { url, privacy: 2, sends: 1 });
    const disk = createQueueDisk(sending);
    await disk.store.finished.write([{ id: 'a', reportId: '3', report: created }]);
    await disk.store.passwords.write(new Map([['a', 'hunter2']]));
    const { queue, client, store } = startQueue(disk);
    await queue.runDue();
    expect(store.stored).toEqual([]);
    expect(store.passwords.stored.size).toBe(0);
    expect(client.list).not.toHaveBeenCalled();
    expect(client.create).not.toHaveBeenCalled();
  });

  it('before it sent what waits is followed by one that does', async () => {
    const { queue, sentUrls, states } = startQueue(createQueueDisk(sampleSubmission('a')));
    await queue.runDue();
    expect(sentUrls()).toEqual(['https://host.example/a']);
    expect(states()).toEqual({});
  });
});

describe('a browser that was closed', () => {
  it('has forgotten the password, and needs the person', async () => {
    const { queue, client, isOnline, disk, store, stop } = startQueue();
    isOnline.mockReturnValue(false);
    await queue.create('a', { url, privacy: 2, password: 'hunter2' }, false);
    await queue.create('b', { url: 'https://host.example/b', privacy: 1 }, false);
    await stop();
    await store.forgetMemory();
    const next = startQueue(disk);
    await next.wakeIn(5_000);
    expect(client.create).not.toHaveBeenCalled();
    expect(next.sentUrls()).toEqual(['https://host.example/b']);
    expect(store.stored).toMatchObject([
      { id: 'a', sends: 0, state: 'needs-attention', reason: 'password' },
    ]);
    await expect(next.queue.nextDue()).resolves.toBeNull();
  });

  it('makes nothing twice of a request that was out', async () => {
    const sending = sampleSubmission('a', { state: 'sending' }, { url, sends: 1 });
    const started = startQueue(createQueueDisk(sending));
    serveList(started, created);
    await started.queue.runDue();
    expect(started.client.create).not.toHaveBeenCalled();
    expect(started.onAccepted).toHaveBeenCalledTimes(1);
  });
});
