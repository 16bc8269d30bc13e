import { describe, expect, it, vi } from 'vitest';
import { EVERY_CALL } from '../../support/every-background-call';
import { startConnectedBackground } from '../../support/test-background';

const broken = new Error('I/O error');

describe('a store that cannot be read', () => {
  it.each(EVERY_CALL)('is said to be so by %s, and nothing is sent', async (_, call) => {
    const { background, clientFor, store } = await startConnectedBackground();
    vi.spyOn(store.connection, 'read').mockRejectedValue(broken);
    await expect(call(background)).resolves.toEqual({ failure: { code: 'storeUnreadable' } });
    expect(clientFor).not.toHaveBeenCalled();
  });

  it('is tried again by the worker, which goes on once it can be read', async () => {
    const { background, clock, resume, store, wakeAt } = await startConnectedBackground();
    const reading = vi.spyOn(store.connection, 'read').mockRejectedValue(broken);
    await resume();
    expect(wakeAt.mock.lastCall?.[0]).toBeGreaterThan(clock.now());
    reading.mockRestore();
    await resume();
    await expect(background.account()).resolves.toHaveProperty('value');
  });
});
