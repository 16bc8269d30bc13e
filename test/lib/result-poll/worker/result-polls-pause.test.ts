import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import { startAwaited } from '../../../support/awaited-results-worker';
import { sampleReport } from '../../../support/sample-report';

const report = sampleReport('1');

describe('a pause of the service', () => {
  const crowded: Failure = { code: 'tooManyRequests', retryAt: null, message: null };

  it('that a question meets costs no attempt, and ends with the next one', async () => {
    const { awaited, client, item, askNext } = startAwaited();
    client.get.mockResolvedValueOnce({ failure: crowded });
    await awaited.start(report, false);
    await askNext();
    expect(item.stored).toMatchObject([{ attempts: 0, failure: null }]);
    await expect(askNext()).resolves.toBe(30);
    expect(item.stored).toMatchObject([{ attempts: 1, failure: null }]);
  });

  it.each<Failure>([
    { code: 'unreachable' },
    { code: 'keyRefused', message: null },
    { code: 'serviceDown', status: 502, retryAt: null, message: null },
  ])(
    'of one that answers its list with %j, too, costs none, and is asked for its list alone',
    async (failure) => {
      const { awaited, client, item, askNext } = startAwaited();
      client.get.mockResolvedValue({ failure });
      client.list.mockResolvedValue({ failure });
      for (const one of [report, sampleReport('2')]) await awaited.start(one, false);
      await askNext();
      client.get.mockClear();
      for (let count = 0; count < 20; count += 1) await askNext();
      expect(client.get).not.toHaveBeenCalled();
      expect(item.stored).toMatchObject([{ attempts: 0 }, { attempts: 0 }]);
    },
  );

  it('is tested by one question', async () => {
    const { awaited, client, clock, pause } = startAwaited();
    for (const id of ['1', '2', '3']) await awaited.start(sampleReport(id), false);
    pause.fail(null, crowded);
    clock.pass(30_000);
    client.get.mockResolvedValue({ failure: crowded });
    await awaited.runDue();
    expect(client.get).toHaveBeenCalledTimes(1);
    await expect(awaited.nextDue()).resolves.toBe(clock.now() + 60_000);
  });
});
