import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKeepAwake } from '@/lib/background/keep-awake';
import { holdAnswers } from '../../support/held-answers';

describe('keeping the worker awake', () => {
  const ping = vi.fn();

  beforeEach(() => {
    vi.useFakeTimers();
    ping.mockClear();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('calls the browser every 20 seconds until the last of several works has ended', async () => {
    const keepAwake = createKeepAwake(ping);
    expect(vi.getTimerCount()).toBe(0);
    const held = holdAnswers<string>();
    const first = keepAwake(held.call());
    const second = keepAwake(held.call());
    vi.advanceTimersByTime(19_999);
    expect(ping).not.toHaveBeenCalled();
    vi.advanceTimersByTime(180_001);
    expect(ping).toHaveBeenCalledTimes(10);
    held.answer(0, 'first');
    await expect(first).resolves.toBe('first');
    vi.advanceTimersByTime(20_000);
    expect(ping).toHaveBeenCalledTimes(11);
    held.reject(1);
    await expect(second).rejects.toThrow('No answer');
    expect(vi.getTimerCount()).toBe(0);
  });
});
