import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import { createDeletionsDisk, startDeletions } from '../../../support/deletions-worker';
import { holdAnswers } from '../../../support/held-answers';
import { sampleReport } from '../../../support/sample-report';

const report = sampleReport('1');
const other = sampleReport('2');
const refused: Failure = { code: 'not-allowed', message: 'Read-only key' };

describe('undoing', () => {
  it('in time takes the deletion back, and leaves another one', async () => {
    const { deletions, client, clock, item } = startDeletions();
    await Promise.all([deletions.schedule(report), deletions.schedule(other)]);
    clock.pass(5_999);
    await expect(deletions.withdraw('1')).resolves.toBe(true);
    expect(item.stored).toMatchObject([{ report: other, state: 'waiting' }]);
    clock.pass(1);
    await deletions.runDue();
    expect(client.remove.mock.calls.map(([id]) => id)).toEqual(['2']);
  });

  it('at the very moment of sending is either in time or too late, never both', async () => {
    const { deletions, client, clock, item } = startDeletions();
    await Promise.all([deletions.schedule(report), deletions.schedule(other)]);
    clock.pass(6_000);
    const [wasInTime] = await Promise.all([deletions.withdraw('1'), deletions.runDue()]);
    const wasSent = client.remove.mock.calls.some(([id]) => id === '1');
    expect([wasInTime, wasSent]).toEqual([true, false]);
    expect(item.stored).toEqual([]);
  });

  it('is too late once the request is out, which goes on', async () => {
    const { deletions, client, clock, item, onDeleted } = startDeletions();
    const answers = holdAnswers<Outcome<null>>();
    client.remove.mockImplementation(answers.call);
    await deletions.schedule(report);
    clock.pass(6_000);
    const running = deletions.runDue();
    await answers.asked(1);
    await expect(deletions.withdraw('1')).resolves.toBe(false);
    expect(item.stored).toMatchObject([{ report, state: 'sending' }]);
    answers.answer(0, { value: null });
    await running;
    expect(onDeleted).toHaveBeenCalledExactlyOnceWith(report);
    await expect(deletions.withdraw('1')).resolves.toBe(false);
  });

  it('takes a failed deletion off the list', async () => {
    const { deletions, client, clock, item } = startDeletions();
    client.remove.mockResolvedValue({ failure: refused });
    await deletions.schedule(report);
    clock.pass(6_000);
    await deletions.runDue();
    await expect(deletions.withdraw('1')).resolves.toBe(true);
    expect(item.stored).toEqual([]);
  });

  it('finds nothing where nothing was deleted', async () => {
    const { deletions, item } = startDeletions();
    await expect(deletions.withdraw('1')).resolves.toBe(false);
    expect(item.stored ?? []).toEqual([]);
  });
});

describe('a worker that was stopped', () => {
  it('in the undo time is made anew and sends once, when it is due', async () => {
    const disk = createDeletionsDisk();
    await startDeletions(disk).deletions.schedule(report);
    const second = startDeletions(disk);
    await second.deletions.runDue();
    expect(second.client.remove).not.toHaveBeenCalled();
    await expect(second.deletions.nextDue()).resolves.toBe(disk.clock.now() + 6_000);
    disk.clock.pass(60_000);
    const third = startDeletions(disk);
    await third.deletions.runDue();
    expect(third.client.remove).toHaveBeenCalledTimes(1);
    const fourth = startDeletions(disk);
    await fourth.deletions.runDue();
    expect(fourth.client.remove).not.toHaveBeenCalled();
  });

  it('in the undo time lets the next one undo', async () => {
    const disk = createDeletionsDisk();
    await startDeletions(disk).deletions.schedule(report);
    await expect(startDeletions(disk).deletions.withdraw('1')).resolves.toBe(true);
    disk.clock.pass(6_000);
    const third = startDeletions(disk);
    await third.deletions.runDue();
    expect(third.client.remove).not.toHaveBeenCalled();
  });
});
