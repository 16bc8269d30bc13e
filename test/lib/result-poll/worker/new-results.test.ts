import { describe, expect, it } from 'vitest';
import { startAwaited } from '../../../support/awaited-results-worker';
import { sampleDetails, sampleReport } from '../../../support/sample-report';

const report = sampleReport('1');
const renewed = { result: 'bad', generatedAt: '2026-11-02T12:00:01.000Z' } as const;
const after = sampleReport('1', renewed);

/** A worker that waits for the result of a report, and takes in what is read as a session does. */
async function startWaiting(isPrivateWindow = false) {
  const started = startAwaited();
  const { awaited, onRead, item, onResult } = started;
  onRead.mockImplementation((read, isPrivate) => awaited.reconcile([read], isPrivate));
  onResult.mockImplementation(async () => {
    // Whoever stops the worker now: it is not told twice.
    expect(item.stored).toEqual([]);
  });
  await awaited.start(report, isPrivateWindow);
  return started;
}

describe('a new result', () => {
  it.each([true, false])('is told once where it was asked for, private: %s', async (isPrivate) => {
    const { client, askNext, onResult } = await startWaiting(isPrivate);
    await askNext();
    expect(onResult).not.toHaveBeenCalled();
    client.get.mockResolvedValue({ value: sampleDetails('1', renewed) });
    await askNext();
    expect(onResult).toHaveBeenCalledExactlyOnceWith(after, isPrivate);
  });

  it('is told once where lists show it, even two at a time', async () => {
    const { awaited, onResult } = await startWaiting();
    await Promise.all([awaited.reconcile([after], false), awaited.reconcile([after], false)]);
    await awaited.reconcile([after], false);
    expect(onResult).toHaveBeenCalledExactlyOnceWith(after, false);
  });

  it('is not told to windows of the other kind, nor of a report that nobody waits for', async () => {
    const { awaited, onResult } = await startWaiting(true);
    await awaited.reconcile([after], false);
    await awaited.reconcile([sampleReport('2', renewed)], true);
    expect(onResult).not.toHaveBeenCalled();
  });

  it('is not told while the list shows the old one, nor once nobody waits any more', async () => {
    const { awaited, onResult } = await startWaiting();
    await awaited.reconcile([report], false);
    await awaited.stop('1');
    await awaited.reconcile([after], false);
    expect(onResult).not.toHaveBeenCalled();
  });

  it('is told later where the store does not let go of it, instead of twice', async () => {
    const { awaited, item, onResult } = await startWaiting();
    const { write } = item;
    item.write = () => Promise.reject(new Error('No space left'));
    await awaited.reconcile([after], false);
    expect(onResult).not.toHaveBeenCalled();
    item.write = write;
    await awaited.reconcile([after], false);
    expect(onResult).toHaveBeenCalledOnce();
  });
});
