import { describe, expect, it } from 'vitest';
import { UNDO_MS } from '@/lib/deletion/deletion';
import type { Failure } from '@/lib/failure';
import { startDeletions } from '../../../support/deletions-worker';
import { sampleReport } from '../../../support/sample-report';

const report = sampleReport('1');
const other = sampleReport('2');
const gone: Failure = { code: 'gone', what: 'report', message: 'Not found' };
const refused: Failure = { code: 'notAllowed', message: 'Read-only key' };

describe('a deletion', () => {
  it('is stored with its due time, and nothing is sent before that', async () => {
    const { deletions, client, clock, item } = startDeletions();
    const dueAt = clock.in(UNDO_MS);
    await deletions.schedule(report, false);
    await expect(deletions.nextDue()).resolves.toBe(clock.now() + UNDO_MS);
    clock.pass(UNDO_MS - 1);
    await deletions.runDue();
    expect(client.remove).not.toHaveBeenCalled();
    expect(item.stored).toMatchObject([{ report, dueAt, state: 'waiting' }]);
  });

  it('is sent once when it is due, and then forgotten', async () => {
    const { deletions, client, controller, deleteNow, item, onDeleted } = startDeletions();
    await deleteNow(report);
    await deletions.runDue();
    expect(client.remove).toHaveBeenCalledExactlyOnceWith('1', controller.signal);
    expect(client.get).not.toHaveBeenCalled();
    expect(onDeleted).toHaveBeenCalledExactlyOnceWith(report, false);
    expect(item.stored).toEqual([]);
    await expect(deletions.nextDue()).resolves.toBeNull();
  });

  it('is stored as being sent from its request until its report is out of sight', async () => {
    const { client, deleteNow, item, onDeleted } = startDeletions();
    const states: unknown[] = [];
    const note = () => states.push(item.stored?.map(({ state }) => state));
    client.remove.mockImplementation(async () => {
      note();
      return { value: null };
    });
    onDeleted.mockImplementation(async () => void note());
    await deleteNow(report);
    expect(states).toEqual([['sending'], ['sending']]);
  });

  it('has succeeded where the service no longer has the report', async () => {
    const { client, deleteNow, item, onDeleted } = startDeletions();
    client.remove.mockResolvedValue({ failure: gone });
    await deleteNow(report);
    expect(onDeleted).toHaveBeenCalledExactlyOnceWith(report, false);
    expect(item.stored).toEqual([]);
  });

  it.each<Failure>([
    refused,
    { code: 'keyRefused', message: null },
    { code: 'serviceDown', status: 502, retryAt: null, message: null },
    { code: 'gone', what: 'interface', message: null },
  ])('that failed with %j says so, and is not tried again by itself', async (failure) => {
    const { deletions, client, clock, deleteNow, item, onDeleted } = startDeletions();
    client.remove.mockResolvedValue({ failure });
    const dueAt = clock.in(UNDO_MS);
    await deleteNow(report);
    expect(onDeleted).not.toHaveBeenCalled();
    await expect(deletions.nextDue()).resolves.toBeNull();
    clock.pass(3_600_000);
    await deletions.runDue();
    expect(item.stored).toMatchObject([{ report, dueAt, state: 'failed', failure }]);
    expect(client.remove).toHaveBeenCalledTimes(1);
  });

  it('that is cut off at a service that is there is sent once more, and then says so', async () => {
    const { client, deleteNow, item } = startDeletions();
    const failure: Failure = { code: 'unreachable' };
    client.remove.mockResolvedValue({ failure });
    await deleteNow(report);
    expect(client.get).toHaveBeenCalledTimes(1);
    expect(client.remove).toHaveBeenCalledTimes(2);
    expect(item.stored).toMatchObject([{ report, state: 'failed', failure }]);
  });

  it('that was cut off has succeeded where its report is gone then', async () => {
    const { client, deleteNow, item, onDeleted } = startDeletions();
    client.remove.mockResolvedValue({ failure: { code: 'unreachable' } });
    client.get.mockResolvedValue({ failure: gone });
    await deleteNow(report);
    expect(client.remove).toHaveBeenCalledTimes(1);
    expect(onDeleted).toHaveBeenCalledExactlyOnceWith(report, false);
    expect(item.stored).toEqual([]);
  });

  it.each<Failure>([
    { code: 'timedOut', seconds: 60 },
    { code: 'serviceDown', status: 504, retryAt: null, message: null },
    { code: 'unexpectedAnswer', problem: 'html' },
  ])('whose answer is %j has succeeded where its report is gone then', async (failure) => {
    const { client, deleteNow, item, onDeleted } = startDeletions();
    client.remove.mockResolvedValue({ failure });
    client.get.mockResolvedValue({ failure: gone });
    await deleteNow(report);
    expect(client.remove).toHaveBeenCalledTimes(1);
    expect(onDeleted).toHaveBeenCalledExactlyOnceWith(report, false);
    expect(item.stored).toEqual([]);
  });

  it.each<Failure>([
    { code: 'tooManyRequests', retryAt: null, message: null },
    { code: 'serviceDown', status: 503, retryAt: '2026-11-02T12:05:00.000Z', message: null },
  ])(
    'that meets %j waits for the end of the pause, and can be undone until then',
    async (failure) => {
      const { deletions, client, clock, deleteNow, item, pause } = startDeletions();
      client.remove.mockResolvedValueOnce({ failure });
      await deleteNow(report);
      await deletions.schedule(other, false);
      expect(item.stored).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }]);
      clock.pass(UNDO_MS);
      await deletions.runDue();
      expect(client.remove).toHaveBeenCalledTimes(1);
      const due = (await deletions.nextDue()) ?? 0;
      expect(due).toBe(Date.parse(pause.current?.until ?? ''));
      await expect(deletions.withdraw('1')).resolves.toBe(true);
      clock.pass(due - clock.now());
      await deletions.runDue();
      expect(item.stored).toEqual([]);
    },
  );

  it('that failed can be tried again by the person', async () => {
    const { client, deleteNow, item } = startDeletions();
    client.remove.mockResolvedValueOnce({ failure: refused });
    await deleteNow(report);
    await deleteNow(report);
    expect(client.remove).toHaveBeenCalledTimes(2);
    expect(item.stored).toEqual([]);
  });

  it('asked for twice is one, which the second press puts off', async () => {
    const { deletions, client, clock, deleteNow, item } = startDeletions();
    await deletions.schedule(report, false);
    clock.pass(UNDO_MS - 2_000);
    await deletions.schedule(report, false);
    expect(item.stored).toMatchObject([{ report, dueAt: clock.in(UNDO_MS), state: 'waiting' }]);
    await deleteNow(report);
    expect(client.remove).toHaveBeenCalledTimes(1);
  });
});

