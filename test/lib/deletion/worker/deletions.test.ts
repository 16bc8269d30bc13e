import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import { startDeletions } from '../../../support/deletions-worker';
import { holdAnswers } from '../../../support/held-answers';
import { sampleReport } from '../../../support/sample-report';

const report = sampleReport('1');
const other = sampleReport('2');
const gone: Failure = { code: 'gone', what: 'report', message: 'Not found' };
const refused: Failure = { code: 'not-allowed', message: 'Read-only key' };

describe('a deletion', () => {
  it('is stored with its due time, and nothing is sent before that', async () => {
    const { deletions, client, clock, item } = startDeletions();
    const dueAt = clock.in(6_000);
    await deletions.schedule(report);
    expect(item.stored).toEqual([{ report, dueAt, state: 'waiting' }]);
    await expect(deletions.nextDue()).resolves.toBe(clock.now() + 6_000);
    clock.pass(5_999);
    await deletions.runDue();
    expect(client.remove).not.toHaveBeenCalled();
    expect(item.stored).toEqual([{ report, dueAt, state: 'waiting' }]);
  });

  it('is sent once when it is due, and then forgotten', async () => {
    const { deletions, client, clock, item, controller, onDeleted } = startDeletions();
    await deletions.schedule(report);
    clock.pass(6_000);
    await deletions.runDue();
    await deletions.runDue();
    expect(client.remove).toHaveBeenCalledExactlyOnceWith('1', controller.signal);
    expect(client.get).not.toHaveBeenCalled();
    expect(onDeleted).toHaveBeenCalledExactlyOnceWith(report);
    expect(item.stored).toEqual([]);
    await expect(deletions.nextDue()).resolves.toBeNull();
  });

  it('is stored as being sent before its request goes out', async () => {
    const { deletions, client, clock, item } = startDeletions();
    const states: unknown[] = [];
    client.remove.mockImplementation(async () => {
      states.push(item.stored?.map(({ state }) => state));
      return { value: null };
    });
    await deletions.schedule(report);
    clock.pass(6_000);
    await deletions.runDue();
    expect(states).toEqual([['sending']]);
  });

  it('takes the report from sight before it is forgotten itself', async () => {
    const { deletions, clock, item, onDeleted } = startDeletions();
    onDeleted.mockImplementation(async () => {
      expect(item.stored).toMatchObject([{ state: 'sending' }]);
    });
    await deletions.schedule(report);
    clock.pass(6_000);
    await deletions.runDue();
    expect(onDeleted).toHaveBeenCalledTimes(1);
  });

  it('has succeeded where the service no longer has the report', async () => {
    const { deletions, client, clock, item, onDeleted } = startDeletions();
    client.remove.mockResolvedValue({ failure: gone });
    await deletions.schedule(report);
    clock.pass(6_000);
    await deletions.runDue();
    expect(onDeleted).toHaveBeenCalledExactlyOnceWith(report);
    expect(item.stored).toEqual([]);
  });

  it.each<Failure>([
    refused,
    { code: 'unreachable' },
    { code: 'service-down', status: 502, retryAt: null, message: null },
    { code: 'gone', what: 'interface', message: null },
  ])('that failed with %j says so, and is not tried again by itself', async (failure) => {
    const { deletions, client, clock, item, onDeleted } = startDeletions();
    client.remove.mockResolvedValue({ failure });
    const dueAt = clock.in(6_000);
    await deletions.schedule(report);
    clock.pass(6_000);
    await deletions.runDue();
    expect(onDeleted).not.toHaveBeenCalled();
    await expect(deletions.nextDue()).resolves.toBeNull();
    clock.pass(3_600_000);
    await deletions.runDue();
    expect(item.stored).toEqual([{ report, dueAt, state: 'failed', failure }]);
    expect(client.remove).toHaveBeenCalledTimes(1);
  });

  it('that failed can be tried again by the person', async () => {
    const { deletions, client, clock, item } = startDeletions();
    client.remove.mockResolvedValueOnce({ failure: refused });
    await deletions.schedule(report);
    clock.pass(6_000);
    await deletions.runDue();
    await deletions.schedule(report);
    expect(item.stored).toEqual([{ report, dueAt: clock.in(6_000), state: 'waiting' }]);
    clock.pass(6_000);
    await deletions.runDue();
    expect(client.remove).toHaveBeenCalledTimes(2);
    expect(item.stored).toEqual([]);
  });

  it('asked for twice is one, which the second press puts off', async () => {
    const { deletions, client, clock, item } = startDeletions();
    await deletions.schedule(report);
    clock.pass(4_000);
    await deletions.schedule(report);
    expect(item.stored).toEqual([{ report, dueAt: clock.in(6_000), state: 'waiting' }]);
    clock.pass(6_000);
    await deletions.runDue();
    expect(client.remove).toHaveBeenCalledTimes(1);
  });
});

