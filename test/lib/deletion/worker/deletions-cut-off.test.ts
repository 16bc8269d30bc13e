import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import { createDeletionsDisk, startDeletions } from '../../../support/deletions-worker';
import { holdAnswers } from '../../../support/held-answers';
import { sampleDetails, sampleReport } from '../../../support/sample-report';

const report = sampleReport('1');
const gone: Failure = { code: 'gone', what: 'report', message: null };

/** A worker that was started after another was stopped with its request out. */
async function startAfterCutOff() {
  const disk = createDeletionsDisk();
  const first = startDeletions(disk);
  const answers = holdAnswers<never>();
  first.client.remove.mockImplementation(answers.call);
  await first.deletions.schedule(report);
  disk.clock.pass(6_000);
  void first.deletions.runDue();
  await answers.asked(1);
  expect(disk.item.stored).toMatchObject([{ report, state: 'sending' }]);
  return { ...startDeletions(disk), disk };
}

describe('a deletion whose request was cut off with its worker', () => {
  it('is looked after at once by the next worker', async () => {
    const { deletions, clock } = await startAfterCutOff();
    await expect(deletions.nextDue()).resolves.toBeLessThanOrEqual(clock.now());
  });

  it('is not sent again before the service was asked for the report', async () => {
    const { deletions, client, controller } = await startAfterCutOff();
    const gets = holdAnswers<never>();
    client.get.mockImplementation(gets.call);
    void deletions.runDue();
    await gets.asked(1);
    expect(client.get).toHaveBeenCalledExactlyOnceWith('1', controller.signal);
    await deletions.runDue();
    expect(gets.count).toBe(1);
    expect(client.remove).not.toHaveBeenCalled();
  });

  it('has succeeded where the report is gone, and is not sent again', async () => {
    const { deletions, client, disk, onDeleted } = await startAfterCutOff();
    client.get.mockResolvedValue({ failure: gone });
    await deletions.runDue();
    expect(client.remove).not.toHaveBeenCalled();
    expect(onDeleted).toHaveBeenCalledExactlyOnceWith(report);
    expect(disk.item.stored).toEqual([]);
  });

  it('is sent once more where the report is still there', async () => {
    const { deletions, client, disk, onDeleted } = await startAfterCutOff();
    client.get.mockResolvedValue({ value: sampleDetails('1') });
    await deletions.runDue();
    await deletions.runDue();
    expect(client.remove).toHaveBeenCalledTimes(1);
    expect(onDeleted).toHaveBeenCalledExactlyOnceWith(report);
    expect(disk.item.stored).toEqual([]);
  });

  it.each<Failure>([
    { code: 'unreachable' },
    { code: 'key-refused', message: null },
    { code: 'gone', what: 'interface', message: null },
  ])('has failed where the service answers %j, and is not sent again', async (failure) => {
    const { deletions, client, disk, onDeleted } = await startAfterCutOff();
    client.get.mockResolvedValue({ failure });
    await deletions.runDue();
    expect(client.remove).not.toHaveBeenCalled();
    expect(onDeleted).not.toHaveBeenCalled();
    expect(disk.item.stored).toMatchObject([{ report, state: 'failed', failure }]);
  });

  it('cannot be undone any more', async () => {
    const { deletions, disk } = await startAfterCutOff();
    await expect(deletions.withdraw('1')).resolves.toBe(false);
    expect(disk.item.stored).toMatchObject([{ state: 'sending' }]);
  });

  it('is asked for anew by the worker after that, should it be cut off again', async () => {
    const { deletions, client, disk } = await startAfterCutOff();
    const removes = holdAnswers<never>();
    client.remove.mockImplementation(removes.call);
    void deletions.runDue();
    await removes.asked(1);
    const third = startDeletions(disk);
    third.client.get.mockResolvedValue({ failure: gone });
    await third.deletions.runDue();
    expect(third.client.remove).not.toHaveBeenCalled();
    expect(disk.item.stored).toEqual([]);
  });
});
