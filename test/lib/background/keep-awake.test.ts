import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createKeepAwake } from '@/lib/background/keep-awake';
import { createDeferredCalls } from '../../support/deferred-calls';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the worker calls the browser every 20 seconds until all its work has ended', async () => {
  const ping = vi.fn();
  const keepAwake = createKeepAwake(ping);
  const work = createDeferredCalls<string>();
  const [first, second] = [keepAwake(work.call()), keepAwake(work.call())];
  vi.advanceTimersByTime(19_999);
  expect(ping).not.toHaveBeenCalled();
  vi.advanceTimersByTime(180_001);
  expect(ping).toHaveBeenCalledTimes(10);
  work.answer(0, 'first');
  await expect(first).resolves.toBe('first');
  vi.advanceTimersByTime(20_000);
  expect(ping).toHaveBeenCalledTimes(11);
  work.reject(1);
  await expect(second).rejects.toThrow('No answer');
  expect(vi.getTimerCount()).toBe(0);
});