describe('what is kept of deletions', () => {
  it('is the 50 last failures, and all that are still to be carried out', async () => {
    const { deletions, item } = startDeletions();
    const dueAt = '2026-11-02T12:00:00.000Z';
    const failed = Array.from({ length: 60 }, (_, index) => ({
      report: sampleReport(`failed ${index}`),
      dueAt,
      state: 'failed' as const,
      failure: refused,
    }));
    const waiting = Array.from({ length: 60 }, (_, index) => ({
      report: sampleReport(`waiting ${index}`),
      dueAt,
      state: 'waiting' as const,
    }));
    await item.write([...waiting, ...failed]);
    await deletions.schedule(report);
    const ids = item.stored?.map((deletion) => deletion.report.id) ?? [];
    expect(ids).toHaveLength(60 + 50 + 1);
    expect(ids[60]).toBe('failed 10');
    expect(ids.at(-1)).toBe('1');
  });

  it('is the beginning of an address that is out of measure', async () => {
    const { deletions, item } = startDeletions();
    const url = `https://host.example/${'x'.repeat(100_000)}`;
    await deletions.schedule(sampleReport('1', { url }));
    expect(item.stored?.[0]?.report.url).toBe(url.slice(0, 2_000));
  });
});

describe('two deletions', () => {
  it('are each sent at their own time, the earlier waking first', async () => {
    const { deletions, client, clock } = startDeletions();
    await deletions.schedule(report);
    clock.pass(2_000);
    await deletions.schedule(other);
    await expect(deletions.nextDue()).resolves.toBe(clock.now() + 4_000);
    clock.pass(4_000);
    await deletions.runDue();
    expect(client.remove.mock.calls.map(([id]) => id)).toEqual(['1']);
    await expect(deletions.nextDue()).resolves.toBe(clock.now() + 2_000);
    clock.pass(2_000);
    await deletions.runDue();
    expect(client.remove.mock.calls.map(([id]) => id)).toEqual(['1', '2']);
  });

  it('do not wait for each other, nor fail together', async () => {
    const { deletions, client, clock, item, onDeleted } = startDeletions();
    const answers = holdAnswers<Outcome<null>>();
    client.remove.mockImplementation(answers.call);
    await Promise.all([deletions.schedule(report), deletions.schedule(other)]);
    clock.pass(6_000);
    const running = deletions.runDue();
    await answers.asked(2);
    answers.answer(1, { value: null });
    answers.answer(0, { failure: refused });
    await running;
    expect(item.stored).toMatchObject([{ report, state: 'failed', failure: refused }]);
    expect(onDeleted).toHaveBeenCalledExactlyOnceWith(other);
  });
});

describe('a request under way', () => {
  it('is not repeated, and looked after should the worker be stopped', async () => {
    const { deletions, client, clock } = startDeletions();
    const answers = holdAnswers<Outcome<null>>();
    client.remove.mockImplementation(answers.call);
    await deletions.schedule(report);
    clock.pass(6_000);
    const running = deletions.runDue();
    await answers.asked(1);
    await deletions.runDue();
    await expect(deletions.nextDue()).resolves.toBe(clock.now() + 90_000);
    clock.pass(120_000);
    await deletions.runDue();
    expect(answers.count).toBe(1);
    expect(client.get).not.toHaveBeenCalled();
    answers.answer(0, { value: null });
    await running;
  });

  it('changes nothing any more once the session is closed', async () => {
    const { deletions, client, clock, item, controller, onDeleted } = startDeletions();
    const answers = holdAnswers<Outcome<null>>();
    client.remove.mockImplementation(answers.call);
    await deletions.schedule(report);
    clock.pass(6_000);
    const running = deletions.runDue();
    await answers.asked(1);
    controller.abort();
    answers.answer(0, { failure: { code: 'interrupted' } });
    await running;
    expect(item.stored).toMatchObject([{ report, state: 'sending' }]);
    expect(onDeleted).not.toHaveBeenCalled();
  });
});