describe('what is kept of deletions', () => {
  it('is the 50 last failures, and all that are still to be carried out', async () => {
    const { deletions, item } = startDeletions();
    const dueAt = '2026-11-02T12:00:00.000Z';
    const sixty = (kind: string) =>
      Array.from({ length: 60 }, (_, index) => ({
        report: sampleReport(`${kind} ${index}`),
        dueAt,
        isPrivateWindow: false,
      }));
    await item.write([
      ...sixty('waiting').map((facts) => ({ ...facts, state: 'waiting' as const })),
      ...sixty('failed').map((facts) => ({ ...facts, state: 'failed' as const, failure: refused })),
    ]);
    await deletions.schedule(report, false);
    const ids = item.stored?.map((deletion) => deletion.report.id) ?? [];
    expect(ids).toHaveLength(60 + 50 + 1);
    expect([ids[60], ids.at(-1)]).toEqual(['failed 10', '1']);
  });

  it('is the beginning of an address that is out of measure', async () => {
    const { deletions, item } = startDeletions();
    const url = `https://host.example/${'x'.repeat(100_000)}`;
    await deletions.schedule(sampleReport('1', { url }), false);
    expect(item.stored?.[0]?.report.url).toBe(url.slice(0, 2_000));
  });
});

describe('two deletions', () => {
  it('are each sent at their own time, the earlier waking first', async () => {
    const { deletions, client, clock } = startDeletions();
    await deletions.schedule(report, false);
    clock.pass(2_000);
    await deletions.schedule(other, false);
    await expect(deletions.nextDue()).resolves.toBe(clock.now() + UNDO_MS - 2_000);
    clock.pass(UNDO_MS - 2_000);
    await deletions.runDue();
    expect(client.remove.mock.calls.map(([id]) => id)).toEqual(['1']);
    await expect(deletions.nextDue()).resolves.toBe(clock.now() + 2_000);
  });

  it('do not wait for each other, nor fail together', async () => {
    const { holdDeletion, item, onDeleted } = startDeletions();
    const { answers, deleting } = await holdDeletion(report, other);
    answers.answer(1, { value: null });
    answers.answer(0, { failure: refused });
    await deleting;
    expect(item.stored).toMatchObject([{ report, state: 'failed', failure: refused }]);
    expect(onDeleted).toHaveBeenCalledExactlyOnceWith(other, false);
  });
});

describe('a request under way', () => {
  it('is not repeated, and looked after should the worker be stopped', async () => {
    const { deletions, client, clock, holdDeletion } = startDeletions();
    const { answers } = await holdDeletion(report);
    await expect(deletions.nextDue()).resolves.toBe(clock.now() + 90_000);
    clock.pass(120_000);
    await deletions.runDue();
    expect(answers.count).toBe(1);
    expect(client.get).not.toHaveBeenCalled();
  });

  it('changes nothing any more once the session is closed', async () => {
    const { controller, holdDeletion, item, onDeleted } = startDeletions();
    const { answers, deleting } = await holdDeletion(report);
    controller.abort();
    answers.answer(0, { failure: { code: 'interrupted' } });
    await deleting;
    expect(item.stored).toMatchObject([{ report, state: 'sending' }]);
    expect(onDeleted).not.toHaveBeenCalled();
  });
});
