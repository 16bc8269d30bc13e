import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { throttled } from '@/components/ui/state/throttled';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openThrottled(first: number | undefined) {
  const source = signal(first);
  const throttledSignal = throttled(source, 500);
  const applied: (number | undefined)[] = [];
  throttledSignal.subscribe((value) => void applied.push(value));
  return { source, applied };
}

describe('throttled', () => {
  it('applies the first change at once, and then one change every half second', () => {
    const { source, applied } = openThrottled(0);
    for (let value = 1; value <= 8; value += 1) {
      source.value = value;
      if (value === 1) expect(applied).toEqual([0, 1]);
      vi.advanceTimersByTime(250);
    }
    expect(applied).toEqual([0, 1, 2, 4, 6, 8]);
  });

  it('applies the last change of a pause at its end, and a change after the pause at once', () => {
    const { source, applied } = openThrottled(0);
    for (const value of [1, 2, 3]) source.value = value;
    vi.advanceTimersByTime(499);
    expect(applied).toEqual([0, 1]);
    vi.advanceTimersByTime(1);
    expect(applied).toEqual([0, 1, 3]);
    vi.advanceTimersByTime(500);
    source.value = 4;
    expect(applied).toEqual([0, 1, 3, 4]);
  });

  it('ignores undefined', () => {
    const { source, applied } = openThrottled(undefined);
    source.value = 1;
    source.value = 2;
    source.value = undefined;
    vi.advanceTimersByTime(1_000);
    source.value = 3;
    expect(applied).toEqual([undefined, 1, 3]);
  });

  it('waits at most one pause, even if the clock is set back', () => {
    const { source, applied } = openThrottled(0);
    source.value = 1;
    vi.setSystemTime(Date.now() - 3_600_000);
    source.value = 2;
    vi.advanceTimersByTime(500);
    expect(applied).toEqual([0, 1, 2]);
  });
});
