import { describe, expect, it } from 'vitest';
import { UNDO_MS } from '@/lib/deletion/deletion';
import type { Failure } from '@/lib/failure';
import { createDeletionsDisk, startDeletions } from '../../../support/deletions-worker';
import { sampleReport } from '../../../support/sample-report';

const report = sampleReport('1');
const gone: Failure = { code: 'gone', what: 'report', message: null };

describe('a worker that was stopped in the undo time', () => {
  it('is followed by one that sends the deletion once, when it is due', async () => {
    const disk = createDeletionsDisk();
    await startDeletions(disk).deletions.schedule(report, false);
    const second = startDeletions(disk);
    await second.deletions.runDue();
    expect(second.client.remove).not.toHaveBeenCalled();
    await expect(second.deletions.nextDue()).resolves.toBe(disk.clock.now() + UNDO_MS);
    disk.clock.pass(60_000);
    const third = startDeletions(disk);
    await third.deletions.runDue();
    expect(third.client.remove).toHaveBeenCalledTimes(1);
    expect(disk.item.stored).toEqual([]);
  });

  it('is followed by one that can undo the deletion', async () => {
    const disk = createDeletionsDisk();
    await startDeletions(disk).deletions.schedule(report, false);
    await expect(startDeletions(disk).deletions.withdraw('1')).resolves.toBe(true);
    expect(disk.item.stored).toEqual([]);
  });
});

describe('a deletion whose request was cut off with its worker', () => {
  /** A worker that was started after another was stopped with its request out. */
  async function startAfterCutOff() {
    const disk = createDeletionsDisk();
    await startDeletions(disk).holdDeletion(report);
    expect(disk.item.stored).toMatchObject([{ report, state: 'sending' }]);
    return startDeletions(disk);
  }

  it('is due at once in the next worker', async () => {
    const { deletions, clock } = await startAfterCutOff();
    await expect(deletions.nextDue()).resolves.toBeLessThanOrEqual(clock.now());
  });

  it('has succeeded where the report is gone, and is not sent again', async () => {
    const { deletions, client, controller, item, onDeleted } = await startAfterCutOff();
    client.get.mockResolvedValue({ failure: gone });
    await deletions.runDue();
    expect(client.get).toHaveBeenCalledExactlyOnceWith('1', controller.signal);
    expect(client.remove).not.toHaveBeenCalled();
    expect(onDeleted).toHaveBeenCalledExactlyOnceWith(report, false);
    expect(item.stored).toEqual([]);
  });

  it('is sent once more where the report is still there', async () => {
    const { deletions, client, item, onDeleted } = await startAfterCutOff();
    await deletions.runDue();
    await deletions.runDue();
    expect(client.remove).toHaveBeenCalledTimes(1);
    expect(onDeleted).toHaveBeenCalledExactlyOnceWith(report, false);
    expect(item.stored).toEqual([]);
  });

  it.each<Failure>([
    { code: 'unreachable' },
    { code: 'keyRefused', message: null },
    { code: 'gone', what: 'interface', message: null },
  ])('has failed where the service answers %j, and is not sent again', async (failure) => {
    const { deletions, client, item, onDeleted } = await startAfterCutOff();
    client.get.mockResolvedValue({ failure });
    await deletions.runDue();
    expect(client.remove).not.toHaveBeenCalled();
    expect(onDeleted).not.toHaveBeenCalled();
    expect(item.stored).toMatchObject([{ report, state: 'failed', failure }]);
  });

  it('cannot be undone any more', async () => {
    const { deletions, item } = await startAfterCutOff();
    await expect(deletions.withdraw('1')).resolves.toBe(false);
    expect(item.stored).toMatchObject([{ state: 'sending' }]);
  });
});
