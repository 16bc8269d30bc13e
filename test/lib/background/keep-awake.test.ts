import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKeepAwake } from '@/lib/background/keep-awake';
import { holdAnswers } from '../../support/held-answers';

describe('keeping the worker awake', () => {
  const ping = vi.fn();
  const work = () => holdAnswers<string>();

  beforeEach(() => {
    vi.useFakeTimers();
    ping.mockClear();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('calls the browser every 20 seconds while work is under way', () => {
    void createKeepAwake(ping)(work().call());
    vi.advanceTimersByTime(19_999);
    expect(ping).toHaveBeenCalledTimes(0);
    vi.advanceTimersByTime(1);
    expect(ping).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(180_000);
    expect(ping).toHaveBeenCalledTimes(10);
  });

  it('passes on what the work gives, and lets the worker sleep afterwards', async () => {
    const held = work();
    const awake = createKeepAwake(ping)(held.call());
    held.answer(0, 'done');
    await expect(awake).resolves.toBe('done');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('passes on that the work failed, and lets the worker sleep afterwards', async () => {
    const held = work();
    const awake = createKeepAwake(ping)(held.call());
    held.reject(0);
    await expect(awake).rejects.toThrow('No answer');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('goes on until the last of several works has ended', async () => {
    const keepAwake = createKeepAwake(ping);
    const held = work();
    const first = keepAwake(held.call());
    const second = keepAwake(held.call());
    vi.advanceTimersByTime(20_000);
    expect(ping).toHaveBeenCalledTimes(1);
    held.answer(0, 'first');
    await first;
    vi.advanceTimersByTime(20_000);
    expect(ping).toHaveBeenCalledTimes(2);
    held.answer(1, 'second');
    await second;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('starts again for work that comes later', async () => {
    const keepAwake = createKeepAwake(ping);
    await keepAwake(Promise.resolve());
    void keepAwake(work().call());
    vi.advanceTimersByTime(20_000);
    expect(ping).toHaveBeenCalledTimes(1);
  });

  it('does nothing without work', () => {
    createKeepAwake(ping);
    expect(vi.getTimerCount()).toBe(0);
  });
});
