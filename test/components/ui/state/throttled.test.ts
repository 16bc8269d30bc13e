import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { throttled } from '@/components/ui/state/throttled';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(first: number | undefined) {
  const source = signal(first);
  const followed = throttled(source, 500);
  const taken: (number | undefined)[] = [];
  followed.subscribe((value) => void taken.push(value));
  return { source, taken };
}

describe('throttled', () => {
  it('applies the first change at once, then one in half a second', () => {
    const { source, taken } = open(0);
    for (let value = 1; value <= 8; value += 1) {
      source.value = value;
      if (value === 1) expect(taken).toEqual([0, 1]);
      vi.advanceTimersByTime(250);
    }
    expect(taken).toEqual([0, 1, 2, 4, 6, 8]);
  });

  it('applies the last change of a pause, and the next change after the pause at once', () => {
    const { source, taken } = open(0);
    for (const value of [1, 2, 3]) source.value = value;
    vi.advanceTimersByTime(499);
    expect(taken).toEqual([0, 1]);
    vi.advanceTimersByTime(1);
    expect(taken).toEqual([0, 1, 3]);
    vi.advanceTimersByTime(500);
    source.value = 4;
    expect(taken).toEqual([0, 1, 3, 4]);
  });

  it('ignores undefined', () => {
    const { source, taken } = open(undefined);
    source.value = 1;
    source.value = 2;
    source.value = undefined;
    vi.advanceTimersByTime(1_000);
    source.value = 3;
    expect(taken).toEqual([undefined, 1, 3]);
  });

  it('waits no longer than the pause when the clock is set back', () => {
    const { source, taken } = open(0);
    source.value = 1;
    vi.setSystemTime(Date.now() - 3_600_000);
    source.value = 2;
    vi.advanceTimersByTime(500);
    expect(taken).toEqual([0, 1, 2]);
  });
});
