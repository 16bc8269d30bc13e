import { describe, expect, it, vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import type { ReportDetails, ReportList } from '@/lib/report/report';
import { listOf } from '../../../support/fake-client';
import { holdAnswers } from '../../../support/held-answers';
import { createQueueDisk, startQueue } from '../../../support/queue-worker';
import { quiescence } from '../../../support/quiescence';
import { sampleDetails, sampleReport } from '../../../support/sample-report';
import { sampleSubmission } from '../../../support/sample-submission';

const url = 'https://host.example/new';
const draft = { url, privacy: 1 } as const;
const failure: Failure = { code: 'unreachable' };
const interrupted = { failure: { code: 'interrupted' } };

describe('the wake-up', () => {
  it('is planned before anything is stored, should the browser stop the worker then', async () => {
    const { queue, clock, store, wakeBy } = startQueue();
    const planned: number[] = [];
    const write = vi.spyOn(store, 'write').mockImplementation(async () => {
      planned.push(wakeBy.mock.calls.length);
    });
    await queue.create('a', { ...draft, privacy: 2, password: 'hunter2' }, false);
    expect(write).toHaveBeenCalled();
    expect(planned[0]).toBe(1);
    expect(wakeBy).toHaveBeenCalledExactlyOnceWith(clock.now() + 90_000);
  });

  it('is planned before a submission is stored that is to be sent again', async () => {
    const failed = sampleSubmission('a', { state: 'failed', failure });
    const { queue, clock, store, wakeBy } = startQueue(createQueueDisk(failed));
    const planned: number[] = [];
    vi.spyOn(store, 'write').mockImplementation(async () => {
      planned.push(wakeBy.mock.calls.length);
    });
    await queue.retry('a');
    expect(planned[0]).toBe(1);
    expect(wakeBy).toHaveBeenCalledWith(clock.now() + 90_000);
  });

  it('is 90 seconds ahead while a request is under way', async () => {
    const { queue, client, clock } = startQueue();
    const creates = holdAnswers<Outcome<ReportDetails>>();
    client.create.mockImplementation(creates.call);
    const creating = queue.create('a', draft, false);
    await creates.asked(1);
    clock.pass(60_000);
    await expect(queue.nextDue()).resolves.toBe(clock.now() + 90_000);
    creates.answer(0, { value: sampleDetails('3') });
    await creating;
  });

  it('is not planned when there is nothing to do', async () => {
    const { queue } = startQueue();
    await expect(queue.nextDue()).resolves.toBeNull();
    await queue.create('a', draft, false);
    await queue.runDue();
    await expect(queue.nextDue()).resolves.toBeNull();
  });

  it('is not planned for what has to wait for a person', async () => {
    const kept = [
      sampleSubmission('a', { state: 'failed', failure }),
      sampleSubmission('b', { state: 'needs-attention', reason: 'unconfirmed', failure }),
      sampleSubmission('c', { state: 'needs-attention', reason: 'password' }),
    ];
    const { queue } = startQueue(createQueueDisk(...kept));
    await expect(queue.nextDue()).resolves.toBeNull();
  });

  it('is now for what the last worker has left', async () => {
    for (const state of ['waiting', 'sending'] as const) {
      const { queue, clock } = startQueue(createQueueDisk(sampleSubmission('a', { state })));
      await expect(queue.nextDue()).resolves.toBe(clock.now());
    }
  });

  it('is for the first of several searches', async () => {
    const checking = (id: string, nextAt: string) =>
      sampleSubmission(id, { state: 'checking', checks: 1, nextAt, failure });
    const { queue } = startQueue(
      createQueueDisk(
        checking('a', '2026-11-02T12:00:30.000Z'),
        checking('b', '2026-11-02T12:00:15.000Z'),
      ),
    );
    await expect(queue.nextDue()).resolves.toBe(Date.parse('2026-11-02T12:00:15.000Z'));
  });

  it('comes at once for times beyond any plan, which a clock that was set back leaves', async () => {
    const nextAt = '2026-11-02T14:00:00.000Z';
    const lost = sampleSubmission('a', { state: 'checking', checks: 1, nextAt, failure }, { url });
    const { queue, client, clock, store } = startQueue(createQueueDisk(lost));
    await expect(queue.nextDue()).resolves.toBe(clock.now());
    client.list.mockResolvedValue({ value: listOf(sampleReport('3', { url })) });
    await queue.runDue();
    expect(store.stored).toEqual([]);
  });

  it('does all that is due, and resolves when it has ended', async () => {
    const waiting = ['a', 'b', 'c'].map((id) => sampleSubmission(id));
    const { queue, client, states } = startQueue(createQueueDisk(...waiting));
    const creates = holdAnswers<Outcome<ReportDetails>>();
    client.create.mockImplementation(creates.call);
    const ended = vi.fn();
    const running = Promise.all([queue.runDue(), queue.runDue()]).then(ended);
    await creates.asked(2);
    creates.answer(0, { value: sampleDetails('3') });
    creates.answer(1, { value: sampleDetails('4') });
    await creates.asked(3);
    await quiescence();
    expect(ended).not.toHaveBeenCalled();
    creates.answer(2, { value: sampleDetails('5') });
    await running;
    expect(states()).toEqual({});
  });
});

describe('closing the queue', () => {
  it('answers those who wait, and stores nothing of a late answer', async () => {
    const { queue, client, controller, store, onAccepted, onDrained } = startQueue();
    const creates = holdAnswers<Outcome<ReportDetails>>();
    client.create.mockImplementation(creates.call);
    const asked = ['a', 'b', 'c'].map((id) =>
      queue.create(id, { url: `https://host.example/${id}`, privacy: 1 }, false),
    );
    await creates.asked(2);
    const running = queue.runDue();
    await quiescence();
    const before = [store.stored, store.view.written.length];
    controller.abort();
    await queue.close();
    await expect(Promise.all(asked)).resolves.toEqual(asked.map(() => interrupted));
    creates.answer(0, { value: sampleDetails('3') });
    creates.answer(1, { failure });
    await running;
    await quiescence();
    expect([store.stored, store.view.written.length]).toEqual(before);
    expect(store.finished.written).toEqual([]);
    expect(onAccepted).not.toHaveBeenCalled();
    expect(onDrained).not.toHaveBeenCalled();
    expect(creates.count).toBe(2);
    expect(client.list).not.toHaveBeenCalled();
  });

  it('stores nothing of a late list', async () => {
    const kept = sampleSubmission('a', { state: 'sending' }, { url });
    const { queue, client, controller, store } = startQueue(createQueueDisk(kept));
    const lists = holdAnswers<Outcome<ReportList>>();
    client.list.mockImplementation(lists.call);
    const running = queue.runDue();
    await lists.asked(1);
    controller.abort();
    await queue.close();
    const found = sampleReport('3', { url });
    lists.answer(0, { value: listOf(found) });
    await queue.reconcile([found], false);
    await running;
    expect(store.stored).toEqual([kept]);
    expect(lists.count).toBe(1);
  });

  it('waits for the write that is under way', async () => {
    const { queue, controller, store } = startQueue();
    const writes = holdAnswers<void>();
    vi.spyOn(store, 'write').mockImplementation(writes.call);
    void queue.create('a', draft, false);
    await writes.asked(1);
    controller.abort();
    const closed = vi.fn();
    const closing = queue.close().then(closed);
    await quiescence();
    expect(closed).not.toHaveBeenCalled();
    writes.answer(0, undefined);
    await closing;
  });

  it('lets nothing be sent or stored any more, and says so', async () => {
    const { queue, client, controller, store } = startQueue();
    controller.abort();
    await queue.close();
    await expect(queue.create('a', draft, false)).resolves.toEqual(interrupted);
    await queue.reconcile([sampleReport('3', { url })], false);
    await queue.runDue();
    expect(client.create).not.toHaveBeenCalled();
    expect(store.stored).toEqual([]);
    expect(store.view.written).toEqual([]);
  });
});
