import { describe, expect, it } from 'vitest';
import { UNDO_MS } from '@/lib/deletion/deletion';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import { createDeletionsDisk, startDeletions } from '../../../support/deletions-worker';
import { holdAnswers } from '../../../support/held-answers';
import { sampleReport } from '../../../support/sample-report';

const report = sampleReport('1');
const other = sampleReport('2');
const refused: Failure = { code: 'notAllowed', message: 'Read-only key' };

describe('the undo time', () => {
  const DAY_MS = 24 * 3_600_000;

  it.each([
    ['back by a day', -DAY_MS],
    ['back by ten seconds', -10_000],
    ['forward by a day', DAY_MS],
  ])('ends when the clock is set %s', async (_, jump) => {
    const { deletions, client, clock, item } = startDeletions();
    await deletions.schedule(report, false);
    clock.pass(jump);
    await expect(deletions.nextDue()).resolves.toBeLessThanOrEqual(clock.now());
    await deletions.runDue();
    expect(client.remove).toHaveBeenCalledTimes(1);
    expect(item.stored).toEqual([]);
  });

  it('is over for a request that was cut off before the clock was set back', async () => {
    const disk = createDeletionsDisk();
    await startDeletions(disk).holdDeletion(report);
    disk.clock.pass(-DAY_MS);
    const { deletions, client } = startDeletions(disk);
    await expect(deletions.nextDue()).resolves.toBeLessThanOrEqual(disk.clock.now());
    await deletions.runDue();
    expect(client.remove).toHaveBeenCalledTimes(1);
  });
});

describe('undoing', () => {
  it('in time takes the deletion back, and leaves another one', async () => {
    const { deletions, client, clock, item } = startDeletions();
    await Promise.all([deletions.schedule(report, false), deletions.schedule(other, false)]);
    clock.pass(UNDO_MS - 1);
    await expect(deletions.withdraw('1')).resolves.toBe(true);
    expect(item.stored).toMatchObject([{ report: other, state: 'waiting' }]);
    clock.pass(1);
    await deletions.runDue();
    expect(client.remove.mock.calls.map(([id]) => id)).toEqual(['2']);
  });

  it('at the very moment of sending sends nothing when it says that it was in time', async () => {
    const { deletions, client, clock, item } = startDeletions();
    await deletions.schedule(report, false);
    clock.pass(UNDO_MS);
    const running = deletions.runDue();
    await expect(deletions.withdraw('1')).resolves.toBe(true);
    await running;
    expect(client.remove).not.toHaveBeenCalled();
    expect(item.stored).toEqual([]);
  });

  it('is too late once the request is out, which goes on', async () => {
    const { deletions, holdDeletion, item, onDeleted } = startDeletions();
    const { answers, deleting } = await holdDeletion(report);
    await expect(deletions.withdraw('1')).resolves.toBe(false);
    expect(item.stored).toMatchObject([{ report, state: 'sending' }]);
    answers.answer(0, { value: null });
    await deleting;
    expect(onDeleted).toHaveBeenCalledExactlyOnceWith(report, false);
    await expect(deletions.withdraw('1')).resolves.toBe(false);
  });

  it('is too late after a second press, too, while the request is out', async () => {
    const { deletions, holdDeletion, item } = startDeletions();
    const { answers, deleting } = await holdDeletion(report);
    await expect(deletions.schedule(report, false)).resolves.toBe(true);
    await expect(deletions.withdraw('1')).resolves.toBe(false);
    answers.answer(0, { value: null });
    await deleting;
    expect(item.stored).toEqual([]);
  });

  it('has its whole time where one that waits for its turn is asked for again', async () => {
    const { deletions, client, clock } = startDeletions();
    const answers = holdAnswers<Outcome<null>>();
    client.remove.mockImplementationOnce(answers.call).mockImplementationOnce(answers.call);
    const third = sampleReport('3');
    for (const one of [report, other, third]) await deletions.schedule(one, false);
    clock.pass(UNDO_MS);
    const deleting = deletions.runDue();
    await answers.asked(2);
    await deletions.schedule(third, false);
    for (const at of [0, 1]) answers.answer(at, { value: null });
    await deleting;
    expect(client.remove).toHaveBeenCalledTimes(2);
    clock.pass(UNDO_MS - 1);
    await expect(deletions.withdraw('3')).resolves.toBe(true);
  });

  it('takes a failed deletion off the list', async () => {
    const { deletions, client, deleteNow, item } = startDeletions();
    client.remove.mockResolvedValue({ failure: refused });
    await deleteNow(report);
    await expect(deletions.withdraw('1')).resolves.toBe(true);
    expect(item.stored).toEqual([]);
  });
});
